// What the player is in the middle of: a card chosen from the row or from the hand, the first of two
// wagons, a move that is previewed. It knows the choices that were sent, and no rule.
import type { Ability } from './cards';
import { DRAW, PLACE, PROTECT, USE, type Choice, type View } from './types';

/** What a tap leads to. */
export type Outcome =
  | { do: 'play'; move: string }
  | { do: 'preview'; choice: Choice }
  /** Ask the server why this move is not possible. */
  | { do: 'ask'; move: string }
  /** The chosen card cannot be used on this wagon. */
  | { do: 'refuse'; ability: Ability }
  | null;

interface Table {
  view: View;
  choices: Choice[];
  /** The seat whose train is drawn large. */
  seat: number;
}

const touches = (choice: Choice, wagon: number | null) => wagon === null || (choice.wagons ?? []).includes(wagon);

export class Selection {
  /** The ability chosen from the row. */
  ability = $state<Ability | null>(null);
  /** The drawn card chosen in the set-up. */
  picked = $state<number | null>(null);
  /** The position of the first wagon of a swap. */
  first = $state<number | null>(null);
  /** The move that is previewed, and the view that it leads to once it is known. */
  pending = $state.raw<{ choice: Choice; seen: View | null } | null>(null);

  #table: () => Table;

  constructor(table: () => Table) {
    this.#table = table;
  }

  #hand = $derived.by(() => {
    const { view, seat } = this.#table();
    return view.hands[seat - 1] ?? [];
  });
  #kept = $derived.by(() => {
    const [only, ...others] = this.#hand;
    return this.picked ?? (typeof only === 'number' && !others.length ? only : null);
  });
  #options = $derived.by(() => {
    const { view, choices } = this.#table();
    if (view.phase === 'turn') return choices.filter((one) => one.ability && one.ability === this.ability);
    return choices.filter((one) => one.card === this.#kept);
  });
  #targets = $derived.by(() => {
    const found = this.#options.filter((one) => touches(one, this.first)).flatMap((one) => one.wagons ?? []);
    return found.filter((wagon) => wagon !== this.first);
  });

  /** The cards that the player has drawn. */
  get hand(): View['hands'][number] {
    return this.#hand;
  }

  /** The drawn card that will be placed. */
  get kept(): number | null {
    return this.#kept;
  }

  /** The positions of the wagons that can be chosen next. */
  get targets(): number[] {
    return this.#targets;
  }

  /** Whether two wagons are being chosen, which can also be dragged. */
  get isSwap(): boolean {
    return this.#options.some((one) => one.do === 'swap');
  }

  /** Where the previewed move removes a seat's wagon; 0 for nowhere. */
  doomed(seat: number): number {
    const { seats, wagons } = this.pending?.choice ?? {};
    return seats?.includes(seat) ? (wagons?.[0] ?? 0) : 0;
  }

  forget(): void {
    this.ability = null;
    this.picked = null;
    this.first = null;
    this.pending = null;
  }

  /** The view that a previewed move leads to has arrived. */
  foresee(choice: Choice, seen: View | null): void {
    if (this.pending?.choice === choice) this.pending = { choice, seen };
  }

  tapPile(): Outcome {
    const draw = this.#table().choices.find((one) => one.do === 'draw');
    return draw ? { do: 'play', move: draw.move } : { do: 'ask', move: DRAW };
  }

  tapAbility(ability: Ability): Outcome {
    const was = this.ability;
    this.forget();
    if (was === ability) return null;
    const found = this.#table().choices.filter((one) => one.ability === ability);
    if (!found.length) return { do: 'ask', move: USE[ability] };
    this.ability = ability;
    return found.length === 1 && found[0] ? this.#preview(found[0]) : null;
  }

  tapWagon(wagon: number): Outcome {
    if (this.pending) {
      const { choice } = this.pending;
      this.pending = null;
      this.first = null;
      if (choice.do === 'remove') {
        this.forget();
        return null;
      }
    }
    const found = this.#options.filter((one) => touches(one, this.first) && touches(one, wagon));
    if (this.#table().view.phase !== 'turn' || !this.ability) {
      return found[0] ? { do: 'play', move: found[0].move } : { do: 'ask', move: PLACE[wagon - 1] ?? DRAW };
    }
    if (this.first === wagon) {
      this.first = null;
      return null;
    }
    if (found.length === 1 && found[0]) return this.#preview(found[0]);
    if (found.length) {
      this.first = wagon;
      return null;
    }
    return this.#refuse(wagon, this.ability);
  }

  #preview(choice: Choice): Outcome {
    this.pending = { choice, seen: null };
    return { do: 'preview', choice };
  }

  #refuse(wagon: number, ability: Ability): Outcome {
    const { view, seat } = this.#table();
    const protect = PROTECT[wagon - 1];
    if (ability === 'protect' && protect && view.protected[seat - 1]?.[wagon - 1]) return { do: 'ask', move: protect };
    return { do: 'refuse', ability };
  }
}
