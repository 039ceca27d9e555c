// Made by `python -m sidings.server.typescript` from the server's own types.

/** The objectives in their order: colour, points, wagons. */
export const PRINTED = [
  'blue 2 boxcar cattle',
  'blue 5 boxcar tanker diner',
  'blue 5 coach coach cattle',
  'blue 7 boxcar boxcar boxcar diner',
  'yellow 4 cattle diner',
  'yellow 5 boxcar cattle cattle',
  'yellow 4 coach coach coach',
  'yellow 6 boxcar boxcar coach tanker',
  'black 3 tanker cattle',
  'black 5 boxcar tanker cattle',
  'black 4 coach tanker tanker',
  'black 7 boxcar boxcar coach diner',
  'red 3 boxcar diner',
  'red 4 boxcar boxcar tanker',
  'red 5 coach coach diner',
  'red 7 coach coach tanker cattle',
  'green 2 tanker tanker',
  'green 5 coach tanker cattle',
  'green 6 tanker cattle diner',
  'green 6 boxcar boxcar boxcar coach',
];
