"""High Card as text: moves and positions."""

from collections.abc import Sequence
from typing import Any

from high_card.rules import CARDS, HAND, HIDDEN, NONE, State
from sidings.errors import BadPosition
from sidings.games.contract import Objection
from sidings.games.reading import Position, choice, integer, listed, seat_in_turn

KEYS = ("turn", "phase", "hands", "played", "deck")
PHASES = ("play", "over")
OBJECTIONS = {
    "not-held": "you hold {held}, not {card}",
    "over": "the game is over",
}


def write_move(s: State, action: int) -> str:
    return f"play {s.hands[s.turn, action]}"


def read_move(s: State, words: Sequence[str]) -> int | Objection | None:
    if len(words) != 2 or words[0] != "play" or not words[1].isdecimal() or s.turn == s.players:
        return None
    held = [str(card) for card in s.hands[s.turn].tolist()]
    if words[1] not in held:
        return Objection("HC-1", "not-held", held=" and ".join(held), card=words[1])
    return held.index(words[1])


def object_to(s: State, action: int) -> Objection:
    return Objection("HC-2", "over")


def dump(s: State, hidden: bool) -> Position:
    over = s.turn == s.players
    return {
        "turn": None if over else int(s.turn) + 1,
        "phase": "over" if over else "play",
        "hands": [hand(s, seat) for seat in range(s.players)],
        "played": s.played[: s.players].tolist(),
        "deck": CARDS - HAND * int(s.players) if hidden else s.deck[HAND * s.players :].tolist(),
    }


def hand(s: State, seat: int) -> list[int | str]:
    cards = [card for card in s.hands[seat].tolist() if card != NONE]
    return ["?" if card == HIDDEN else card for card in cards]


def load(position: Position, s: State) -> None:
    over = choice(position["phase"], "phase", PHASES) == 1
    seat = seat_in_turn(position, s.players, over)
    s.turn = s.players if over else seat
    for i, card in enumerate(listed(position["played"], "played", s.players)):
        s.played[i] = integer(card, "played", 0, CARDS)
    for player, held in enumerate(listed(position["hands"], "hands", s.players)):
        for i, card in enumerate(listed(held, "hands", HAND - (s.played[player] != NONE))):
            s.hands[player, i] = integer(card, "hands", 1, CARDS)
    rest = CARDS - HAND * s.players
    for i, card in enumerate(listed(position["deck"], "deck", rest)):
        s.deck[HAND * s.players + i] = integer(card, "deck", 1, CARDS)
    if cards(s) != list(range(1, CARDS + 1)):
        raise BadPosition("deck", "every card must be there once")


def cards(s: State) -> list[Any]:
    everywhere = [*s.hands[: s.players].flat, *s.played, *s.deck[HAND * s.players :]]
    return sorted(int(card) for card in everywhere if card != NONE)
