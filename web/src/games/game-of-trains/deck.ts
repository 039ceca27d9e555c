// Made by `python -m sidings.server.typescript` from the server's own types.

export const ABILITIES = ['move-right', 'protect', 'move-left', 'swap-adjacent', 'remove-middle', 'remove-right', 'remove-left', 'swap-over-one'] as const;

/** For each wagon from 1 on, the index of its ability. */
export const PRINTED =
  '012345670123456701234567012345670123456701' +
  '234567701234567001234567401234567201234567';
