"""Continental Express: what the learned network is told.

The market, the wagons and the objectives as they will be after the move, before a card is turned
up; the own contract; of each player what lies in front of them, how far they are on the way, and
what the best card that they can pay for would bring them. The objectives come in the order in which
the seat is near to them.
"""

import sys

from sidings.games.continental_express.bot import NO_EFFECTS, Effects, gain_of, price_in, slid
from sidings.games.continental_express.rules import (
    BITS,
    COLOURS,
    COLUMNS,
    CONTRACTS,
    DECLINE,
    DONE,
    DTYPE,
    INVESTOR,
    KINDS,
    LAST_OBJECTIVE,
    LINES,
    LOCOMOTIVE,
    NONE,
    PLAYERS,
    ROB,
    SEATS,
    TAKE,
    TICKET,
    TOKEN,
    TRADE,
    VALIDATE,
    VISIBLE,
    WAGON_KINDS,
    State,
    count_of,
    has_effect,
    icons_of,
    missing_of_kind,
    objective_points,
    one_of,
    points_of_icons,
    price_of,
    trade_of,
    unseen_of,
)
from sidings.games.continental_express.valuation import (
    ICON_OF_OTHERS,
    Needs,
    Values,
    best_icon_worth,
    icon_worth,
    lack_of,
    needs_of,
    progress_of,
    stage_of,
)
from sidings.games.parts import NOTHING, Input, Senses, put_nobody
from sidings.kernel import Array, bind, kernel
from sidings.kernel.portable import exp

PLACES = LINES * COLUMNS
WAGONS = WAGON_KINDS + 1
MOST_WAGONS, MOST_TICKETS, MOST_ICONS, MOST_POINTS, MOST_LACK = 7, 9, 5, 31, 6
MOST_MISSING = 4
FARTHEST_LEAD = 30
HALVES = 32  # of points
PROGRESS_STEPS, MOST_PROGRESS = 8, 191  # per point
GAIN_STEPS, MOST_GAIN = 4, 47
MOST_REACHED = 15
MOST_UNSEEN = 15
PILE_STEP, MOST_PILE = 3, 9
READY, ONE_CARD_AWAY = 0, 1
NOWHERE, NOBODY = -1, 0
TURN_ENDS, VALIDATES = 0, 5  # what comes next; between them the characters
POINT = 0.1  # what a point is worth before anything is learned

SEAT = (
    Input("wagons", WAGONS, MOST_WAGONS + 1, ordered=True),
    Input("tickets", 1, MOST_TICKETS + 1, ordered=True),
    Input("icons", len(COLOURS), MOST_ICONS + 1, ordered=True),
    Input("validated", 1, LAST_OBJECTIVE + 1, ordered=True),
    Input("objective points", 1, MOST_POINTS + 1, ordered=True),
    Input("lack", VISIBLE, MOST_LACK + 1, ordered=True),
    Input("ready", VISIBLE, 2),
)
OWN = (
    *SEAT,
    Input("market", PLACES, KINDS),
    Input("contract", 1, CONTRACTS + 1),
    Input("contract points", 1, MOST_POINTS + 1, ordered=True),
    Input("lead", 1, 2 * FARTHEST_LEAD + 1, ordered=True, slope=POINT),
    Input("objective value", VISIBLE, HALVES, ordered=True),
    Input("missing", VISIBLE * WAGON_KINDS, MOST_MISSING + 1, ordered=True),
    Input("progress", 1, MOST_PROGRESS + 1, ordered=True, slope=POINT / PROGRESS_STEPS),
    Input("piles", LINES, MOST_PILE + 1, ordered=True),
    Input("unseen", KINDS - 1, MOST_UNSEEN + 1, ordered=True),
    Input("bank", len(COLOURS), 5, ordered=True),
    Input("players", 1, len(PLAYERS)),
    Input("last turns", 1, SEATS + 1),
)
SENSES = Senses(
    own=(
        *OWN,
        Input("next", 1, VALIDATES + 1),
        Input("best card, and best left by the next player", 2, MOST_GAIN + 1, ordered=True),
        Input("progress without what others can validate", 1, MOST_PROGRESS + 1, ordered=True),
        Input("lack beyond the market", VISIBLE, MOST_LACK + 1, ordered=True),
    ),
    others=(
        *SEAT,
        Input("present", 1, 1),
        Input("progress", 1, MOST_PROGRESS + 1, ordered=True),
        Input("best card", 1, MOST_GAIN + 1, ordered=True),
        Input("points within reach", 1, MOST_REACHED + 1, ordered=True),
        Input("lack beyond the market", VISIBLE, MOST_LACK + 1, ordered=True),
    ),
    seats=SEATS,
    scratch=(4, SEATS * WAGONS),
)
OWN_COUNT, OTHERS_COUNT = SENSES.own_count, SENSES.others_count


@kernel
def chapter(s: State) -> int:
    return 0


@kernel
def is_late(s: State) -> bool:
    return False


@kernel
def hope(s: State, value: float, seat: int) -> float:
    return 1.0 / (1.0 + exp(-value))


@kernel
def foresee(s: State, action: int, scratch: Array, out: Array) -> bool:
    market, wagons, tickets, shown = scratch[0], scratch[1], scratch[2], scratch[3]
    seat, players = int(s.turn), int(s.players)
    coming = _after(s, action, market, wagons, tickets, shown)
    contract, icons = int(s.contracts[seat]), icons_of(s, seat)
    if action < TAKE:
        contract = int(s.offered[seat, action])
    elif TOKEN <= action < DECLINE:
        icons += one_of(action - TOKEN)
    count, points = int(s.validated_count[seat]), objective_points(s, seat)
    if VALIDATE <= action < DONE:
        objective = int(s.objectives[action - VALIDATE])
        icons += one_of(int(s.colour[objective]))
        points += int(s.points[objective])
        count += 1
    sort_objectives(s, seat, contract, icons, wagons, shown)
    n = put_seat(s, seat, icons, count, points, market, wagons, tickets, shown, out, 0)
    sure = points + points_of_icons(contract, icons) + int(tickets[seat])
    n = put_own(s, seat, contract, icons, sure, wagons, tickets, shown, market, out, n)
    n = put_table(s, out, n)
    out[n] = coming
    gone, claimed = NOWHERE, 0
    at = OWN_COUNT
    for other in range(1, SEATS):
        if other >= players:
            at = put_nobody(out, at, OTHERS_COUNT)
            continue
        rival = (seat + other) % players
        at = put_seat(s, rival, icons_of(s, rival), int(s.validated_count[rival]),
                      objective_points(s, rival), market, wagons, tickets, shown, out,
                      at)  # fmt: skip
        claimed |= _put_claim(s, shown, out, at)
        place = _put_rival(s, rival, wagons, tickets, shown, market, out, at)
        if other == 1:
            gone = place
        _put_lack(s, rival, wagons, shown, market, out, at + 4)
        at += 4 + VISIBLE
    _put_chances(s, seat, contract, icons, wagons, tickets, shown, market, gone, out, n + 1)
    out[n + 3] = progress_to(s, seat, contract, icons, wagons, shown, claimed)
    _put_lack(s, seat, wagons, shown, market, out, n + 4)
    return False


# --- What the market has to offer -----------------------------------------------------------------


@kernel
def _put_lack(s: State, seat: int, wagons: Array, shown: Array, market: Array, out: Array,
              n: int) -> None:  # fmt: skip
    """Wagons that a seat lacks for each objective and that do not lie in the market either."""
    within_reach = _train(wagons, seat)
    for place in range(PLACES):
        if NONE < market[place] <= LOCOMOTIVE:
            within_reach += one_of(int(market[place]) - 1)
    for i in range(VISIBLE):
        out[n + i] = NOTHING
        if shown[i] != NONE:
            out[n + i] = min(lack_of(needs_of(s, int(shown[i])), within_reach), MOST_LACK)


@kernel
def _put_claim(s: State, shown: Array, out: Array, n: int) -> int:
    """The points that another seat can validate next; returns that objective, as a bit.

    Which objectives they have the wagons for has just been put there.
    """
    out[n + 3] = NOTHING
    claimed = 0
    for i in range(VISIBLE):
        if out[n - VISIBLE + i] != NOTHING:
            points = min(int(s.points[shown[i]]), MOST_REACHED)
            if points > out[n + 3]:
                out[n + 3] = points
                claimed = 1 << i
    return claimed


@kernel
def _put_rival(s: State, seat: int, wagons: Array, tickets: Array, shown: Array, market: Array,
               out: Array, n: int) -> int:  # fmt: skip
    """How far another seat is, and what it can take next; returns where their best card lies."""
    values = _values_to_others(s, shown)
    needs = _needs(s, shown)
    progress = progress_of(stage_of(s), values, needs, _train(wagons, seat))
    place, gain = _best_card(s, seat, values, needs, wagons, tickets, NO_EFFECTS, market, NOWHERE)
    out[n] = 0
    out[n + 1] = _in_steps(progress)
    out[n + 2] = _gain_steps(gain)
    return place


@kernel
def _put_chances(s: State, seat: int, contract: int, icons: int, wagons: Array, tickets: Array,
                 shown: Array, market: Array, gone: int, out: Array, n: int) -> None:  # fmt: skip
    """What the seat itself could take next, before and after the next player has chosen."""
    values, needs = _values(s, contract, icons, shown, NOBODY), _needs(s, shown)
    loot = 0
    for other in range(s.players):
        if other != seat:
            loot = max(loot, int(tickets[other]))
    effects = (best_icon_worth(s, stage_of(s)), float(loot), ICON_OF_OTHERS)
    _, gain = _best_card(s, seat, values, needs, wagons, tickets, effects, market, NOWHERE)
    _, left = _best_card(s, seat, values, needs, wagons, tickets, effects, market, gone)
    out[n] = _gain_steps(gain)
    out[n + 1] = _gain_steps(left)


@kernel
def _gain_steps(gain: float) -> int:
    return min(int(GAIN_STEPS * gain), MOST_GAIN)


@kernel
def _best_card(s: State, seat: int, values: Values, needs: Needs, wagons: Array, tickets: Array,
               effects: Effects, market: Array, gone: int) -> tuple[int, float]:  # fmt: skip
    """Where the card lies that brings a seat most at its price, and what that is."""
    stage, train = stage_of(s), _train(wagons, seat)
    before = progress_of(stage, values, needs, train)
    best, best_gain = NOWHERE, 0.0
    for place in range(PLACES):
        card, column = int(market[place]), slid(place, gone)
        if column > tickets[seat]:
            continue
        gain = gain_of(s, seat, stage, values, needs, train, before, effects, card)
        gain -= price_in(column, stage, int(tickets[seat]))
        if gain > best_gain:
            best, best_gain = place, gain
    return best, best_gain


# --- What an action changes -----------------------------------------------------------------------


@kernel
def _after(s: State, action: int, market: Array, wagons: Array, tickets: Array,
           shown: Array) -> int:  # fmt: skip
    """Market, wagons, tickets and objectives after an action; returns what comes next."""
    seat = int(s.turn)
    copy_table(s, market, wagons, tickets, shown)
    if VALIDATE <= action < DONE:
        _spend(s, seat, int(s.objectives[action - VALIDATE]), wagons)
        shown[action - VALIDATE] = NONE
    if action < TAKE or action >= VALIDATE:
        return TURN_ENDS
    if action < ROB:
        pending = _take(s, seat, action - TAKE, market, wagons, tickets)
        if pending != TURN_ENDS:
            return pending
    elif action < TRADE:
        tickets[seat] += tickets[action - ROB]
        tickets[action - ROB] = 0
    elif action < TOKEN:
        own, other, partner = trade_of(action)
        wagons[WAGONS * seat + own] -= 1
        wagons[WAGONS * partner + own] += 1
        wagons[WAGONS * partner + other] -= 1
        wagons[WAGONS * seat + other] += 1
    _slide(market)
    for i in range(VISIBLE):
        if lack_of(needs_of(s, int(shown[i])), _train(wagons, seat)) == 0:
            return VALIDATES
    return TURN_ENDS


@kernel
def copy_table(s: State, market: Array, wagons: Array, tickets: Array, shown: Array) -> None:
    """Market, wagons, tickets and objectives as they are."""
    for place in range(PLACES):
        market[place] = s.lines[place // COLUMNS, place % COLUMNS]
    for other in range(SEATS):
        tickets[other] = s.tickets[other]
        for kind in range(WAGONS):
            wagons[WAGONS * other + kind] = s.wagons[other, kind]
    for i in range(VISIBLE):
        shown[i] = s.objectives[i]


@kernel
def _take(s: State, seat: int, place: int, market: Array, wagons: Array,
          tickets: Array) -> int:  # fmt: skip
    """CE-7 to CE-9; returns the character that acts next, if one does."""
    card = int(market[place])
    market[place] = NONE
    tickets[seat] -= price_of(s, place % COLUMNS)
    if card <= LOCOMOTIVE:
        wagons[WAGONS * seat + card - 1] += 1
    elif card == TICKET:
        tickets[seat] += 1
    elif has_effect(s, card):
        return 1 + card - INVESTOR
    return TURN_ENDS


@kernel
def _spend(s: State, seat: int, objective: int, wagons: Array) -> None:
    """CE-12."""
    for kind in range(WAGON_KINDS):
        missing = missing_of_kind(s, seat, objective, kind)
        wagons[WAGONS * seat + kind] -= int(s.needs[objective, kind]) - missing
        wagons[WAGONS * seat + WAGON_KINDS] -= missing


@kernel
def _slide(market: Array) -> None:
    """CE-10: the card that comes is not known yet."""
    for line in range(LINES):
        kept = COLUMNS * line
        for place in range(COLUMNS * line, COLUMNS * (line + 1)):
            card = market[place]
            if card != NONE:
                market[place] = NONE
                market[kept] = card
                kept += 1


@kernel
def _train(wagons: Array, seat: int) -> int:
    """The wagons of a seat in one number."""
    train = 0
    for kind in range(WAGONS):
        train |= int(wagons[WAGONS * seat + kind]) << BITS * kind
    return train


@kernel
def sort_objectives(s: State, seat: int, contract: int, icons: int, wagons: Array,
                     shown: Array) -> None:  # fmt: skip
    """Those that lack least come first, of equals those of more worth; none come last."""
    for first in range(VISIBLE):
        for i in range(first + 1, VISIBLE):
            one = _urgency(s, seat, contract, icons, int(shown[first]), wagons)
            if _urgency(s, seat, contract, icons, int(shown[i]), wagons) > one:
                objective = shown[first]
                shown[first] = shown[i]
                shown[i] = objective


@kernel
def _urgency(s: State, seat: int, contract: int, icons: int, objective: int,
             wagons: Array) -> int:  # fmt: skip
    if objective == NONE:
        return -1
    lack = lack_of(needs_of(s, objective), _train(wagons, seat))
    return HALVES * (MOST_LACK * WAGONS - lack) + _worth(s, contract, icons, objective)


@kernel
def _worth(s: State, contract: int, icons: int, objective: int) -> int:
    """The points of an objective and of its icon, in halves."""
    icon = icon_worth(contract, icons, stage_of(s), int(s.colour[objective]))
    return min(2 * int(s.points[objective]) + int(2.0 * icon), HALVES - 1)


# --- What the network is told ---------------------------------------------------------------------


@kernel
def put_seat(s: State, seat: int, icons: int, count: int, points: int, market: Array,
              wagons: Array, tickets: Array, shown: Array, out: Array, n: int) -> int:  # fmt: skip
    for kind in range(WAGONS):
        out[n + kind] = min(int(wagons[WAGONS * seat + kind]), MOST_WAGONS)
    n += WAGONS
    out[n] = min(int(tickets[seat]), MOST_TICKETS)
    for colour in range(len(COLOURS)):
        out[n + 1 + colour] = min(count_of(icons, colour), MOST_ICONS)
    n += 1 + len(COLOURS)
    out[n] = count
    out[n + 1] = min(points, MOST_POINTS)
    n += 2
    train = _train(wagons, seat)
    for i in range(VISIBLE):
        out[n + i], out[n + VISIBLE + i] = NOTHING, NOTHING
        if shown[i] != NONE:
            needs = needs_of(s, int(shown[i]))
            lack = lack_of(needs, train)
            out[n + i] = min(lack, MOST_LACK)
            if lack == 0:
                out[n + VISIBLE + i] = READY
            elif lack == 1 and _is_one_card_away(needs, train, int(tickets[seat]), market):
                out[n + VISIBLE + i] = ONE_CARD_AWAY
    return n + 2 * VISIBLE


@kernel
def _is_one_card_away(needs: int, train: int, tickets: int, market: Array) -> bool:
    """CE-7: whether a wagon that completes the objective lies where the seat can pay for it."""
    for place in range(PLACES):
        card = int(market[place])
        in_reach = place % COLUMNS <= tickets and NONE < card <= LOCOMOTIVE
        if in_reach and lack_of(needs, train + one_of(card - 1)) == 0:
            return True
    return False


@kernel
def put_own(s: State, seat: int, contract: int, icons: int, sure: int, wagons: Array,
             tickets: Array, shown: Array, market: Array, out: Array, n: int) -> int:  # fmt: skip
    for place in range(PLACES):
        out[n + place] = market[place]
    n += PLACES
    out[n] = contract
    out[n + 1] = min(points_of_icons(contract, icons), MOST_POINTS)
    best = 0
    for other in range(s.players):
        if other != seat:
            best = max(best, objective_points(s, other) + int(tickets[other]))
    out[n + 2] = max(min(sure - best, FARTHEST_LEAD), -FARTHEST_LEAD) + FARTHEST_LEAD
    n += 3
    for i in range(VISIBLE):
        objective = int(shown[i])
        out[n + i] = _worth(s, contract, icons, objective) if objective != NONE else NOTHING
        for kind in range(WAGON_KINDS):
            missing = int(s.needs[objective, kind]) - int(wagons[WAGONS * seat + kind])
            at = n + VISIBLE + WAGON_KINDS * i + kind
            out[at] = max(min(missing, MOST_MISSING), 0) if objective != NONE else NOTHING
    n += VISIBLE + VISIBLE * WAGON_KINDS
    out[n] = progress_to(s, seat, contract, icons, wagons, shown, NOBODY)
    return n + 1


@kernel
def progress_to(s: State, seat: int, contract: int, icons: int, wagons: Array, shown: Array,
                claimed: int) -> int:  # fmt: skip
    """How far the seat is on the way to the objectives that nobody else has claimed."""
    values = _values(s, contract, icons, shown, claimed)
    return _in_steps(progress_of(stage_of(s), values, _needs(s, shown), _train(wagons, seat)))


@kernel
def _in_steps(progress: float) -> int:
    return max(min(int(PROGRESS_STEPS * progress), MOST_PROGRESS), 0)


@kernel
def _values(s: State, contract: int, icons: int, shown: Array, claimed: int) -> Values:
    """What each objective on display would bring the seat; ``claimed`` has a bit for each."""
    one, two, three = int(shown[0]), int(shown[1]), int(shown[2])
    return (
        0.5 * _worth(s, contract, icons, one) if one != NONE and not claimed & 1 else 0.0,
        0.5 * _worth(s, contract, icons, two) if two != NONE and not claimed & 2 else 0.0,
        0.5 * _worth(s, contract, icons, three) if three != NONE and not claimed & 4 else 0.0,
    )


@kernel
def _values_to_others(s: State, shown: Array) -> Values:
    """The same for a seat whose contract is not known."""
    one, two, three = int(shown[0]), int(shown[1]), int(shown[2])
    return (
        float(s.points[one]) + ICON_OF_OTHERS if one != NONE else 0.0,
        float(s.points[two]) + ICON_OF_OTHERS if two != NONE else 0.0,
        float(s.points[three]) + ICON_OF_OTHERS if three != NONE else 0.0,
    )


@kernel
def _needs(s: State, shown: Array) -> Needs:
    return needs_of(s, int(shown[0])), needs_of(s, int(shown[1])), needs_of(s, int(shown[2]))


@kernel
def put_table(s: State, out: Array, n: int) -> int:
    for line in range(LINES):
        out[n + line] = min(int(s.pile_sizes[line]) // PILE_STEP, MOST_PILE)
    n += LINES
    for kind in range(1, KINDS):
        out[n + kind - 1] = min(max(unseen_of(s, kind), 0), MOST_UNSEEN)
    n += KINDS - 1
    for colour in range(len(COLOURS)):
        out[n + colour] = s.bank[colour]
    n += len(COLOURS)
    out[n] = int(s.players) - 2
    out[n + 1] = s.last_turns
    return n + 2


bind(DTYPE, sys.modules[__name__])
