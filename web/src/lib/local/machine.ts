/** The WebAssembly module of a game with room for what its kernels read and write. */
import type { Position, Told } from './engine';

export const COLUMNS = 6; // of an event
const TERMS = 8; // of a rating
export const SUMS = 3; // of what a candidate was worth
const WORLDS_SEEN = 32; // that a preview looks at
const FEW = 4; // worlds, squared, that are looked at to offer a take-back
const SURE = 64; // the same, to grant it
const SURVEYED = 1 << 13; // bytes

/** A network of a game: the one that plays, or the judge who sees all cards. */
export type NetworkPart = 'net' | 'judge';

type Kernel = (...values: number[]) => number;
export type Kernels = Record<string, Kernel> & { memory: WebAssembly.Memory };

/** What the script of a game says of its record and its moves. */
export interface Sizes {
  size: number;
  actions: number;
  mostEvents: number;
  players: number[];
  networks: Partial<Record<NetworkPart, number>>; // bytes of their files
}

export class Machine {
  readonly kernels: Kernels;
  readonly sizes: Sizes;
  // Addresses.
  readonly state: number;
  readonly hidden: number;
  readonly work: number; // three states
  readonly view: number;
  readonly world: number;
  readonly actions: number;
  readonly candidates: number;
  readonly terms: number;
  readonly style: number; // the per cent of each term that counts
  readonly events: number;
  readonly chance: number; // two generators
  readonly scores: number;
  readonly places: number;
  readonly sums: number; // a row for each candidate
  readonly values: number;
  readonly scratch: number;
  readonly shares: number; // of the win, by seat
  readonly #loaded = new Set<NetworkPart>();

  constructor(module: WebAssembly.Module, sizes: Sizes) {
    this.kernels = new WebAssembly.Instance(module).exports as unknown as Kernels;
    this.sizes = sizes;
    const { size, actions, mostEvents, players } = sizes;
    const seats = players.at(-1)!;
    this.state = this.#room(size);
    this.hidden = this.#room(size);
    this.work = this.#room(3 * size);
    this.view = this.#room(size);
    this.world = this.#room(size);
    this.actions = this.#room(2 * 2 * actions);
    this.candidates = this.#room(2 * actions);
    this.terms = this.#room(8 * TERMS * actions);
    this.style = this.#room(8 * TERMS);
    this.events = this.#room(2 * COLUMNS * (mostEvents + 1));
    this.chance = this.#room(2 * 4 * 8);
    this.scores = this.#room(8 * seats);
    this.places = this.#room(8 * seats);
    this.sums = this.#room(8 * SUMS * actions);
    this.values = this.#room(4 * actions);
    this.scratch = this.#room(Math.max(SURVEYED, 2 * actions));
    this.shares = this.#room(8 * seats);
  }

  #room(bytes: number): number {
    const address = this.kernels.allocate!(bytes);
    if (address === 0) throw new RangeError('the game has no more memory');
    return address;
  }

  // --- Memory

  bytes(address: number, count: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.kernels.memory.buffer as ArrayBuffer, address, count);
  }

  shorts(address: number, count: number): Int16Array<ArrayBuffer> {
    return new Int16Array(this.kernels.memory.buffer as ArrayBuffer, address, count);
  }

  longs(address: number, count: number): BigInt64Array {
    return new BigInt64Array(this.kernels.memory.buffer, address, count);
  }

  put(position: Position, address = this.state): void {
    this.bytes(address, this.sizes.size).set(position);
  }

  get(address = this.state): Position {
    return this.bytes(address, this.sizes.size).slice();
  }

  /** Hides a position for a seat, from 0, at an address. */
  hide(position: Position, seat: number, address = this.hidden): void {
    this.put(position, address);
    this.kernels.hide!(address, seat);
  }

  /** A network of the game, which has its place in the module. */
  setNetwork(part: NetworkPart, file: Uint8Array): void {
    if (file.length !== this.sizes.networks[part]) throw new RangeError(`this is another ${part}`);
    this.bytes(this.kernels[`${part}_place`]!(), file.length).set(file);
    this.#loaded.add(part);
  }

  // --- The verbs

  actor(address: number): number {
    return this.kernels.actor!(address);
  }

  legal(address: number): number[] {
    const n = this.kernels.legal!(address, this.actions);
    return Array.from(this.shorts(this.actions, n));
  }

  apply(address: number, action: number): Told {
    this.shorts(this.events, COLUMNS).fill(0);
    this.kernels.apply!(address, action, this.events);
    const rows = this.shorts(this.events, 1)[0]! + 1;
    return this.shorts(this.events, COLUMNS * rows).slice();
  }

  hideEvents(told: Told, seat: number): Told {
    this.shorts(this.events, told.length).set(told);
    this.kernels.hide_events!(this.events, seat);
    return this.shorts(this.events, told.length).slice();
  }

  outcome(address: number, players: number): { scores: number[]; ranking: number[] } {
    this.kernels.outcome!(address, this.scores, this.places);
    const read = (place: number) => Array.from(this.longs(place, players), Number);
    return { scores: read(this.scores), ranking: read(this.places) };
  }

  /** Whether a seat, from 0, can foresee what it sees after an action; then that lies at the third place of work. */
  foresee(position: Position, seat: number, action: number): boolean {
    this.hide(position, seat, this.work);
    const told = [this.work, this.work, seat, action, WORLDS_SEEN, this.actions, this.chance];
    return this.kernels.foresee!(...told) !== 0;
  }

  get foreseen(): number {
    return this.work + 2 * this.sizes.size;
  }

  reveals(before: Position, seat: number, action: number, sure: boolean): boolean {
    this.put(before);
    const room = [this.state, this.view, this.world, this.work, this.work];
    return this.kernels.reveals!(...room, seat, action, sure ? SURE : FEW, this.actions, this.chance) !== 0;
  }

  // --- Bots

  /** Lets a kernel use a generator that is kept elsewhere. */
  withChance<Result>(state: BigInt64Array, use: (address: number) => Result): Result {
    this.longs(this.chance, 4).set(state);
    const result = use(this.chance);
    state.set(this.longs(this.chance, 4));
    return result;
  }

  seeded(seed: number, stream: number): BigInt64Array {
    this.kernels.seed!(this.chance, seed, stream);
    return this.longs(this.chance, 4).slice();
  }

  /** Without a style all terms count as they are. */
  setStyle(style: readonly number[]): void {
    this.longs(this.style, TERMS).set(Array.from({ length: TERMS }, (_, term) => BigInt(style[term] ?? 100)));
  }

  setActions(actions: readonly number[], address: number): void {
    this.shorts(address, actions.length).set(actions);
  }

  /** The terms of the rating of each action in the hidden state. */
  rate(actions: readonly number[], depth: number): Float64Array[] {
    this.setActions(actions, this.actions);
    this.kernels.rate!(this.hidden, depth, this.actions, actions.length, this.terms);
    return actions.map((_, k) =>
      new Float64Array(this.kernels.memory.buffer, this.terms + 8 * TERMS * k, TERMS).slice(),
    );
  }

  /** Each seat's chance to win, as the judge sees it; null without one. */
  prospects(position: Position, players: number): number[] | null {
    if (!this.#loaded.has('judge') || !this.kernels.prospects) return null;
    this.put(position, this.work);
    this.#shares(players).fill(0);
    this.kernels.prospects(this.work, 1, this.actions, this.places, this.shares);
    return Array.from(this.#shares(players));
  }

  /** How much an action gains each seat by luck; null without a judge. */
  luck(position: Position, action: number, players: number): number[] | null {
    if (!this.#loaded.has('judge') || !this.kernels.luck) return null;
    this.put(position);
    this.#shares(players).fill(0);
    const { state, work, actions, places, shares } = this;
    this.kernels.luck(state, action, work, actions, places, shares);
    return Array.from(this.#shares(players));
  }

  #shares(players: number): Float64Array {
    return new Float64Array(this.kernels.memory.buffer, this.shares, players);
  }

  /** What the network thinks of each action in the hidden state. */
  judge(actions: readonly number[]): number[] {
    if (!this.#loaded.has('net')) throw new Error('the network has not been loaded');
    this.setActions(actions, this.actions);
    this.kernels.judge!(this.hidden, this.actions, actions.length, this.values);
    return Array.from(new Int32Array(this.kernels.memory.buffer, this.values, actions.length));
  }
}
