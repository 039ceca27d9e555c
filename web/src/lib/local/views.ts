// What the page is sent of a table: made from what a seat may see, and from nothing else. As `tables/views.py`.
import type { Change, Exits, MoveView, SeatView, Snapshot, StateView, TableInfo } from '../protocol';
import type { Links } from '../table.svelte';
import { apply } from './apply';
import { canTakeBack, leaving } from './decide';
import type { Entry } from './entries';
import { hex } from './sha256';
import type { PlayedMove, TableState } from './state';

type Fields = Record<string, unknown>;
export type Shared = Omit<StateView, 'takeback' | 'exits'>;

/** What one seat (0 for a spectator) sees, beside what everybody sees. */
export interface OwnView {
  takeback: boolean;
  exits: Exits | null;
  view: Fields;
  choices: unknown[];
}

export function ownView(state: TableState, seat: number): OwnView {
  const { engine, position } = state;
  if (!position) return { takeback: false, exits: null, view: {}, choices: [] };
  const choices = seat && seat === state.turn ? engine.choices(position) : [];
  const view = engine.view(position, seat);
  if (!seat) return { takeback: false, exits: null, view, choices };
  return { takeback: canTakeBack(state, seat), exits: exits(state, seat), view, choices };
}

/** Where leaving, stopping and giving up lead for a seat, found by trying it on a copy; null unless a game is on. */
function exits(state: TableState, seat: number): Exits | null {
  if (state.status !== 'playing') return null;
  const at = state.since;
  const found = state.exits.get(seat) ?? {
    leave: outcome(state, seat, leaving(state, seat, at)),
    abandon: outcome(state, seat, { do: 'abandon', seat, at }),
    resign: outcome(state, seat, { do: 'resign', seat, at }),
  };
  state.exits.set(seat, found);
  return found;
}

function outcome(state: TableState, seat: number, entry: Entry): Exits['leave'] {
  const after = state.copy();
  apply(after, entry);
  if (after.ending) return after.ending.how === 'resigned' ? 'lost' : 'stopped';
  const { kind } = after.seat(seat);
  return kind === 'person' ? 'agreed' : kind;
}

export function moveView(state: TableState, seat: number, played: PlayedMove): MoveView {
  const { told, ...move } = played;
  return { ...move, events: state.engine.eventsFor(told, seat) };
}

/** What everybody sees alike. */
export function sharedParts(state: TableState): Shared {
  // The key is published with the result.
  const published = state.status === 'over' && state.commitment !== '';
  return {
    status: state.status,
    turn: state.turn || null,
    seats: state.seats.map((_, i) => seatView(state, i + 1)),
    clock: null,
    dealer: state.header.dealer,
    commitment: state.commitment || null,
    wishes: [...state.wishes].sort(),
    result: state.ending,
    rematch: state.rematch || null,
    taken_back: state.takenBack,
    secret: published ? hex(state.secret) : null,
    seed: published ? hex(state.key()) : null,
  };
}

function seatView(state: TableState, number: number): SeatView {
  const { kind, name, level } = state.seat(number);
  const { rotation, players } = state.header;
  const words = state.words.get(number);
  return {
    kind,
    colour: ((number - 1 + rotation) % players) + 1, // in a rematch everybody keeps theirs
    ...(name ? { name } : {}),
    ...(level ? { level } : {}),
    ...(kind === 'person' ? { host: true } : {}),
    ...(words === undefined ? {} : { words }),
  };
}

/** The parts that are not as they were. */
export function differences<T extends object>(before: T, after: T): Partial<T> {
  const changed = (key: string) => JSON.stringify((before as Fields)[key]) !== JSON.stringify((after as Fields)[key]);
  return Object.fromEntries(Object.entries(after).filter(([key]) => changed(key))) as Partial<T>;
}

/** Who is connected: bots always are. */
export const presence = (state: TableState, here: boolean): boolean[] =>
  state.seats.map(({ kind }) => kind === 'bot' || (kind === 'person' && here));

export function snapshot(
  state: TableState,
  seat: number,
  shared: Shared,
  own: OwnView,
  here: boolean,
  screen = false,
): Snapshot {
  const { game, rules_version, players, options, deck, rules, created, before, id } = state.header;
  return {
    type: 'table',
    table: id,
    version: state.version,
    seat,
    header: { game, rules_version, players, options, deck, rules, created, before },
    state: { ...shared, takeback: own.takeback, exits: own.exits },
    view: state.position && own.view,
    choices: own.choices,
    history: state.history.map((played) => moveView(state, seat, played)),
    presence: presence(state, here),
    screen,
  };
}

/** What changed in what a seat sees. */
export function change(
  state: TableState,
  seat: number,
  since: number,
  parts: Partial<StateView>,
  [old, own]: [OwnView, OwnView],
  played: PlayedMove[],
  undone: number,
): Change {
  const view = differences(old.view, own.view);
  const changed: Partial<StateView> = { ...parts, ...differences(seatParts(old), seatParts(own)) };
  return {
    type: 'change',
    table: state.header.id,
    since,
    version: state.version,
    ...(Object.keys(changed).length ? { state: changed } : {}),
    ...(Object.keys(view).length ? { view } : {}),
    ...(own.choices.length || old.choices.length ? { choices: own.choices } : {}),
    ...(played.length ? { made: played.map((one) => moveView(state, seat, one)) } : {}),
    ...(undone ? { undone } : {}),
  };
}

const seatParts = ({ takeback, exits }: OwnView) => ({ takeback, exits });

/** What this device alone may know: its seats. There is nobody to invite. */
export const linksOf = (state: TableState, chosen: number | null): Links => ({
  seat: state.seatOf(chosen),
  seats: state.mine,
  host: true,
});

/** A table in a list of tables. */
export function infoOf(state: TableState): TableInfo {
  const { id, game, players, options, rules } = state.header;
  return {
    table: id,
    game,
    status: state.status,
    players,
    seats: state.seats.map(({ kind, name, level }) => ({ kind, name: name || level, host: kind === 'person' })),
    clock: rules.clock,
    options,
    changed: state.since,
    your_seat: state.mine[0] ?? 0,
    your_turn: state.mine.includes(state.turn),
    result: state.ending,
  };
}
