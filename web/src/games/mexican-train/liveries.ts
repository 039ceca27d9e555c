import type { SeatView } from '../../lib/view';
import type { Lane } from './dominoes';

/** The colours of the eight locomotives; cream can be read on each. */
export const LIVERIES = ['#b3261e', '#1f3f77', '#1d5a43', '#85600f', '#6a2f7d', '#0b6066', '#7a4020', '#48526a'];
/** No player’s colour. */
const MEXICAN = '#9c3d00';

/** The livery of a train; `seat` is its owner, who keeps their colour in a rematch. */
export const liveryOf = (lane: Lane, seat?: SeatView): string =>
  lane === 'm' ? MEXICAN : (LIVERIES[((seat?.colour ?? lane) - 1) % 8] ?? MEXICAN);
