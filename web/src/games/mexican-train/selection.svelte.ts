// What the player is in the middle of: a domino or a lane that was chosen first. It knows the legal
// moves that the page was sent, and no rule.
import { layings, type Lane } from './dominoes';
import type { Choice } from './types';

/** What a tap leads to: a move to play, or one to ask about; null when it only chose something. */
export type Deed = { do: 'play' | 'ask'; move: string } | null;

/** A move that may not be legal, in notation, so that the server can say why. */
const moveOf = (domino: string, lane: Lane): string => `${domino} on ${lane}`;

export class Selection {
  domino: string | null = $state(null);
  lane: Lane | null = $state(null);
  readonly #choices: () => Choice[];

  /** The legal moves can change: they are read whenever they are needed. */
  constructor(choices: () => Choice[]) {
    this.#choices = choices;
  }

  get #layings() {
    return layings(this.#choices());
  }

  /** The dominoes that can be laid, on the chosen lane if there is one. */
  get playable(): string[] {
    const { lane } = this;
    return this.#layings.filter((one) => lane === null || one.lane === lane).map((one) => one.card);
  }

  /** The lanes that the chosen domino can be laid on. */
  get targets(): Lane[] {
    return this.domino === null ? [] : this.lanesFor(this.domino);
  }

  /** The lanes on which something can be laid. */
  get clear(): Lane[] {
    return this.#layings.map((one) => one.lane);
  }

  get empty(): boolean {
    return this.domino === null && this.lane === null;
  }

  lanesFor(domino: string): Lane[] {
    return this.#layings.filter((one) => one.card === domino).map((one) => one.lane);
  }

  forget(): void {
    this.domino = null;
    this.lane = null;
  }

  /** A domino was tapped; `usual` is the lane to ask about when it can be laid on none. */
  tap(domino: string, usual: Lane): Deed {
    if (this.lane !== null) return this.lay(domino, this.lane);
    const [first, ...more] = this.lanesFor(domino);
    if (first === undefined) {
      this.forget();
      return { do: 'ask', move: moveOf(domino, usual) };
    }
    if (!more.length) return this.lay(domino, first);
    this.domino = this.domino === domino ? null : domino;
    return null;
  }

  /** A lane was tapped; `usual` is the domino to ask about when nothing can be laid there. */
  pick(lane: Lane, usual: string): Deed {
    if (this.domino !== null) return this.lay(this.domino, lane);
    if (this.lane === lane) {
      this.forget();
      return null;
    }
    this.lane = this.clear.includes(lane) ? lane : null;
    return this.lane === null ? { do: 'ask', move: moveOf(usual, lane) } : null;
  }

  /** A domino is being dragged: light up where it can go. */
  lift(domino: string): void {
    this.lane = null;
    this.domino = this.lanesFor(domino).length ? domino : null;
  }

  lay(domino: string, lane: Lane): Deed {
    const found = this.#layings.find((one) => one.card === domino && one.lane === lane);
    return found ? { do: 'play', move: found.move } : { do: 'ask', move: moveOf(domino, lane) };
  }
}
