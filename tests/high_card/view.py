"""What a seat is shown of High Card, and what happened in a move."""

from collections.abc import Sequence
from typing import Literal

import msgspec

from high_card import text
from high_card.rules import EVENTS, PLACES, PLAYED, State
from sidings.games.reading import Position
from sidings.kernel.events import KIND, SEAT, SOURCE, TARGET, WHAT


class View(msgspec.Struct):
    turn: int | None
    phase: Literal["play", "over"]
    hands: list[list[int | str]]
    played: list[int]
    deck: int
    highest: int  # the highest card on the table


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    do: Literal["played", "turn"]
    seat: int = 0  # whose card was played or whose turn it is; 0 at the end
    card: int | None = None
    source: str = ""
    target: str = ""


class Choice(msgspec.Struct, frozen=True):
    move: str
    card: int


def view(s: State, seat: int) -> View:
    position = text.dump(s, True)
    return View(
        turn=position["turn"],
        phase=position["phase"],
        hands=position["hands"],
        played=position["played"],
        deck=position["deck"],
        highest=max(position["played"]),
    )


def choices(s: State, actions: Sequence[int]) -> list[Choice]:
    return [
        Choice(move=text.write_move(s, action), card=int(s.hands[s.turn, action]))
        for action in actions
    ]


def tell(rows: Sequence[Sequence[int]]) -> list[Event]:
    return [_event(row) for row in rows]


def _event(row: Sequence[int]) -> Event:
    if row[KIND] != PLAYED:
        return Event(do=EVENTS[row[KIND]], seat=row[SEAT] + 1)
    return Event(
        do=EVENTS[row[KIND]],
        seat=row[SEAT] + 1,
        card=row[WHAT],
        source=PLACES[row[SOURCE]],
        target=PLACES[row[TARGET]],
    )


def follow(position: Position, event: Event) -> None:
    if event.do == "turn":
        position["turn"] = event.seat or None
        position["phase"] = "play" if event.seat else "over"
        return
    hand = position["hands"][event.seat - 1]
    hand.remove(event.card if event.card in hand else "?")
    position["played"][event.seat - 1] = event.card
