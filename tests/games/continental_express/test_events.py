"""Continental Express: what a move tells, in the order in which it happens, and to whom."""

from typing import Any

import pytest
from numba import config

import sidings
from games.continental_express.positions import EMPTY, effect, loaded
from games.continental_express.random_games import random_moves, rows_for
from rulebook import rule
from sidings.games.continental_express.rules import (
    BANK,
    BOX,
    CONTRACT,
    DEPOT,
    DISPLAY,
    EVENTS,
    HONOURS,
    MOST_EVENTS,
    OFFER,
    PILE,
    PRICE,
    SEATS,
    STAGE,
)
from sidings.games.continental_express.view import PLACE_NAMES, Event
from sidings.kernel.events import COUNT, NOBODY, new_events, rows_of
from sidings.kernel.play import (
    apply_telling_at,
    guess_at,
    hidden_copy,
)

GAME = sidings.game("continental-express")
BLUE = [1, 2, 3, 4]
MET = 17  # a seed whose pile b has the derailment on top


def happened(move: str, seat: int = NOBODY, **given: Any) -> list[Event]:
    """What a seat (a spectator by default) is told of a move from a small position."""
    table = loaded(**given)
    states, events = table._states.copy(), new_events(MOST_EVENTS)
    action = table.game.read_move(states[0], move.split())
    assert move in table.moves()
    apply_telling_at(states, 0, action, events)
    return list(table.game.tell(rows_for(events, seat)))


def brief(events: list[Event]) -> list[str]:
    """Each event in a line: who, what, from where, to where."""
    return [
        " ".join(
            str(part)
            for part in (
                event.do, event.seat or "", event.card or event.objective or "", event.source,
                event.target, event.amount or "", event.phase or "",
            )
            if part
        )
        for event in events
    ]  # fmt: skip


@rule("CE-7", "CE-8", "CE-10")
def test_a_card_is_paid_for_and_taken_then_its_line_slides_and_is_refilled() -> None:
    assert brief(happened("take a2", tickets=[1, 0])) == [
        "paid 1 ticket depot-1 price-2 1",
        "took 1 coach a2 depot-1",
        "slid tanker a3 a2",
        "drew cattle pile-a a3",
        "turn 2",
        "asked 2 take",
    ]


@rule("CE-3", "CE-29")
def test_a_contract_is_chosen_and_only_its_owner_knows_which() -> None:
    table = sidings.deal("continental-express", players=2, seed=3)
    first, second = table.turn, 3 - table.turn
    offered = table.dump()["offered"][first - 1]
    states, events = table._states.copy(), new_events(MOST_EVENTS)
    apply_telling_at(states, 0, 1, events)
    own = GAME.tell(rows_for(events, first - 1))
    assert brief(own) == [
        f"chose {first} {offered[1]} offer-2 contract-{first}",
        f"returned {first} {offered[0]} offer-1 contract-pile",
        f"asked {second} contract",
    ]
    for other in (second - 1, NOBODY):
        seen = GAME.tell(rows_for(events, other))
        assert [event.card for event in seen] == [None, None, None]


@rule("CE-3", "CE-4", "CE-5")
def test_the_last_choice_turns_up_the_market_and_the_objectives() -> None:
    table = sidings.deal("continental-express", players=2, seed=MET)
    table.play("contract 1")
    states, events = table._states.copy(), new_events(MOST_EVENTS)
    first = 3 - table.turn
    apply_telling_at(states, 0, 0, events)
    told = brief(GAME.tell(rows_for(events, NOBODY)))
    dealt = table.copy()
    dealt.play("contract 1")
    lines, objectives = dealt.dump()["lines"], dealt.dump()["objectives"]
    assert told[2:5] == [f"drew {card} pile-a a{i}" for i, card in enumerate(lines["a"], 1)]
    assert told[5] == "set-aside derailment pile-b"
    assert told[9] == "reshuffled derailment pile-b"
    assert told[13:] == [
        *(f"revealed {n} objective-pile objective-{i}" for i, n in enumerate(objectives, 1)),
        f"turn {first}",
        f"asked {first} take",
    ]


@rule("CE-9")
def test_a_character_stands_before_the_player_until_it_has_acted() -> None:
    assert brief(happened("take a1", lines={"a": ["director", "coach", "tanker"]})) == [
        "took 1 director a1 stage-1",
        "asked 1 director",
    ]
    used = brief(happened("token red", **effect("director")))
    assert used[:2] == ["granted 1 red bank honours-1", "left 1 director stage-1 box"]
    declined = brief(happened("decline", **effect("director")))
    assert declined[0] == "declined 1 director stage-1 box"


@rule("CE-9")
def test_a_character_without_an_effect_is_lost() -> None:
    told = brief(happened("take a1", lines={"a": ["pickpocket", "coach", "tanker"]}))
    assert told[:2] == ["took 1 pickpocket a1 stage-1", "lost 1 pickpocket stage-1 box"]


@rule("CE-14")
def test_an_investor_leaves_when_it_has_fetched_a_card_and_nothing_is_paid() -> None:
    assert brief(happened("take b3", **effect("investor"), tickets=[2, 0])) == [
        "took 1 ticket b3 depot-1",
        "left 1 investor stage-1 box",
        "slid coach a2 a1",
        "slid tanker a3 a2",
        "drew cattle pile-a a3",
        "drew diner pile-b b3",
        "turn 2",
        "asked 2 take",
    ]


@rule("CE-15")
def test_a_robbery_is_told_with_its_number_of_tickets() -> None:
    events = happened("rob 2", **effect("pickpocket"), tickets=[0, 2])
    assert [event.other for event in events[:2]] == [2, 0]
    told = brief(events)
    assert told[:2] == ["robbed 1 ticket depot-2 depot-1 2", "left 1 pickpocket stage-1 box"]


@rule("CE-16")
def test_both_wagons_of_an_exchange_are_told() -> None:
    start = {**effect("pointsman"), "wagons": [{"coach": 1}, {"diner": 1}]}
    told = brief(happened("trade coach for diner of 2", **start))
    assert told[:3] == [
        "traded 1 coach depot-1 depot-2",
        "traded 1 diner depot-2 depot-1",
        "left 1 pointsman stage-1 box",
    ]


@rule("CE-18", "CE-19")
def test_a_derailment_is_told_even_when_the_same_objectives_come_back() -> None:
    validated = [[1, 2, 3, 4], [6, 8, 9, 10], [11, 12, 13, 14], [15, 16, 18]]
    start = {"turn": 4, "last_turns": 1, "validated": validated, "objective_pile": [19, 20]}
    told = brief(happened("take a1", players=4, piles={"a": ["derailment"]}, **start))
    assert told[3:10] == [
        "derailment derailment pile-a box",
        "buried 7 objective-1 objective-pile",
        "buried 17 objective-2 objective-pile",
        "buried 5 objective-3 objective-pile",
        "revealed 19 objective-pile objective-1",
        "revealed 20 objective-pile objective-2",
        "revealed 7 objective-pile objective-3",
    ]


@rule("CE-18", "CE-20")
def test_a_fire_burns_every_card_of_the_market_and_new_ones_come() -> None:
    piles = {"a": ["fire", "tanker"], "b": ["diner"], "c": []}
    told = brief(happened("take a1", piles=piles))
    assert told[3] == "fire fire pile-a box"
    assert told[4:12] == [
        "burnt coach a1 box", "burnt tanker a2 box", "burnt cattle b1 box", "burnt diner b2 box",
        "burnt ticket b3 box", "burnt boxcar c1 box", "burnt coach c2 box", "burnt boxcar c3 box",
    ]  # fmt: skip
    assert told[12:14] == ["drew tanker pile-a a1", "drew diner pile-b b1"]


@rule("CE-11", "CE-12")
def test_the_wagons_of_an_objective_are_spent_one_by_one() -> None:
    wagons = [{"coach": 2, "locomotive": 1}, {}]
    assert brief(happened("objective 1", phase="objective", wagons=wagons)) == [
        "spent 1 coach depot-1 objective-1",
        "spent 1 coach depot-1 objective-1",
        "spent 1 locomotive depot-1 objective-1",
        "validated 1 7 objective-1 honours-1",
        "revealed 1 objective-pile objective-1",
        "turn 2",
        "asked 2 take",
    ]


@rule("CE-11")
def test_that_an_objective_is_left_is_told() -> None:
    told = brief(happened("done", phase="objective", wagons=[{"coach": 3}, {}]))
    assert told == ["finished 1", "turn 2", "asked 2 take"]


@rule("CE-27", "CE-28")
def test_the_last_turns_and_the_end_with_every_contract() -> None:
    start = {"wagons": [{"coach": 3}, {}], "validated": [BLUE[:3], []]}
    told = brief(happened("objective 1", phase="objective", **start))
    assert told[-3:] == ["fourth 1 2", "turn 2 1", "asked 2 take"]
    told = brief(happened("take a1", turn=2, last_turns=1, validated=[BLUE, []]))
    assert told[-3:] == ["over", "showed 1 blue contract-1", "showed 2 yellow contract-2"]


@rule("CE-13")
def test_skipped_turns_are_told() -> None:
    wagons = [{"coach": 3}, {}, {"tanker": 2}]
    start = {**EMPTY, "phase": "objective", "idle": 1, "wagons": wagons}
    assert brief(happened("done", players=3, **start)) == [
        "finished 1",
        "turn 2",
        "skipped 2 2",
        "turn 3",
        "skipped 3 3",
        "asked 3 objective",
    ]


# --- In random games


def test_events_lead_every_viewer_from_each_position_to_the_next() -> None:
    """Every move is looked at; in plain Python, those that tell something new and every eighth."""
    kinds: set[int] = set()
    for index in range(12):
        for number, (game, before, _, after, events, _) in enumerate(random_moves(index)):
            told = {row[0] for row in rows_of(events)}
            if config.DISABLE_JIT and number % 8 and told <= kinds:
                continue
            kinds |= told
            for seat in range(-1, int(after[0].players)):
                seen = game.dump(hidden_copy(before, seat)[0], hidden=True)
                for event in game.tell(rows_for(events, seat)):
                    game.follow(seen, event)
                assert seen == game.dump(hidden_copy(after, seat)[0], hidden=True)
    assert kinds == set(range(len(EVENTS)))


@pytest.mark.compiled
def test_events_tell_nobody_what_the_positions_do_not_show() -> None:
    """Another world that looks the same before and after a move tells the same events."""
    compared = 0
    for index in range(3):
        for _, before, action, after, events, rng in random_moves(index):
            for seat in range(-1, int(after[0].players)):
                world, others = hidden_copy(before, seat), new_events(MOST_EVENTS)
                guess_at(world, 0, seat, rng)
                apply_telling_at(world, 0, action, others)
                if hidden_copy(world, seat).tobytes() == hidden_copy(after, seat).tobytes():
                    assert rows_for(others, seat) == rows_for(events, seat)
                    compared += 1
    assert compared > 30


def test_no_move_tells_more_than_there_is_room_for() -> None:
    """The most that random games tell; what the bound allows is far more than they need."""
    most = 0
    for index in range(12):
        for _, _, _, _, events, _ in random_moves(index):
            most = max(most, int(events[0, COUNT]))
    assert 20 < most <= MOST_EVENTS


def test_every_place_of_an_event_has_a_name() -> None:
    assert len(set(PLACE_NAMES)) == len(PLACE_NAMES) == CONTRACT + SEATS
    named = [(PILE, "pile-a"), (PRICE, "price-1"), (DISPLAY, "objective-1"), (BANK, "bank"),
             (OFFER, "offer-1"), (BOX, "box"), (DEPOT, "depot-1"), (HONOURS, "honours-1"),
             (STAGE, "stage-1"), (CONTRACT, "contract-1")]  # fmt: skip
    for place, name in named:
        assert PLACE_NAMES[place] == name
