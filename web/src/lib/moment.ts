// A moment of a replay, as its address tells it: after which move, and through whose eyes.
export interface Moment {
  /** So many moves have been made. */
  move: number;
  /** A seat, 0 for a spectator, or `open`: everything is seen. */
  eyes: string;
  /** With what an analysis says of the move to come. */
  judged?: boolean;
}

const isNumber = (text: string | null): text is string => text !== null && /^\d{1,5}$/.test(text);

export function readMoment(search: string): Moment {
  const asked = new URLSearchParams(search);
  const [move, seat] = [asked.get('move'), asked.get('seat')];
  return {
    move: isNumber(move) ? Number(move) : 0,
    eyes: isNumber(seat) ? String(Number(seat)) : 'open',
    ...(asked.has('analysis') ? { judged: true } : {}),
  };
}

export function momentAddress(table: string, { move, eyes, judged }: Moment): string {
  const told = [
    ...(move ? [`move=${move}`] : []),
    ...(eyes === 'open' ? [] : [`seat=${eyes}`]),
    ...(judged ? ['analysis'] : []),
  ];
  return `/replay/${table}${told.length ? `?${told.join('&')}` : ''}`;
}
