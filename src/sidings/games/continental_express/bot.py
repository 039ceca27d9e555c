"""Continental Express: the rule of thumb.

A wagon is worth what it shortens the way to the objectives on display, each counted with its
points and with what its colour does for the contract; a little more for objectives to come. A
character is worth what its effect would bring now, a ticket a point and the freedom to choose.
"""

import sys
from functools import partial

from sidings.games.continental_express.rules import (
    CHOOSE,
    CHOOSING,
    COLOURS,
    COLUMNS,
    DECLINE,
    DIRECTOR,
    DONE,
    DTYPE,
    INVESTING,
    INVESTOR,
    LAST_OBJECTIVE,
    LINES,
    LOCOMOTIVE,
    NONE,
    PICKPOCKET,
    POINTSMAN,
    ROB,
    TAKE,
    TAKING,
    TICKET,
    TOKEN,
    TRADE,
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
from sidings.games.continental_express.valuation import (
    EARLY,
    ICON_OF_OTHERS,
    LAST,
    OUT_OF_REACH,
    SLOT,
    Needs,
    Values,
    _reach,
    best_icon_worth,
    contract_worth,
    icon_worth,
    lack_of,
    needs_of,
    needs_on_display,
    progress_of,
    spare_worth,
    stage_of,
    train_of,
    values_of,
    values_to_others,
)
from sidings.games.parts import Level, leaning
from sidings.kernel import Array, bind, kernel

_searching = partial(Level, net=True, turns=4, crowd_turns=2)

#: Weaker levels look less far and overlook more; stronger ones ask the learned network, the
#: strongest also searches with it. Times are for one core.
LEVELS = {
    "novice": Level(depth=0, blur=85),
    "casual": Level(depth=1, blur=74),
    "club": Level(depth=2, blur=8),
    "expert": Level(net=True),
    "master": _searching(ms=300, playouts=6000, candidates=6),
    "grandmaster": _searching(ms=3000, playouts=40000, candidates=8, crowd_turns=4),
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

#: The blocker makes the next player pay for good cards, the saver keeps tickets (CE-7), the gambler
#: plays for the contract, which scores only at the end (CE-28).
CHARACTERS = {
    "blocker": Level(blur=10, style=leaning({DENIAL: 200})),
    "saver": Level(blur=10, style=leaning({PRICE: 160})),
    "gambler": Level(blur=20, style=leaning({CONTRACT: 220})),
}

# --- Weights, in points (see also the valuation) --------------------------------------------------

FREEDOM = 0.41  # a ticket beyond its point
FREEDOM_PLENTY = 0.11  # of that, for each ticket already there
LATE_FREEDOM = 0.62  # the same once somebody has three objectives
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

NOTHING = -1  # no place
NO_EFFECTS = (0.0, 0.0, 0.0)

Effects = tuple[float, float, float]  # of a Director, a Pickpocket and a Pointsman on display

# --- The rule of thumb ----------------------------------------------------------------------------


@kernel
def rate(s: State, depth: int, actions: Array, n: int, terms: Array) -> None:
    if s.phase == CHOOSING:
        for k in range(n):
            terms[k, CONTRACT] = contract_worth(int(s.offered[s.turn, actions[k] - CHOOSE]))
        return
    stage = stage_of(s)
    values, needs = values_of(s, stage), needs_on_display(s)
    train = train_of(s, int(s.turn))
    before = progress_of(stage, values, needs, train)
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
            terms[k, CONTRACT] = icon_worth(int(s.contracts[s.turn]), icons, stage, action - TOKEN)
        elif VALIDATE <= action < DONE:
            _rate_objective(s, depth, stage, values, needs, action - VALIDATE, terms[k])
    if depth > 0 and s.phase <= INVESTING:
        _rate_denial(s, stage, needs, actions, n, terms)
        if depth > 1:
            _rate_next_turn(s, stage, values, needs, train, actions, n, terms)


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
        best_icon_worth(s, stage) if director else 0.0,
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
        terms[PRICE] = -price_in(column, stage, int(s.tickets[seat]))
    card = int(s.lines[line, column])
    if card == INVESTOR:
        card = fetched
    if NONE < card <= LOCOMOTIVE:
        terms[OBJECTIVE] = progress_of(stage, values, needs, train + one_of(card - 1)) - before
        terms[LATER] = spare_worth(s, seat, stage, card - 1, count_of(train, card - 1))
    elif card == TICKET:
        terms[PRICE] += _ticket(stage, int(s.tickets[seat]))
    elif card == DIRECTOR:
        terms[CONTRACT] = effects[0]
    elif card == PICKPOCKET:
        terms[PRICE] += effects[1]
    elif card == POINTSMAN:  # pragma: no branch  # there is no other kind of card
        terms[OBJECTIVE] = effects[2]


@kernel
def gain_of(s: State, seat: int, stage: int, values: Values, needs: Needs, train: int,
          before: float, effects: Effects, card: int) -> float:  # fmt: skip
    """What a card brings; other cards through an Investor are not looked at."""
    if card == INVESTOR or card == NONE:  # noqa: PLR1714, SIM109  # a tuple is slower
        return 0.0
    if card <= LOCOMOTIVE:
        return (
            progress_of(stage, values, needs, train + one_of(card - 1))
            - before
            + spare_worth(s, seat, stage, card - 1, count_of(train, card - 1))
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
            gain = gain_of(s, int(s.turn), stage, values, needs, train, before, effects, card)
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
    terms[OBJECTIVE] = progress_of(stage, values, needs, train + change) - before
    terms[LATER] = spare_worth(s, int(s.turn), stage, other, count_of(train, other))
    terms[LATER] -= spare_worth(s, int(s.turn), stage, own, count_of(train, own) - 1)
    theirs, their_train = values_to_others(s, stage), train_of(s, seat)
    loss = progress_of(stage, theirs, needs, their_train)
    loss -= progress_of(stage, theirs, needs, their_train - change)
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
        spare = spare_worth(s, seat, stage, other, count_of(train, other))
        for own in range(WAGON_KINDS + 1):
            there = count_of(train, own)
            if own != other and there > 0:
                changed = train + one_of(other) - one_of(own)
                gain = progress_of(stage, values, needs, changed) - before
                gain += spare
                gain -= spare_worth(s, seat, stage, own, there - 1)
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
    values, train = values_to_others(s, stage), train_of(s, seat)
    before = progress_of(stage, values, needs, train)
    for place in range(LINES * COLUMNS):
        card = int(s.lines[place // COLUMNS, place % COLUMNS])
        gain = gain_of(s, seat, stage, values, needs, train, before, NO_EFFECTS, card)
        if gain <= 0.0:
            continue
        for k in range(n):
            column = slid(place, int(actions[k]) - TAKE)
            net = gain - price_in(column, stage, int(s.tickets[seat]))
            terms[k, DENIAL] = min(terms[k, DENIAL], -DENY * net)


@kernel
def _next_seat(s: State) -> int:
    return (int(s.turn) + 1) % int(s.players)


@kernel
def slid(place: int, taken: int) -> int:
    """The column of a card when another is taken: it slides up behind that (CE-10)."""
    if place == taken:
        return COLUMNS
    same_line = place // COLUMNS == taken // COLUMNS
    return place % COLUMNS - (1 if same_line and place > taken else 0)


@kernel
def price_in(column: int, stage: int, tickets: int) -> float:
    """CE-7: what a column is worth to who has so many tickets; too much if they are too few."""
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
    theirs, their_train = values_to_others(s, stage), train_of(s, other)
    before = progress_of(stage, theirs, needs, their_train)
    for k in range(n):
        taken = int(actions[k]) - TAKE
        if not 0 <= taken < LINES * COLUMNS:
            continue
        gone, best = NOTHING, 0.0
        for place in range(LINES * COLUMNS):
            card = int(s.lines[place // COLUMNS, place % COLUMNS])
            net = gain_of(s, other, stage, theirs, needs, their_train, before, NO_EFFECTS, card)
            net -= price_in(slid(place, taken), stage, int(s.tickets[other]))
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
    before = progress_of(stage, values, needs, train)
    effects = _effects(s, stage, values, needs, train, before)
    best = 0.0
    for place in range(LINES * COLUMNS):
        if place in (taken, gone):
            continue
        card = int(s.lines[place // COLUMNS, place % COLUMNS])
        column = slid(place, taken) + slid(place, gone) - place % COLUMNS
        net = gain_of(s, seat, stage, values, needs, train, before, effects, card)
        best = max(best, net - price_in(column, stage, int(s.tickets[seat])))
    return best


# --- Validating


@kernel
def _rate_objective(s: State, depth: int, stage: int, values: Values, needs: Needs, i: int,
                    terms: Array) -> None:  # fmt: skip
    """CE-11: what it brings; the wagons it costs; what the others would have had from it."""
    seat = int(s.turn)
    objective = int(s.objectives[i])
    icon = icon_worth(int(s.contracts[seat]), icons_of(s, seat), stage, int(s.colour[objective]))
    terms[OBJECTIVE] = float(s.points[objective])
    terms[CONTRACT] = icon
    if stage == LAST:
        return
    terms[LATER] = HURRY - SLOT
    for kind in range(WAGON_KINDS):
        need = int(s.needs[objective, kind])
        there = int(s.wagons[seat, kind])
        for used in range(min(need, there)):
            terms[LATER] -= spare_worth(s, seat, stage, kind, there - 1 - used)
        for _ in range(need - min(need, there)):
            terms[LATER] -= spare_worth(s, seat, stage, LOCOMOTIVE - 1, 0)
    if depth > 0:
        for other in range(s.players):
            if other != seat:
                missing = lack_of(needs[i], train_of(s, other))
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
        missing = lack_of(needs_of(s, objective), train_of(s, seat))
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
