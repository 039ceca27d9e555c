// What the player is in the middle of: an exchange of wagons, of which one half is chosen.
import type { Moves } from './moves';
import type { Choice } from './types';

export interface Want {
  kind: string;
  seat: number;
}

export class Selection {
  give = $state<string | null>(null);
  want = $state.raw<Want | null>(null);

  /** `moves` are those that can be made now, `kinds` all kinds of wagons, `rivals` the other seats. */
  constructor(
    readonly moves: () => Moves,
    readonly kinds: () => string[],
    readonly rivals: () => number[],
  ) {}

  #trades(): Choice[] {
    return this.moves().choices.filter((choice) => choice.do === 'trade');
  }

  /** Whether one can give such a wagon, for what is wanted or for anything. */
  canGive(kind: string): boolean {
    const { want } = this;
    return this.#trades().some(
      (one) => one.give === kind && (!want || (one.want === want.kind && one.seat === want.seat)),
    );
  }

  canWant(kind: string, seat: number): boolean {
    return this.#trades().some(
      (one) => one.want === kind && one.seat === seat && (!this.give || one.give === this.give),
    );
  }

  wants(kind: string, seat: number): boolean {
    return this.want?.kind === kind && this.want.seat === seat;
  }

  tapOwn(kind: string): void {
    if (this.give === kind) {
      this.give = null;
    } else if (this.canGive(kind) || this.want) {
      this.give = kind;
      this.#settle();
    } else {
      this.#ask(kind, this.#another(kind), this.rivals()[0] ?? 1);
    }
  }

  tapOther(kind: string, seat: number): void {
    if (this.wants(kind, seat)) {
      this.want = null;
    } else if (this.canWant(kind, seat)) {
      this.want = { kind, seat };
      this.#settle();
    } else {
      this.#ask(this.give ?? this.#given(kind), kind, seat);
    }
  }

  forget(): void {
    this.give = null;
    this.want = null;
  }

  /** Both halves are chosen. */
  #settle(): void {
    if (this.give && this.want) this.#ask(this.give, this.want.kind, this.want.seat);
  }

  #ask(give: string, want: string, seat: number): void {
    this.moves().attempt({ do: 'trade', give, want, seat });
  }

  #another(kind: string): string {
    return this.kinds().find((one) => one !== kind) ?? kind;
  }

  /** A wagon that could be given, so that the answer is about the other half. */
  #given(kind: string): string {
    return this.#trades().find((one) => one.give !== kind)?.give ?? this.#another(kind);
  }
}
