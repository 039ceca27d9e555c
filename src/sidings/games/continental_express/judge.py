"""Continental Express: what a judge is told who sees all contracts.

The table as it is, who is to move and what they decide; of each seat its contract, what it lacks
for the objectives and how far it is on the way to them. The objectives come in the order in which
the seat is near to them.
"""

import sys

from sidings.games.continental_express.net import (
    FARTHEST_LEAD,
    MOST_POINTS,
    MOST_PROGRESS,
    NOBODY,
    OWN,
    POINT,
    PROGRESS_STEPS,
    SEAT,
    copy_table,
    progress_to,
    put_own,
    put_seat,
    put_table,
    sort_objectives,
)
from sidings.games.continental_express.net import SENSES as NET_SENSES
from sidings.games.continental_express.rules import (
    CONTRACTS,
    DTYPE,
    PHASES,
    SEATS,
    State,
    contract_points,
    icons_of,
    objective_points,
    points_of,
)
from sidings.games.parts import NOTHING, Input, Senses, put_nobody
from sidings.kernel import Array, bind, kernel

SENSES = Senses(
    own=(
        *OWN,
        Input("true lead", 1, 2 * FARTHEST_LEAD + 1, ordered=True),
        Input("to move", 1, SEATS),
        Input("phase", 1, len(PHASES)),
    ),
    others=(
        *SEAT,
        Input("contract", 1, CONTRACTS + 1),
        Input("contract points", 1, MOST_POINTS + 1, ordered=True),
        Input("points", 1, MOST_POINTS + 1, ordered=True),
        Input("progress", 1, MOST_PROGRESS + 1, ordered=True, slope=-POINT / PROGRESS_STEPS),
        Input("to move", 1, 1),
        Input("present", 1, 1),
    ),
    seats=SEATS,
    scratch=NET_SENSES.scratch,
)
OWN_COUNT, OTHERS_COUNT = SENSES.own_count, SENSES.others_count


@kernel
def see_all(s: State, seat: int, scratch: Array, out: Array) -> None:
    market, wagons, tickets, shown = scratch[0], scratch[1], scratch[2], scratch[3]
    players = int(s.players)
    copy_table(s, market, wagons, tickets, shown)
    contract, icons = int(s.contracts[seat]), icons_of(s, seat)
    sort_objectives(s, seat, contract, icons, wagons, shown)
    n = put_seat(s, seat, icons, int(s.validated_count[seat]), objective_points(s, seat), market,
                 wagons, tickets, shown, out, 0)  # fmt: skip
    points = points_of(s, seat)
    n = put_own(s, seat, contract, icons, points, wagons, tickets, shown, market, out, n)
    n = put_table(s, out, n)
    best = 0
    for other in range(players):
        if other != seat:
            best = max(best, points_of(s, other))
    lead = points - best
    out[n] = max(min(lead, FARTHEST_LEAD), -FARTHEST_LEAD) + FARTHEST_LEAD
    out[n + 1] = (int(s.turn) - seat + players) % players
    out[n + 2] = s.phase
    n = OWN_COUNT
    for other in range(1, SEATS):
        if other < players:
            n = _put_other(s, (seat + other) % players, market, wagons, tickets, shown, out, n)
        else:
            n = put_nobody(out, n, OTHERS_COUNT)


@kernel
def _put_other(s: State, seat: int, market: Array, wagons: Array, tickets: Array, shown: Array,
               out: Array, n: int) -> int:  # fmt: skip
    contract, icons = int(s.contracts[seat]), icons_of(s, seat)
    n = put_seat(s, seat, icons, int(s.validated_count[seat]), objective_points(s, seat), market,
                 wagons, tickets, shown, out, n)  # fmt: skip
    out[n] = contract
    out[n + 1] = min(contract_points(s, seat), MOST_POINTS)
    out[n + 2] = min(points_of(s, seat), MOST_POINTS)
    out[n + 3] = progress_to(s, seat, contract, icons, wagons, shown, NOBODY)
    out[n + 4] = 0 if s.turn == seat else NOTHING
    out[n + 5] = 0
    return n + 6


bind(DTYPE, sys.modules[__name__])
