"""What a batch counts in Continental Express."""

import sys
from typing import Any

from sidings.games.continental_express.rules import (
    COLUMNS,
    CONTRACT_NAMES,
    DECLINE,
    DERAILMENT,
    DONE,
    DTYPE,
    FIRE,
    INVESTING,
    KINDS,
    LAST_OBJECTIVE,
    ROB,
    TAKE,
    TOKEN,
    TRADE,
    VALIDATE,
    State,
    contract_points,
    missing_wagons,
    objective_points,
    price_of,
)
from sidings.games.parts import Counter, Labels
from sidings.kernel import Array, bind, kernel

COUNTERS = (
    Counter("cards_taken", KINDS - 1),  # of each kind, from 1
    Counter("tickets_spent"),
    Counter("tickets_robbed"),
    Counter("investments"),
    Counter("robberies"),
    Counter("trades"),
    Counter("tokens"),
    Counter("effects_declined"),
    Counter("objectives_left"),  # that could have been validated
    Counter("locomotives_spent"),
    Counter("objectives", LAST_OBJECTIVE, identifies=True),  # their numbers, 0 for none
    Counter("objectives_taken"),
    Counter("objective_points"),
    Counter("contract", identifies=True),  # its kind, from 1
    Counter("contract_points"),
    Counter("tickets_left"),
    Counter("derailments", of_seat=False),
    Counter("fires", of_seat=False),
    Counter("ended_idle", of_seat=False),  # CE-13, and not by a fourth objective
)
TAKEN = 0
(SPENT, ROBBED, INVESTMENTS, ROBBERIES, TRADES, TOKENS, DECLINED, LEFT,
 LOCOMOTIVES) = range(KINDS - 1, KINDS + 8)  # fmt: skip
OBJECTIVES = LOCOMOTIVES + 1
(OBJECTIVES_TAKEN, OBJECTIVE_POINTS, CONTRACT, CONTRACT_POINTS, TICKETS_LEFT, DERAILMENTS, FIRES,
 IDLE) = range(OBJECTIVES + LAST_OBJECTIVE, OBJECTIVES + LAST_OBJECTIVE + 8)  # fmt: skip


@kernel
def note(s: State, action: int, counts: Array) -> None:
    seat = int(s.turn)
    if action < TAKE:
        return
    if action < ROB:
        line, column = (action - TAKE) // COLUMNS, (action - TAKE) % COLUMNS
        counts[TAKEN + s.lines[line, column] - 1, seat] += 1
        counts[SPENT, seat] += price_of(s, column)
        if s.phase == INVESTING:
            counts[INVESTMENTS, seat] += 1
    elif action < TRADE:
        counts[ROBBERIES, seat] += 1
        counts[ROBBED, seat] += s.tickets[action - ROB]
    elif action < TOKEN:
        counts[TRADES, seat] += 1
    elif action < DECLINE:
        counts[TOKENS, seat] += 1
    elif action == DECLINE:
        counts[DECLINED, seat] += 1
    elif action < DONE:
        counts[LOCOMOTIVES, seat] += missing_wagons(s, seat, int(s.objectives[action - VALIDATE]))
    else:
        counts[LEFT, seat] += 1


@kernel
def conclude(s: State, counts: Array) -> None:
    counts[DERAILMENTS, 0] = s.box[DERAILMENT]
    counts[FIRES, 0] = s.box[FIRE]
    counts[IDLE, 0] = 1
    for seat in range(s.players):
        for i in range(s.validated_count[seat]):
            counts[OBJECTIVES + i, seat] = s.validated[seat, i]
        counts[OBJECTIVES_TAKEN, seat] = s.validated_count[seat]
        counts[OBJECTIVE_POINTS, seat] = objective_points(s, seat)
        counts[CONTRACT, seat] = s.contracts[seat]
        counts[CONTRACT_POINTS, seat] = contract_points(s, seat)
        counts[TICKETS_LEFT, seat] = s.tickets[seat]
        if s.validated_count[seat] == LAST_OBJECTIVE:
            counts[IDLE, 0] = 0


def labels(game: Any) -> Labels:
    """The headings and names that the report has for counters with several values."""
    kinds, objectives = game.card_list.kinds, game.card_list.objectives
    return {
        "cards_taken": ("Who took the most", list(kinds[1:])),
        "contract": ("Who had the contract", list(CONTRACT_NAMES)),
        "objectives": (
            "Who validated the objective",
            [_objective(number, one, kinds) for number, one in enumerate(objectives, start=1)],
        ),
    }


def _objective(number: int, objective: Any, kinds: tuple[str, ...]) -> str:
    """An objective in words: its number, what it needs, and its points."""
    needs = [
        f"{count} {kinds[kind]}" if count > 1 else kinds[kind]
        for kind, count in enumerate(objective.wagons, start=1)
        if count
    ]
    return f"{number}: {', '.join(needs)} ({objective.points})"


bind(DTYPE, sys.modules[__name__])
