"""High Card: the rules."""

import sys

import numpy as np

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
    tell,
)
from sidings.kernel.events import EVERYBODY, NOWHERE

# --- Constants ------------------------------------------------------------------------------------

PLAYERS = range(2, 4)
SEATS = 3
CARDS = 12
HAND = 2
NONE, HIDDEN = 0, -1  # no card; a card that the viewer may not know

# What can happen, and where: a hand, the table, or nowhere.
EVENTS = ("played", "turn")
PLAYED, TURN = range(2)
PLACES = ("hand", "table")
IN_HAND, ON_TABLE = range(2)

ACTIONS = HAND  # play the first or the second card


# --- State ----------------------------------------------------------------------------------------


class State(Record):
    turn: int = field(np.int8)  # the number of players when the game is over
    hands: Array = field(np.int8, SEATS, HAND)
    played: Array = field(np.int8, SEATS)
    deck: Array = field(np.int8, CARDS)


# --- Deal -----------------------------------------------------------------------------------------


@kernel
def deal(s: State) -> None:
    for i in range(CARDS):
        s.deck[i] = i + 1
    shuffle(s, s.deck, 0, CARDS)
    for seat in range(s.players):
        for i in range(HAND):
            s.hands[seat, i] = s.deck[HAND * seat + i]


# --- Legal ----------------------------------------------------------------------------------------


@kernel
def actor(s: State) -> int:
    return -1 if s.turn == s.players else int(s.turn)


@kernel
def legal(s: State, out: Array) -> int:
    out[0], out[1] = 0, 1
    return HAND


# --- Apply ----------------------------------------------------------------------------------------


@kernel
def apply(s: State, action: int, events: Array | None = None) -> None:
    seat = int(s.turn)
    card = s.hands[seat, action]
    s.played[seat] = card
    s.hands[seat, action] = NONE
    tell(events, PLAYED, seat, card, IN_HAND, ON_TABLE, EVERYBODY)
    s.turn += 1
    tell(events, TURN, actor(s), NONE, NOWHERE, NOWHERE, EVERYBODY)


# --- Scoring --------------------------------------------------------------------------------------


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


# --- Hiding ---------------------------------------------------------------------------------------


@kernel
def hide(s: State, seat: int) -> None:
    s.key[:] = 0
    s.deck[:] = HIDDEN
    for other in range(s.players):
        for i in range(HAND):
            if other != seat and s.hands[other, i] != NONE:
                s.hands[other, i] = HIDDEN


# --- Guessing -------------------------------------------------------------------------------------


@kernel
def guess(s: State, seat: int, rng: Array) -> None:
    for i in range(8):
        s.key[i] = next_word(rng)
    seen = np.zeros(CARDS + 1, np.int8)
    for other in range(s.players):
        seen[s.played[other]] = 1
        for i in range(HAND):
            if s.hands[other, i] != HIDDEN:
                seen[s.hands[other, i]] = 1
    unseen = np.array([card for card in range(1, CARDS + 1) if seen[card] == 0])
    shuffle_fast(rng, unseen, 0, unseen.size)
    n = 0
    for other in range(s.players):
        for i in range(HAND):
            if s.hands[other, i] == HIDDEN:
                s.hands[other, i] = unseen[n]
                n += 1
    used = HAND * s.players
    for i in range(CARDS - used):
        s.deck[used + i] = unseen[n + i]


DTYPE = record_dtype(State)
bind(DTYPE, sys.modules[__name__])
