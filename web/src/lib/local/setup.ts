// New tables on this device: a header, a secret, and the entries that they begin with (`server/setup.py`).
import { RULES, type NewTableRequest, type Rules } from '../protocol';
import { apply } from './apply';
import { BadOption, type Engine } from './engine';
import type { Entry } from './entries';
import { commitment, mix, publicSecret, SECRET_BYTES } from './fairness';
import { localId, type Dealt } from './messages';
import { fromHex, hex } from './sha256';
import { Refused, TableState, type Header } from './state';
import { FORMAT, type Kept } from './store';
import { infoOf } from './views';

const ID_BYTES = 16;
const MOST_NAME = 60;

export interface Draft {
  state: TableState;
  log: Entry[];
}

export interface Chance {
  bytes(count: number): Uint8Array;
  now(): number;
}

type Fixed = Pick<Header, 'players' | 'options' | 'rules' | 'before' | 'rotation' | 'daily'>;

/** An empty table with a new id and, by default, a new secret. */
function draft(
  engine: Engine,
  fixed: Fixed,
  chance: Chance,
  secret = chance.bytes(SECRET_BYTES),
): Draft & { add: (entry: Entry) => void } {
  const header: Header = {
    id: localId(chance.bytes(ID_BYTES)),
    game: engine.name,
    rules_version: engine.rulesVersion,
    deck: null,
    created: chance.now(),
    dealer: commitment(secret),
    ...fixed,
  };
  const [state, log]: [TableState, Entry[]] = [new TableState(header, secret, engine), []];
  const add = (entry: Entry) => {
    apply(state, entry);
    log.push(entry);
  };
  return { state, log, add };
}

/** The table that a request asks for, dealt; with a date, the deal of that day (`bots/daily.py`). */
export function draftTable(engine: Engine, plan: NewTableRequest, name: string, chance: Chance, daily?: string): Draft {
  const players = plan.seats.length;
  if (plan.seats.some(({ kind }) => kind !== 'me' && kind !== 'bot') || !plan.seats.some(({ kind }) => kind === 'me'))
    throw new Refused('bad-option', 'a table on this device has people who share it, and bots');
  const rules = { ...RULES, ...plan.rules };
  const options = checked(engine, plan.options ?? {}, players);
  const fixed = { players, options, rules, before: null, rotation: 0, ...(daily ? { daily } : {}) };
  const secret = daily ? publicSecret(`daily ${engine.name} ${daily}`) : undefined;
  const { state, log, add } = draft(engine, fixed, chance, secret);
  const at = state.header.created;
  plan.seats.forEach((planned, i) => {
    const seat = i + 1;
    if (planned.kind === 'me') {
      add({ do: 'sit', seat, name: (planned.name ?? name).trim().slice(0, MOST_NAME), at });
      if (plan.words) add({ do: 'contribute', seat, words: plan.words, at });
    } else add({ do: 'bot', seat, level: planned.level ?? '', at });
  });
  add({ do: 'start', commitment: commitment(state.key()), at });
  return { state, log };
}

/** A game as another one was before a move: whoever made that move plays on, bots have the other seats. */
export function draftBranch(
  engine: Engine,
  dealt: Dealt,
  { move, level, rules, name }: { move: number; level: string; rules: Partial<Rules>; name: string },
  chance: Chance,
): Draft {
  if (dealt.rules_version !== engine.rulesVersion)
    throw new Refused('other-rules', 'this table is played by another version of the rules');
  const moves = dealt.moves.slice(0, move);
  const words = new Map(Object.entries(dealt.words).map(([seat, text]) => [Number(seat), text]));
  const secret = fromHex(dealt.secret);
  const { players } = dealt;
  const options = checked(engine, dealt.options, players);
  let position = engine.deal(mix(secret, words), players, options);
  const movers = moves.map((text) => {
    const seat = engine.turn(position);
    const read = engine.read(position, seat, text);
    if (!read.legal) throw new Refused('damaged', read.reason);
    position = engine.play(position, read.action).position;
    return seat;
  });
  const own = movers.pop();
  if (!own) throw new Refused('not-allowed', 'there is no such move');
  const fixed = { players, options, rules: { ...RULES, ...rules }, before: null, rotation: 0 };
  const { state, log, add } = draft(engine, fixed, chance, secret);
  const at = state.header.created;
  for (let seat = 1; seat <= players; seat++)
    add(seat === own ? { do: 'sit', seat, name, at } : { do: 'bot', seat, level, at });
  for (const [seat, text] of words) add({ do: 'contribute', seat, words: text, at });
  add({ do: 'start', commitment: commitment(state.key()), at });
  movers.forEach((seat, i) =>
    add({ do: 'move', seat, move: moves[i]!, at, ...(seat === own ? {} : { by: 'bot' as const }) }),
  );
  return { state, log };
}

/** Every option, or Refused with a sentence. */
export function checked(engine: Engine, options: Record<string, number | string>, players: number) {
  try {
    return engine.checkOptions(options, players);
  } catch (error) {
    if (error instanceof BadOption) throw new Refused('bad-option', error.message);
    throw error;
  }
}

/** The same table again, with everybody one seat further. */
export function draftRematch(old: TableState, chance: Chance): Draft {
  const { id, players, options, rules, rotation } = old.header;
  const fixed = { players, options, rules, before: id, rotation: (rotation + 1) % players };
  const { state, log, add } = draft(old.engine, fixed, chance);
  const at = state.header.created;
  [...old.seats.slice(1), ...old.seats.slice(0, 1)].forEach(({ kind, name, level }, i) => {
    if (kind === 'person') add({ do: 'sit', seat: i + 1, name, at });
    else add({ do: 'bot', seat: i + 1, level: level || rules.stand_in, at });
  });
  add({ do: 'start', commitment: commitment(state.key()), at });
  return { state, log };
}

/** A table as it is stored. */
export function kept(state: TableState, log: readonly Entry[]): Kept {
  const { header, secret } = state;
  return { format: FORMAT, id: header.id, header, secret: hex(secret), log: [...log], info: infoOf(state) };
}
