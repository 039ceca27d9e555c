"""Continental Express: what objectives, icons and spare wagons are worth, for the rule of thumb."""

import numpy as np

from sidings.games.continental_express.rules import (
    BITS,
    COLOURS,
    FOUR,
    LAST_OBJECTIVE,
    LOCOMOTIVE,
    MOST,
    PAIRS,
    SMALL_CARDS,
    TRIOS,
    TRIPLETS,
    WAGON_KINDS,
    State,
    count_of,
    icons_of,
    one_of,
)
from sidings.kernel import kernel

# --- Weights, in points ---------------------------------------------------------------------------

SLOT = 0.41  # what an objective must bring at least: there is room for four
REACH_1 = 0.74  # of an objective's value when one wagon is missing
REACH_2 = 0.5
REACH_3 = 0.2
REACH_4 = -0.2  # when it is that far it only distracts
LATE_REACH = 0.73  # for each missing wagon once somebody has three objectives
OTHERS = 0.19  # of the value of the other objectives on display
SPARE = 1.42  # a wagon for objectives to come
RARE = 4.05  # more for a rare kind, divided by its copies
SPARE_LOCOMOTIVE = 2.71
LATE_SPARE = 0.41  # of that, once somebody has three objectives
OWN_LATE_SPARE = 0.6  # of that, once the seat itself has three
PLENTY = 0.88  # of that, for each of the kind already there
HALF_PAIR = 0.15  # of what a pair brings
ONE_OF_THREE = 0.2  # of what three icons bring
TWO_OF_THREE = 0.55
ONE_OF_FOUR = 0.06  # of what four icons bring
TWO_OF_FOUR = 0.24
THREE_OF_FOUR = 0.58
ICON_OF_OTHERS = 1.71  # what an icon or a character may bring another
CONTRACT_COLOUR = 6.19  # what a contract is likely to bring
CONTRACT_PAIRS = 6.94
CONTRACT_TRIPLETS = 1.24
CONTRACT_TRIOS = 8.68
CONTRACT_FOUR = 3.74
CONTRACT_TWO_PAIRS = 2.53

EARLY, LATE, LAST = range(3)  # stages of the game
OUT_OF_REACH = 99.0

# By the number of copies; a table, since a division is slow
RARITY = RARE / np.maximum(np.arange(SMALL_CARDS + 1), 1)

# Wagons are counts by kind in one number, so that all kinds are subtracted at once.
KINDS_OF_WAGONS = (1 << BITS * WAGON_KINDS) - 1  # without the locomotives, which come last
EACH_KIND = KINDS_OF_WAGONS // MOST
ENOUGH = 0x80 * EACH_KIND  # of each kind: a bit that a subtraction leaves or borrows from

Values = tuple[float, float, float]  # of the objectives on display
Needs = tuple[int, int, int]  # wagons for the objectives on display


@kernel
def stage_of(s: State) -> int:
    """LAST in the last turn of the seat in turn, LATE when somebody lacks one objective."""
    if s.last_turns > 0:
        return LAST
    for seat in range(s.players):
        if s.validated_count[seat] == LAST_OBJECTIVE - 1:
            return LATE
    return EARLY


# --- Objectives


@kernel
def values_of(s: State, stage: int) -> Values:
    """What each objective on display would bring the seat in turn."""
    icons = icons_of(s, int(s.turn))
    return value_of(s, stage, icons, 0), value_of(s, stage, icons, 1), value_of(s, stage, icons, 2)


@kernel
def value_of(s: State, stage: int, icons: int, i: int) -> float:
    icon = icon_worth(int(s.contracts[s.turn]), icons, stage, int(s.colour[s.objectives[i]]))
    return _worthwhile(stage, float(s.points[s.objectives[i]]) + icon)


@kernel
def values_to_others(s: State, stage: int) -> Values:
    """The same for another seat, whose contract is not known."""
    return (
        _worthwhile(stage, float(s.points[s.objectives[0]]) + ICON_OF_OTHERS),
        _worthwhile(stage, float(s.points[s.objectives[1]]) + ICON_OF_OTHERS),
        _worthwhile(stage, float(s.points[s.objectives[2]]) + ICON_OF_OTHERS),
    )


@kernel
def _worthwhile(stage: int, value: float) -> float:
    """There is room for four objectives, so a small one is worth less than its points."""
    return value if stage == LAST else max(value - SLOT, 0.1)


@kernel
def needs_on_display(s: State) -> Needs:
    return (
        needs_of(s, int(s.objectives[0])),
        needs_of(s, int(s.objectives[1])),
        needs_of(s, int(s.objectives[2])),
    )


@kernel
def needs_of(s: State, objective: int) -> int:
    needs = 0
    for kind in range(WAGON_KINDS):
        needs |= int(s.needs[objective, kind]) << BITS * kind
    return needs


@kernel
def train_of(s: State, seat: int) -> int:
    """The wagons of a seat."""
    train = 0
    for kind in range(WAGON_KINDS + 1):
        train |= int(s.wagons[seat, kind]) << BITS * kind
    return train


@kernel
def lack_of(needs: int, train: int) -> int:
    """CE-12: wagons missing for an objective; locomotives stand for some."""
    short = (needs | ENOUGH) - (train & KINDS_OF_WAGONS)
    short &= ((short & ENOUGH) >> BITS - 1) * 0x7F  # nothing of the kinds that are enough
    short += short >> 4 * BITS
    short += short >> 2 * BITS
    missing = (short + (short >> BITS)) & MOST  # the sum of all five
    return max(missing - (train >> BITS * WAGON_KINDS), 0)


@kernel
def _reach(stage: int, missing: int) -> float:
    """The share of an objective's value that is there when so many wagons are missing."""
    if missing == 0:
        return 1.0
    if stage == LAST:
        return 0.0
    reach = REACH_4
    if missing == 1:
        reach = REACH_1
    elif missing == 2:
        reach = REACH_2
    elif missing == 3:
        reach = REACH_3
    if stage == LATE:
        for _ in range(missing):
            reach *= LATE_REACH
    return reach


@kernel
def progress_of(stage: int, values: Values, needs: Needs, train: int) -> float:
    """How far a train is on the way to the objectives: the best counts most."""
    one = values[0] * _reach(stage, lack_of(needs[0], train))
    two = values[1] * _reach(stage, lack_of(needs[1], train))
    three = values[2] * _reach(stage, lack_of(needs[2], train))
    best = max(one, two, three)
    if stage == LAST:
        return best
    return best + OTHERS * (one + two + three - best)


@kernel
def spare_worth(s: State, seat: int, stage: int, kind: int, there: int) -> float:
    """What a wagon is worth for objectives to come, when so many of the kind are there."""
    if stage == LAST:
        return 0.0
    value = SPARE_LOCOMOTIVE if kind == LOCOMOTIVE - 1 else SPARE + RARITY[s.copies[kind + 1]]
    if stage == LATE:
        value *= LATE_SPARE
    if s.validated_count[seat] == LAST_OBJECTIVE - 1:
        value *= OWN_LATE_SPARE
    for _ in range(there):
        value *= PLENTY
    return value


# --- Contracts


@kernel
def icon_worth(contract: int, icons: int, stage: int, colour: int) -> float:
    """What one more icon of a colour does for a contract."""
    if contract < PAIRS:
        return 2.0 if contract - 1 == colour else 0.0
    there, more = count_of(icons, colour), icons + one_of(colour)
    if contract == PAIRS:
        part = HALF_PAIR if stage != LAST else 0.0
        return 3.0 * (part if there % 2 == 0 else 1.0 - part)
    if contract == TRIPLETS:
        return 7.0 * (_third(stage, there % 3 + 1) - _third(stage, there % 3))
    if contract == TRIOS:
        return 5.0 * (_trio_share(stage, more) - _trio_share(stage, icons))
    if contract == FOUR:
        colours = _colours(icons)
        if there > 0 or colours >= 4:
            return 0.0
        return 6.0 * (_quarter(stage, colours + 1) - _quarter(stage, colours))
    return 7.0 * (_quarter(stage, _icons_in_pairs(more)) - _quarter(stage, _icons_in_pairs(icons)))


@kernel
def _third(stage: int, there: int) -> float:
    """The share of three alike that so many are worth."""
    if there == 3:
        return 1.0
    if there == 0 or stage == LAST:
        return 0.0
    return ONE_OF_THREE if there == 1 else TWO_OF_THREE


@kernel
def _quarter(stage: int, there: int) -> float:
    """The share of four icons that so many are worth."""
    if there == 4:
        return 1.0
    if there == 0 or stage == LAST:
        return 0.0
    if there == 1:
        return ONE_OF_FOUR
    return TWO_OF_FOUR if there == 2 else THREE_OF_FOUR


@kernel
def _trio_share(stage: int, icons: int) -> float:
    """CE-24: sets of three colours, the one begun in part."""
    sets = 0
    while True:
        usable = 0
        for colour in range(len(COLOURS)):
            usable += min(count_of(icons, colour), sets + 1)
        if usable < 3 * (sets + 1):
            return sets + _third(stage, usable - 3 * sets)
        sets += 1


@kernel
def _colours(icons: int) -> int:
    colours = 0
    for colour in range(len(COLOURS)):
        if count_of(icons, colour) > 0:
            colours += 1
    return colours


@kernel
def _icons_in_pairs(icons: int) -> int:
    """CE-26: icons that count toward two pairs."""
    best, second = 0, 0
    for colour in range(len(COLOURS)):
        there = min(count_of(icons, colour), 2)
        if there > best:
            best, second = there, best
        elif there > second:
            second = there
    return best + second


@kernel
def best_icon_worth(s: State, stage: int) -> float:
    contract, icons = int(s.contracts[s.turn]), icons_of(s, int(s.turn))
    best = 0.0
    for colour in range(len(COLOURS)):
        if s.bank[colour] > 0:
            best = max(best, icon_worth(contract, icons, stage, colour))
    return best


@kernel
def contract_worth(contract: int) -> float:
    """What a contract is likely to bring; it is chosen before anything is turned up (CE-3)."""
    if contract < PAIRS:
        return CONTRACT_COLOUR
    if contract == PAIRS:
        return CONTRACT_PAIRS
    if contract == TRIPLETS:
        return CONTRACT_TRIPLETS
    if contract == TRIOS:
        return CONTRACT_TRIOS
    return CONTRACT_FOUR if contract == FOUR else CONTRACT_TWO_PAIRS
