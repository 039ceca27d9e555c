"""Game of Trains: what a judge is told who sees all cards.

Every train as it is, from the point of view of any seat, whoever is to move; the cards that were
drawn and are not placed yet; and which cards the deck has, though not in which order.
"""

import sys

from sidings.games.game_of_trains.bot import row_of
from sidings.games.game_of_trains.net import (
    BUCKET,
    BUCKETS,
    KINDS,
    MOST_UNSEEN,
    TRAIN,
    WORTH,
    copy_train,
    put_train,
    remember,
    sloped,
)
from sidings.games.game_of_trains.net import SENSES as NET_SENSES
from sidings.games.game_of_trains.rules import CARDS, DRAW, DTYPE, NONE, PHASES, PLAYERS, State
from sidings.games.parts import NOTHING, Input, Senses, put_nobody
from sidings.kernel import Array, bind, kernel

SEATS = PLAYERS[-1]
SEAT = (Input("drawn", 1, CARDS + 1, ordered=True), Input("to move, present", 2, 1))
SENSES = Senses(
    own=(
        *sloped(TRAIN, -WORTH),
        *SEAT,
        Input("to move", 1, SEATS),
        Input("phase", 1, len(PHASES)),
        Input("players", 1, len(PLAYERS)),
        Input("numbers in the deck", BUCKETS, BUCKET + 1, ordered=True),
        Input("abilities in the deck", KINDS, MOST_UNSEEN + 1, ordered=True),
    ),
    others=(*sloped(TRAIN, WORTH), *SEAT),
    seats=SEATS,
    scratch=(2, CARDS + 1),
    memory=NET_SENSES.memory,
    kind=NET_SENSES.kind,
)
OWN_COUNT, OTHERS_COUNT = SENSES.own_count, SENSES.others_count
AS_IT_IS = DRAW  # the action that changes nothing on the table


@kernel
def see_all(s: State, seat: int, scratch: Array, out: Array) -> None:
    players, row = int(s.players), row_of(s)
    n = _put_seat(s, seat, row, scratch, out, 0)
    _put_table(s, seat, out, n)
    n = OWN_COUNT
    for other in range(1, SEATS):
        if other < players:
            n = _put_seat(s, (seat + other) % players, row, scratch, out, n)
        else:
            n = put_nobody(out, n, OTHERS_COUNT)


@kernel
def _put_seat(s: State, seat: int, row: int, scratch: Array, out: Array, n: int) -> int:
    train, memories = scratch[0], scratch[1:]
    copy_train(s, seat, AS_IT_IS, train)
    known = memories[remember(train, train, memories)]
    n = put_train(s, seat, AS_IT_IS, row, train, known, out, n)
    drawn = int(s.drawn[seat, 0])
    out[n] = drawn if drawn != NONE else NOTHING
    out[n + 1] = 0 if s.turn == seat else NOTHING
    out[n + 2] = 0
    return n + 3


@kernel
def _put_table(s: State, seat: int, out: Array, n: int) -> None:
    players = int(s.players)
    out[n] = (int(s.turn) - seat + players) % players
    out[n + 1] = s.phase
    out[n + 2] = players - 2
    n += 3
    for i in range(BUCKETS + KINDS):
        out[n + i] = 0
    for i in range(s.deck_size):
        card = int(s.deck[i])
        out[n + (card - 1) // BUCKET] += 1
        kind = n + BUCKETS + int(s.ability[card])
        out[kind] = min(int(out[kind]) + 1, MOST_UNSEEN)


bind(DTYPE, sys.modules[__name__])
