"""High Card: the smallest game that keeps the contract, as a third party would write one.

Twelve cards; two are dealt to each of two or three players; each plays one; the highest wins.
"""

import sys
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from rich.text import Text

from sidings.errors import BadPosition
from sidings.games.contract import Game, Objection
from sidings.games.reading import Position, choice, integer, listed, seat_in_turn
from sidings.kernel import (
    Array,
    Record,
    bind,
    field,
    kernel,
    next_word,
    record_dtype,
    shuffle,
    shuffle_fast,
)

CARDS, HIDDEN, NONE = 12, -1, 0
PHASES = ("play", "over")


class State(Record):
    turn: int = field(np.int8)
    hands: Array = field(np.int8, 3, 2)
    played: Array = field(np.int8, 3)
    deck: Array = field(np.int8, CARDS)


@kernel
def deal(s: State) -> None:
    for i in range(CARDS):
        s.deck[i] = i + 1
    shuffle(s, s.deck, 0, CARDS)
    for seat in range(s.players):
        for i in range(2):
            s.hands[seat, i] = s.deck[2 * seat + i]


@kernel
def actor(s: State) -> int:
    return -1 if s.turn == s.players else int(s.turn)


@kernel
def legal(s: State, out: Array) -> int:
    out[0], out[1] = 0, 1
    return 2


@kernel
def apply(s: State, action: int, events: Array | None = None) -> None:
    s.played[s.turn] = s.hands[s.turn, action]
    s.hands[s.turn, action] = NONE
    s.turn += 1


@kernel
def score(s: State, out: Array) -> None:
    for seat in range(s.players):
        out[seat] = s.played[seat]


@kernel
def rank(s: State, out: Array) -> None:
    for seat in range(s.players):
        out[seat] = 1
        for other in range(s.players):
            out[seat] += s.played[other] > s.played[seat]


@kernel
def hide(s: State, seat: int) -> None:
    s.key[:] = 0
    s.deck[:] = HIDDEN
    for other in range(s.players):
        for i in range(2):
            if other != seat and s.hands[other, i] != NONE:
                s.hands[other, i] = HIDDEN


@kernel
def guess(s: State, seat: int, rng: Array) -> None:
    for i in range(8):
        s.key[i] = next_word(rng)
    seen = np.zeros(CARDS + 1, np.int8)
    for other in range(s.players):
        seen[s.played[other]] = 1
        for i in range(2):
            if s.hands[other, i] != HIDDEN:
                seen[s.hands[other, i]] = 1
    unseen = np.array([card for card in range(1, CARDS + 1) if seen[card] == 0])
    shuffle_fast(rng, unseen, 0, unseen.size)
    n = 0
    for other in range(s.players):
        for i in range(2):
            if s.hands[other, i] == HIDDEN:
                s.hands[other, i] = unseen[n]
                n += 1
    used = 2 * s.players
    for i in range(CARDS - used):
        s.deck[used + i] = unseen[n + i]


def _card(card: int) -> int | str:
    return "?" if card == HIDDEN else int(card)


DTYPE = record_dtype(State)
bind(DTYPE, sys.modules[__name__])


class HighCard(Game[State]):
    name = "high-card"
    title = "High Card"
    rules_version = 1
    players = range(2, 4)
    dtype = DTYPE
    actions = 2
    keys = ("turn", "phase", "hands", "played", "deck")

    def prepare(self, s: State, options: Mapping[str, int | str]) -> None:
        """There is nothing to prepare."""

    def read_options(self, s: State) -> dict[str, int | str]:
        return {}

    def write_move(self, s: State, action: int) -> str:
        return f"play {s.hands[s.turn, action]}"

    def read_move(self, s: State, words: Sequence[str]) -> int | Objection | None:
        match words:
            case ["play", card] if card.isdecimal() and s.turn < s.players:
                held = [str(held) for held in s.hands[s.turn]]
                return held.index(card) if card in held else Objection("HC-1", "not in your hand")
        return None

    def object_to(self, s: State, action: int) -> Objection:
        return Objection("HC-2", "the game is over")

    def dump(self, s: State, hidden: bool) -> Position:
        over = s.turn == s.players
        return {
            "turn": None if over else int(s.turn) + 1,
            "phase": "over" if over else "play",
            "hands": [
                ["?" if c == HIDDEN else int(c) for c in s.hands[p]] for p in range(s.players)
            ],
            "played": s.played[: s.players].tolist(),
            "deck": CARDS - 2 * int(s.players) if hidden else s.deck[2 * s.players :].tolist(),
        }

    def load(self, position: Position, s: State) -> None:
        over = choice(position["phase"], "phase", PHASES) == 1
        seat = seat_in_turn(position, s.players, over)
        s.turn = s.players if over else seat
        cards = [card for hand in position["hands"] for card in hand]
        for i, card in enumerate(listed(cards, "hands", 2 * s.players)):
            s.hands[i // 2, i % 2] = integer(card, "hands", 0, CARDS)
        for i, card in enumerate(listed(position["played"], "played", s.players)):
            s.played[i] = integer(card, "played", 0, CARDS)
        rest = CARDS - 2 * s.players
        for i, card in enumerate(listed(position["deck"], "deck", rest)):
            s.deck[2 * s.players + i] = integer(card, "deck", 1, CARDS)
        if self.cards(s) != list(range(1, CARDS + 1)):
            raise BadPosition("deck", "every card must be there once")

    def cards(self, s: State) -> list[Any]:
        everywhere = [*s.hands[: s.players].flat, *s.played, *s.deck[2 * s.players :]]
        return sorted(int(card) for card in everywhere if card != NONE)

    def draw(self, s: State, seat: int, names: Sequence[str]) -> Text:
        return Text(str(s.played.tolist()))
