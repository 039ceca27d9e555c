"""Mexican Train: all that a position shows, in one row of numbers."""

from sidings.games.mexican_train.state import (
    DOMINO,
    DOMINOES,
    HIGH,
    LOW,
    MEXICAN,
    NUMBERS,
    OVER,
    SEATS,
    TRAINS,
    State,
    holds,
    lowest_bit,
    matches,
    open_trains,
)
from sidings.kernel import Array, kernel

# What ``survey`` writes: these numbers, the trains with unconfirmed doubles, who laid these, four
# rows by seat, the Mexican train's open end, then each hand and each train, the Mexican last, as a
# count and its dominoes.
SURVEYED = 14
BY_SEAT = SURVEYED + 2 * TRAINS  # where these begin
SEAT_ROWS = 4  # scores, hand sizes, pips, open ends
MOST_SURVEYED = BY_SEAT + SEAT_ROWS * SEATS + 1 + SEATS + TRAINS + DOMINOES


@kernel
def survey(s: State, viewer: int, out: Array) -> int:
    """Write all that a state shows and what follows from it; returns how many numbers.

    One call, since reading a record field by field takes Python much longer.
    """
    players = int(s.players)
    out[0] = players
    out[1] = s.phase
    out[2] = s.turn
    out[3] = s.round_number
    out[4] = s.engine
    out[5] = s.double
    out[6] = s.passes
    out[7] = s.drawn
    out[8] = s.markers
    out[9] = s.first_turns
    out[10] = s.boneyard_size
    out[11] = 0 if s.phase == OVER else open_trains(s)
    out[12] = s.more
    out[13] = s.called
    n = SURVEYED
    for i in range(TRAINS):
        out[n + i] = s.waiting[i]
        out[n + TRAINS + i] = s.laid_by[i]
    n = BY_SEAT
    for seat in range(players):
        out[n + seat] = s.scores[seat]
        out[n + players + seat] = s.hand_sizes[seat]
        out[n + 2 * players + seat] = pips(s, seat) + _pips_drawn(s, seat)
        out[n + 3 * players + seat] = s.end[seat]
    n += SEAT_ROWS * players
    out[n] = s.end[MEXICAN]
    n += 1
    for seat in range(players):
        count = list_hand(s, seat, out[n + 1 :])
        out[n] = count
        n += 1 + count
    for train in range(players + 1):
        count = list_train(s, train if train < players else MEXICAN, out[n + 1 :])
        out[n] = count
        n += 1 + count
    return n


@kernel
def _pips_drawn(s: State, seat: int) -> int:
    """What the domino drawn would add to a hand (MT-24)."""
    if seat != s.turn or s.drawn >= DOMINOES:
        return 0
    extra = int(s.double_blank) if s.drawn == DOMINO[0, 0] else 0
    return int(LOW[s.drawn] + HIGH[s.drawn]) + extra


@kernel
def list_hand(s: State, seat: int, out: Array) -> int:
    """Write the dominoes of a hand, sorted by their smaller number; none of a hidden one."""
    n = 0
    for low in range(NUMBERS):
        others = matches(s, seat, low) >> low << low  # each domino once
        while others != 0:
            out[n] = DOMINO[low, lowest_bit(others)]
            n += 1
            others &= others - 1
    return n


@kernel
def list_train(s: State, train: int, out: Array) -> int:
    """Write a train from the station on, each domino as it lies: NUMBERS * inner + outer."""
    n = 0
    domino = s.last[train]
    while domino < DOMINOES:
        n += 1
        domino = s.before[domino]
    domino = s.last[train]
    outer = int(s.end[train])
    for i in range(n - 1, -1, -1):
        inner = int(LOW[domino] + HIGH[domino]) - outer
        out[i] = NUMBERS * inner + outer
        outer = inner
        domino = s.before[domino]
    return n


@kernel
def pips(s: State, seat: int) -> int:
    """MT-24: what is left in a hand."""
    total = 0
    for number in range(s.highest + 1):
        others = matches(s, seat, number)
        if others >> number & 1:
            total += number  # a double has its number twice
        while others != 0:
            total += number
            others &= others - 1
    if holds(s, seat, DOMINO[0, 0]):
        total += int(s.double_blank)
    return total
