"""Continental Express: the rule of thumb.

A wagon is worth what it shortens the way to the objectives on display, each counted with its
points and with what its colour does for the contract; a little more for objectives to come. A
character is worth what its effect would bring now, a ticket a point and the freedom to choose.
"""

import sys

import numpy as np

from sidings.games.continental_express.rules import (
    BITS,
    CHOOSE,
    CHOOSING,
    COLOURS,
    COLUMNS,
    DECLINE,
    DIRECTOR,
    DONE,
    DTYPE,
    FOUR,
    INVESTING,
    INVESTOR,
    LAST_OBJECTIVE,
    LINES,
    LOCOMOTIVE,
    MOST,
    NONE,
    PAIRS,
    PICKPOCKET,
    POINTSMAN,
    ROB,
    SMALL_CARDS,
    TAKE,
    TAKING,
    TICKET,
    TOKEN,
    TRADE,
    TRIOS,
    TRIPLETS,
    VALIDATE,
    VISIBLE,
    WAGON_KINDS,
    State,
    contract_points,
    count_of,
    icons_of,
    objective_points,
    one_of,
    standing,
    trade_of,
)
from sidings.games.parts import Level
from sidings.kernel import Array, bind, kernel

#: Weaker levels look less far and overlook more; stronger ones search. Times are for one core.
LEVELS = {
    "novice": Level(depth=0, overlooked=60),
    "casual": Level(depth=1, overlooked=35),
    "club": Level(depth=2),
    "expert": Level(depth=1, ms=100, playouts=200),
    "master": Level(depth=1, ms=900, playouts=6000),
}

TERMS = (
    ("brings an objective nearer", "leads away from the objectives"),
    ("serves your contract", "does not serve your contract"),
    ("gains tickets", "costs tickets"),
    ("will be useful later", "gives up what would be useful later"),
    ("leaves little for the next player", "leaves a good card to the next player"),
    ("ends the game while you lead", "would end the game while you are behind"),
    ("leaves a good card for your next turn", "leaves little for your next turn"),
)
OBJECTIVE, CONTRACT, PRICE, LATER, DENIAL, END, NEXT = range(7)

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
FREEDOM = 0.41  # a ticket beyond its point
FREEDOM_PLENTY = 0.11  # of that, for each ticket already there
LATE_FREEDOM = 0.62  # the same once somebody has three objectives
HALF_PAIR = 0.15  # of what a pair brings
ONE_OF_THREE = 0.2  # of what three icons bring
TWO_OF_THREE = 0.55
ONE_OF_FOUR = 0.06  # of what four icons bring
TWO_OF_FOUR = 0.24
THREE_OF_FOUR = 0.58
UNSEEN_ICON = 0.49  # what another's contract may bring for each icon
LAST_TURN = 2.24  # what another may gain in their last turn
LAST_OBJECTIVE_READY = 1.34  # of an objective that they have the wagons for then
LAST_OBJECTIVE_NEAR = 0.41  # or all but one
ROBBED = 0.65  # a ticket that another loses
DENY = 0.7  # of what the next player gains from the best card left
DENY_OBJECTIVE = 0.24  # of an objective that others were near
FOLLOW = 0.35  # of the best card left for the next turn
TRADED = 0.37  # of what the other loses by an exchange
HURRY = 0.47  # to validate now, before somebody else does
ICON_OF_OTHERS = 1.71  # what an icon or a character may bring another
COLOUR_ON_DISPLAY = 0.27  # for each objective of the contract's colour
CONTRACT_COLOUR = 6.03  # what a contract is likely to bring
CONTRACT_PAIRS = 6.94
CONTRACT_TRIPLETS = 1.24
CONTRACT_TRIOS = 8.68
CONTRACT_FOUR = 3.74
CONTRACT_TWO_PAIRS = 2.53

EARLY, LATE, LAST = range(3)
OUT_OF_REACH = 99.0
NOTHING = -1  # no place
NO_EFFECTS = (0.0, 0.0, 0.0)

# By the number of copies; a table, since a division is slow
RARITY = RARE / np.maximum(np.arange(SMALL_CARDS + 1), 1)

# Wagons are counts by kind in one number, so that all kinds are subtracted at once.
KINDS_OF_WAGONS = (1 << BITS * WAGON_KINDS) - 1  # without the locomotives, which come last
EACH_KIND = KINDS_OF_WAGONS // MOST
ENOUGH = 0x80 * EACH_KIND  # of each kind: a bit that a subtraction leaves or borrows from

Values = tuple[float, float, float]  # of the objectives on display
Needs = tuple[int, int, int]  # wagons for the objectives on display
Effects = tuple[float, float, float]  # of a Director, a Pickpocket and a Pointsman on display

# --- The rule of thumb ----------------------------------------------------------------------------


@kernel
def rate(s: State, depth: int, actions: Array, n: int, terms: Array) -> None:
    if s.phase == CHOOSING:
        for k in range(n):
            terms[k, CONTRACT] = _contract_rating(s, int(s.offered[s.turn, actions[k] - CHOOSE]))
        return
    stage = _stage(s)
    values, needs = _values(s, stage), _needs(s)
    train = _train(s, int(s.turn))
    before = _progress(stage, values, needs, train)
    effects, fetched = NO_EFFECTS, NONE
    if s.phase <= INVESTING:
        effects = _effects(s, stage, values, needs, train, before)
        fetched = _best_card(s, stage, values, needs, train, before, effects)
    for k in range(n):
        action = int(actions[k])
        if action < ROB:
            place = action - TAKE
            _rate_take(s, stage, values, needs, train, before, effects, fetched, place, terms[k])
        elif action < TRADE:
            terms[k, PRICE] = _robbery(s, stage, action - ROB)
        elif action < TOKEN:
            _rate_trade(s, stage, values, needs, train, before, action, terms[k])
        elif action < DECLINE:
            icons = icons_of(s, int(s.turn))
            terms[k, CONTRACT] = _icon(int(s.contracts[s.turn]), icons, stage, action - TOKEN)
        elif VALIDATE <= action < DONE:
            _rate_objective(s, depth, stage, values, needs, action - VALIDATE, terms[k])
    if depth > 0 and s.phase <= INVESTING:
        _rate_denial(s, stage, needs, actions, n, terms)
        if depth > 1:
            _rate_next_turn(s, stage, values, needs, train, actions, n, terms)


@kernel
def _stage(s: State) -> int:
    """LAST in the last turn of the seat in turn, LATE when somebody lacks one objective."""
    if s.last_turns > 0:
        return LAST
    for seat in range(s.players):
        if s.validated_count[seat] == LAST_OBJECTIVE - 1:
            return LATE
    return EARLY


# --- Objectives


@kernel
def _values(s: State, stage: int) -> Values:
    """What each objective on display would bring the seat in turn."""
    icons = icons_of(s, int(s.turn))
    return _value(s, stage, icons, 0), _value(s, stage, icons, 1), _value(s, stage, icons, 2)


@kernel
def _value(s: State, stage: int, icons: int, i: int) -> float:
    icon = _icon(int(s.contracts[s.turn]), icons, stage, int(s.colour[s.objectives[i]]))
    return _worthwhile(stage, float(s.points[s.objectives[i]]) + icon)


@kernel
def _values_to_others(s: State, stage: int) -> Values:
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
def _needs(s: State) -> Needs:
    return (
        _needs_of(s, int(s.objectives[0])),
        _needs_of(s, int(s.objectives[1])),
        _needs_of(s, int(s.objectives[2])),
    )


@kernel
def _needs_of(s: State, objective: int) -> int:
    needs = 0
    for kind in range(WAGON_KINDS):
        needs |= int(s.needs[objective, kind]) << BITS * kind
    return needs


@kernel
def _train(s: State, seat: int) -> int:
    """The wagons of a seat."""
    train = 0
    for kind in range(WAGON_KINDS + 1):
        train |= int(s.wagons[seat, kind]) << BITS * kind
    return train


@kernel
def _lack(needs: int, train: int) -> int:
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
def _progress(stage: int, values: Values, needs: Needs, train: int) -> float:
    """How far a train is on the way to the objectives: the best counts most."""
    one = values[0] * _reach(stage, _lack(needs[0], train))
    two = values[1] * _reach(stage, _lack(needs[1], train))
    three = values[2] * _reach(stage, _lack(needs[2], train))
    best = max(one, two, three)
    if stage == LAST:
        return best
    return best + OTHERS * (one + two + three - best)


@kernel
def _spare(s: State, seat: int, stage: int, kind: int, there: int) -> float:
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
def _icon(contract: int, icons: int, stage: int, colour: int) -> float:
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
def _best_icon(s: State, stage: int) -> float:
    contract, icons = int(s.contracts[s.turn]), icons_of(s, int(s.turn))
    best = 0.0
    for colour in range(len(COLOURS)):
        if s.bank[colour] > 0:
            best = max(best, _icon(contract, icons, stage, colour))
    return best


@kernel
def _contract_rating(s: State, contract: int) -> float:
    """What a contract is likely to bring, seen the objectives on display."""
    if contract < PAIRS:
        shown = 0
        for i in range(VISIBLE):
            if s.colour[s.objectives[i]] == contract - 1:
                shown += 1
        return CONTRACT_COLOUR + COLOUR_ON_DISPLAY * shown
    if contract == PAIRS:
        return CONTRACT_PAIRS
    if contract == TRIPLETS:
        return CONTRACT_TRIPLETS
    if contract == TRIOS:
        return CONTRACT_TRIOS
    return CONTRACT_FOUR if contract == FOUR else CONTRACT_TWO_PAIRS


# --- Cards


@kernel
def _effects(s: State, stage: int, values: Values, needs: Needs, train: int,
             before: float) -> Effects:  # fmt: skip
    """What the characters on display would bring the seat in turn."""
    director, pickpocket, pointsman = False, False, False
    for place in range(LINES * COLUMNS):
        card = int(s.lines[place // COLUMNS, place % COLUMNS])
        director |= card == DIRECTOR
        pickpocket |= card == PICKPOCKET
        pointsman |= card == POINTSMAN
    return (
        _best_icon(s, stage) if director else 0.0,
        _best_robbery(s, stage) if pickpocket else 0.0,
        _best_trade(s, stage, values, needs, train, before) if pointsman else 0.0,
    )


@kernel
def _rate_take(
    s: State, stage: int, values: Values, needs: Needs, train: int, before: float,
    effects: Effects, fetched: int, place: int, terms: Array,
) -> None:  # fmt: skip
    """An Investor is rated as the card that it would fetch."""
    line, column = place // COLUMNS, place % COLUMNS
    seat = int(s.turn)
    if s.phase == TAKING:
        terms[PRICE] = -_price(s, seat, stage, column)
    card = int(s.lines[line, column])
    if card == INVESTOR:
        card = fetched
    if NONE < card <= LOCOMOTIVE:
        terms[OBJECTIVE] = _progress(stage, values, needs, train + one_of(card - 1)) - before
        terms[LATER] = _spare(s, seat, stage, card - 1, count_of(train, card - 1))
    elif card == TICKET:
        terms[PRICE] += _ticket(stage, int(s.tickets[seat]))
    elif card == DIRECTOR:
        terms[CONTRACT] = effects[0]
    elif card == PICKPOCKET:
        terms[PRICE] += effects[1]
    elif card == POINTSMAN:  # pragma: no branch  # there is no other kind of card
        terms[OBJECTIVE] = effects[2]


@kernel
def _gain(s: State, seat: int, stage: int, values: Values, needs: Needs, train: int,
          before: float, effects: Effects, card: int) -> float:  # fmt: skip
    """What a card brings; other cards through an Investor are not looked at."""
    if card == INVESTOR or card == NONE:  # noqa: PLR1714, SIM109  # a tuple is slower
        return 0.0
    if card <= LOCOMOTIVE:
        return (
            _progress(stage, values, needs, train + one_of(card - 1))
            - before
            + _spare(s, seat, stage, card - 1, count_of(train, card - 1))
        )
    if card == TICKET:
        return _ticket(stage, int(s.tickets[seat]))
    if seat != s.turn:
        return ICON_OF_OTHERS
    if card == DIRECTOR:
        return effects[0]
    return effects[1] if card == PICKPOCKET else effects[2]


@kernel
def _best_card(s: State, stage: int, values: Values, needs: Needs, train: int,
               before: float, effects: Effects) -> int:  # fmt: skip
    """CE-14: the card that an Investor on display would fetch, if there is one."""
    investor = False
    for place in range(LINES * COLUMNS):
        investor |= s.lines[place // COLUMNS, place % COLUMNS] == INVESTOR
    best, best_gain = NONE, 0.0
    if investor:
        for place in range(LINES * COLUMNS):
            card = int(s.lines[place // COLUMNS, place % COLUMNS])
            gain = _gain(s, int(s.turn), stage, values, needs, train, before, effects, card)
            if gain > best_gain:
                best, best_gain = card, gain
    return best


@kernel
def _ticket(stage: int, there: int) -> float:
    """CE-28: a point, and the freedom to choose while the game is on."""
    if stage == LAST:
        return 1.0
    freedom = FREEDOM if stage == EARLY else LATE_FREEDOM
    for _ in range(there):
        freedom *= FREEDOM_PLENTY
    return 1.0 + freedom


@kernel
def _robbery(s: State, stage: int, victim: int) -> float:
    """CE-15."""
    loot = 0.0
    for i in range(s.tickets[victim]):
        loot += _ticket(stage, int(s.tickets[s.turn]) + i) + ROBBED
    return loot


@kernel
def _best_robbery(s: State, stage: int) -> float:
    best = 0.0
    for seat in range(s.players):
        if seat != s.turn:
            best = max(best, _robbery(s, stage, seat))
    return best


@kernel
def _rate_trade(
    s: State, stage: int, values: Values, needs: Needs, train: int, before: float,
    action: int, terms: Array,
) -> None:  # fmt: skip
    own, other, seat = trade_of(action)
    change = one_of(other) - one_of(own)
    terms[OBJECTIVE] = _progress(stage, values, needs, train + change) - before
    terms[LATER] = _spare(s, int(s.turn), stage, other, count_of(train, other))
    terms[LATER] -= _spare(s, int(s.turn), stage, own, count_of(train, own) - 1)
    theirs, their_train = _values_to_others(s, stage), _train(s, seat)
    loss = _progress(stage, theirs, needs, their_train)
    loss -= _progress(stage, theirs, needs, their_train - change)
    terms[DENIAL] = TRADED * loss


@kernel
def _best_trade(s: State, stage: int, values: Values, needs: Needs, train: int,
                before: float) -> float:  # fmt: skip
    """CE-16: by what it brings oneself."""
    seat = int(s.turn)
    best = 0.0
    for other in range(WAGON_KINDS + 1):
        if not _somebody_else_has(s, other):
            continue
        spare = _spare(s, seat, stage, other, count_of(train, other))
        for own in range(WAGON_KINDS + 1):
            there = count_of(train, own)
            if own != other and there > 0:
                changed = train + one_of(other) - one_of(own)
                gain = _progress(stage, values, needs, changed) - before
                gain += spare
                gain -= _spare(s, seat, stage, own, there - 1)
                best = max(best, gain)
    return best


@kernel
def _somebody_else_has(s: State, wagon: int) -> bool:
    others = -int(s.wagons[s.turn, wagon])
    for seat in range(s.players):
        others += int(s.wagons[seat, wagon])
    return others > 0


# --- Denial


@kernel
def _rate_denial(s: State, stage: int, needs: Needs, actions: Array, n: int,
                 terms: Array) -> None:  # fmt: skip
    """What the best card left would bring the next player, at its price after the line slides."""
    if s.last_turns == 1:
        return
    seat = _next_seat(s)
    values, train = _values_to_others(s, stage), _train(s, seat)
    before = _progress(stage, values, needs, train)
    for place in range(LINES * COLUMNS):
        card = int(s.lines[place // COLUMNS, place % COLUMNS])
        gain = _gain(s, seat, stage, values, needs, train, before, NO_EFFECTS, card)
        if gain <= 0.0:
            continue
        for k in range(n):
            net = gain - _price(s, seat, stage, _slid(place, int(actions[k]) - TAKE))
            terms[k, DENIAL] = min(terms[k, DENIAL], -DENY * net)


@kernel
def _next_seat(s: State) -> int:
    return (int(s.turn) + 1) % int(s.players)


@kernel
def _slid(place: int, taken: int) -> int:
    """The column of a card when another is taken: it slides up behind that (CE-10)."""
    if place == taken:
        return COLUMNS
    same_line = place // COLUMNS == taken // COLUMNS
    return place % COLUMNS - (1 if same_line and place > taken else 0)


@kernel
def _price(s: State, seat: int, stage: int, column: int) -> float:
    """CE-7: what the tickets for a column are worth to the seat; too much if it has too few."""
    tickets = int(s.tickets[seat])
    if column > tickets or column == COLUMNS:
        return OUT_OF_REACH
    price = 0.0
    for paid in range(column):
        price += _ticket(stage, tickets - 1 - paid)
    return price


@kernel
def _rate_next_turn(
    s: State, stage: int, values: Values, needs: Needs, train: int, actions: Array, n: int,
    terms: Array,
) -> None:  # fmt: skip
    """What will be left for the seat itself when the next player has taken what they want most."""
    if stage == LAST:
        return
    other = _next_seat(s)
    theirs, their_train = _values_to_others(s, stage), _train(s, other)
    before = _progress(stage, theirs, needs, their_train)
    for k in range(n):
        taken = int(actions[k]) - TAKE
        if not 0 <= taken < LINES * COLUMNS:
            continue
        gone, best = NOTHING, 0.0
        for place in range(LINES * COLUMNS):
            card = int(s.lines[place // COLUMNS, place % COLUMNS])
            net = _gain(s, other, stage, theirs, needs, their_train, before, NO_EFFECTS, card)
            net -= _price(s, other, stage, _slid(place, taken))
            if net > best:
                gone, best = place, net
        card = int(s.lines[taken // COLUMNS, taken % COLUMNS])
        longer = train + one_of(card - 1) if card <= LOCOMOTIVE else train
        terms[k, NEXT] = FOLLOW * _best_left(s, stage, values, needs, longer, taken, gone)


@kernel
def _best_left(s: State, stage: int, values: Values, needs: Needs, train: int, taken: int,
               gone: int) -> float:  # fmt: skip
    """The seat's best card, at its price, when those at two places are gone."""
    seat = int(s.turn)
    before = _progress(stage, values, needs, train)
    effects = _effects(s, stage, values, needs, train, before)
    best = 0.0
    for place in range(LINES * COLUMNS):
        if place in (taken, gone):
            continue
        card = int(s.lines[place // COLUMNS, place % COLUMNS])
        column = _slid(place, taken) + _slid(place, gone) - place % COLUMNS
        net = _gain(s, seat, stage, values, needs, train, before, effects, card)
        best = max(best, net - _price(s, seat, stage, column))
    return best


# --- Validating


@kernel
def _rate_objective(s: State, depth: int, stage: int, values: Values, needs: Needs, i: int,
                    terms: Array) -> None:  # fmt: skip
    """CE-11: what it brings; the wagons it costs; what the others would have had from it."""
    seat = int(s.turn)
    objective = int(s.objectives[i])
    icon = _icon(int(s.contracts[seat]), icons_of(s, seat), stage, int(s.colour[objective]))
    terms[OBJECTIVE] = float(s.points[objective])
    terms[CONTRACT] = icon
    if stage == LAST:
        return
    terms[LATER] = HURRY - SLOT
    for kind in range(WAGON_KINDS):
        need = int(s.needs[objective, kind])
        there = int(s.wagons[seat, kind])
        for used in range(min(need, there)):
            terms[LATER] -= _spare(s, seat, stage, kind, there - 1 - used)
        for _ in range(need - min(need, there)):
            terms[LATER] -= _spare(s, seat, stage, LOCOMOTIVE - 1, 0)
    if depth > 0:
        for other in range(s.players):
            if other != seat:
                missing = _lack(needs[i], _train(s, other))
                terms[DENIAL] += DENY_OBJECTIVE * values[i] * _reach(stage, missing)
    if s.validated_count[seat] == LAST_OBJECTIVE - 1:
        _rate_end(s, objective, icon, terms)


@kernel
def _rate_end(s: State, objective: int, icon: float, terms: Array) -> None:
    """CE-27: a fourth objective ends the game, so it wants a lead over all others."""
    seat = int(s.turn)
    mine = _sure(s, seat) + contract_points(s, seat) + float(s.points[objective]) + icon
    lead = 99.0
    for other in range(s.players):
        if other != seat:
            lead = min(lead, mine - _sure(s, other) - _hopes(s, other, objective))
    terms[:] = 0.0
    terms[END] = lead


@kernel
def _hopes(s: State, seat: int, gone: int) -> float:
    """What another may still add: their contract, and an objective in their last turn."""
    count = int(s.validated_count[seat])
    for colour in range(len(COLOURS)):
        count += int(s.tokens[seat, colour])
    best = 0.0
    for i in range(VISIBLE):
        objective = int(s.objectives[i])
        missing = _lack(_needs_of(s, objective), _train(s, seat))
        if objective != gone and missing <= 1:
            share = LAST_OBJECTIVE_READY if missing == 0 else LAST_OBJECTIVE_NEAR
            best = max(best, share * int(s.points[objective]))
    return LAST_TURN + best + UNSEEN_ICON * count


@kernel
def _sure(s: State, seat: int) -> float:
    """Points that all can see."""
    return float(objective_points(s, seat) + int(s.tickets[seat]))


# --- Playouts -------------------------------------------------------------------------------------


@kernel
def settled(s: State, root: State, moves: int) -> bool:
    return False


@kernel
def worth(s: State, root: State, seat: int) -> float:
    """CE-28: the share of the win."""
    mine = standing(s, seat)
    winners = 1
    for other in range(s.players):
        if other != seat:
            theirs = standing(s, other)
            if theirs > mine:
                return 0.0
            if theirs == mine:
                winners += 1
    return 1.0 / winners


bind(DTYPE, sys.modules[__name__])
