"""Mexican Train for the page: views, choices, and events that lead from position to position."""

import random
from collections.abc import Iterator
from typing import Any, get_args

import msgspec
import numpy as np
import pytest
from numba import config

import sidings
from games.mexican_train.positions import blocked, loaded, position
from rulebook import rule
from sidings.games.mexican_train.state import EVENTS, PLACES, EventName
from sidings.games.mexican_train.view import Event
from sidings.kernel.events import SEEN_BY, UNKNOWN, WHAT, new_events, rows_of
from sidings.kernel.fast import fast_generator
from sidings.kernel.play import apply_telling_at, guess_at, hidden_copy, hide_events_for
from sidings.play.moves import find_action
from sidings.play.table import Table

# --- Views


def view_of(table: Table, seat: int) -> Any:
    return table.game.view(table.seen_by(seat), seat - 1)


def test_a_view_has_every_key_of_the_position() -> None:
    table = loaded("5-7 1-3", "0-0 0-1", trains=["12-5", "12-1 1-1"], mexican="12-3", double=2)
    for seat in range(3):
        shown = msgspec.to_builtins(view_of(table, seat))
        seen = table.dump(seat=seat)
        assert {key: shown[key] for key in table.game.keys} == {
            key: seen[key] for key in table.game.keys
        }


def test_a_view_tells_sizes_ends_and_open_trains() -> None:
    given: dict[str, Any] = {"trains": ["12-5", "12-1", "12-2"], "markers": [False, False, True]}
    shown = view_of(loaded("5-7 1-3", "0-0", "0-1", mexican="12-3", **given), 1)
    assert (shown.sizes, shown.boneyard) == ([2, 1, 1], 91 - 4 - 4 - 1)
    assert (shown.ends, shown.mexican_end) == ([5, 1, 2], 3)
    assert shown.open == [1, 3, "m"]
    assert shown.unconfirmed is None


@rule("MT-18")
@pytest.mark.parametrize(
    ("given", "lane", "domino"),
    [
        ({"trains": ["", "12-5 5-5"], "double": 2}, 2, "5-5"),
        ({"trains": ["12-5", ""], "mexican": "12-3 3-3", "double": "m"}, "m", "3-3"),
    ],
)
def test_only_the_train_with_an_unconfirmed_double_is_open(
    given: dict[str, Any], lane: int | str, domino: str
) -> None:
    shown = view_of(loaded("0-7", "0-0", **given), 1)
    assert (shown.open, shown.double, shown.unconfirmed) == ([lane], lane, domino)


@rule("MT-24")
def test_a_view_counts_the_pips_of_a_hand_and_of_the_domino_drawn() -> None:
    table = loaded("1-2", "6-6 0-9", boneyard="0-0", options={"double_blank": 50})
    assert [view_of(table, seat).pips for seat in range(3)] == [[None] * 2, [3, None], [None, 21]]
    table.play("draw")
    assert [view_of(table, seat).pips for seat in (1, 2)] == [[53, None], [None, 21]]
    table = loaded("1-2", "6-6 0-9", boneyard="3-4", options={"double_blank": 50})
    table.play("draw")
    assert view_of(table, 1).pips == [10, None]


def test_at_the_end_every_hand_is_shown_and_nothing_is_open() -> None:
    table = loaded("5-7", "1-2", trains=["12-5", ""])
    table.play("5-7 on 1")
    shown = view_of(table, 0)
    assert (shown.turn, shown.phase, shown.open) == (None, "over", [])
    assert (shown.hands, shown.pips) == ([[], ["1-2"]], [0, 3])


# --- Choices


def choices(table: Table) -> list[dict[str, Any]]:
    assert table.turn is not None
    found: list[dict[str, Any]] = msgspec.to_builtins(
        table.game.choices(table.seen_by(table.turn), table.actions())
    )
    return found


def test_a_choice_tells_the_domino_and_the_train() -> None:
    table = loaded("5-7 3-12", "0-0", trains=["12-5", ""])
    assert choices(table) == [
        {"move": "5-7 on 1", "do": "lay", "card": "5-7", "lane": 1},
        {"move": "3-12 on m", "do": "lay", "card": "3-12", "lane": "m"},
    ]


def test_a_pass_is_a_refusal_a_keeping_or_a_forced_pass() -> None:
    start = loaded("5-12", "0-0", phase="start", first_turns=[1, 2])
    assert choices(start)[-1] == {"move": "pass", "do": "decline"}
    table = loaded("0-1", "0-0", boneyard="3-4")
    assert choices(table) == [{"move": "draw", "do": "draw"}]
    table.play("draw")
    assert choices(table) == [{"move": "pass", "do": "keep", "card": "3-4"}]
    assert choices(sidings.load(blocked())) == [{"move": "pass", "do": "pass"}]


# --- Events


def told(table: Table, move: str, seat: int | None = None) -> list[Event]:
    """Play a move; what happened, as it is or as a seat may know it (0 for a spectator)."""
    return [*table.game.tell(rows_of(seen_by(played(table, move), seat)))]


def played(table: Table, move: str) -> Any:
    action = find_action(table.game, table.state, table.actions(), move)
    events, after = new_events(table.game.most_events), table._states.copy()
    apply_telling_at(after, 0, action, events)
    table.play(move)
    assert table.state.tobytes() == after[0].tobytes()
    return events


def seen_by(events: Any, seat: int | None) -> Any:
    if seat is None:
        return events
    seen = np.zeros_like(events)
    hide_events_for(events, seat - 1, seen)
    return seen


def deeds(events: list[Event]) -> list[str]:
    return [event.do for event in events]


def test_the_names_of_the_events_and_places_are_all_different() -> None:
    assert get_args(EventName) == EVENTS
    assert len(set(EVENTS)) == len(EVENTS) == 24
    assert len(set(PLACES)) == len(PLACES) == 20


@rule("MT-8")
def test_a_domino_laid_is_told_with_its_train() -> None:
    table = loaded("5-7 0-1", "1-2", trains=["12-5", "12-1"])
    assert told(table, "5-7 on 1") == [
        Event("laid", 1, "5-7", "hand-1", "train-1"),
        Event("turn", 2),
    ]


@rule("MT-7")
def test_a_starter_who_declines_is_told() -> None:
    table = loaded("5-12 3-4", "1-2", phase="start", first_turns=[1, 2])
    assert told(table, "pass") == [Event("declined", 1), Event("turn", 2)]


@rule("MT-14", "MT-15")
def test_a_domino_drawn_and_kept_is_told_to_its_owner_only() -> None:
    given: dict[str, Any] = {"trains": ["12-5", "12-1"], "boneyard": "3-4"}
    assert told(loaded("0-0", "1-2", **given), "draw", 1) == [
        Event("drew", 1, "3-4", "boneyard", "drawn")
    ]
    table = loaded("0-0", "1-2", **given)
    assert told(table, "draw", 2) == [Event("drew", 1, None, "boneyard", "drawn")]
    keeping = [Event("marked", 1, target="train-1"), Event("turn", 2)]
    assert told(table.copy(), "pass", 1) == [Event("kept", 1, "3-4", "drawn", "hand-1"), *keeping]
    assert told(table, "pass", 0) == [Event("kept", 1, None, "drawn", "hand-1"), *keeping]


@rule("MT-14")
def test_a_marker_that_lies_there_already_is_not_told_again() -> None:
    table = loaded("0-0", "1-2", boneyard="3-4", trains=["12-5", "12-1"], markers=[True, False])
    table.play("draw")
    assert deeds(told(table, "pass")) == ["kept", "turn"]


@rule("MT-15")
def test_a_marker_taken_back_is_told() -> None:
    table = loaded("5-7 0-1", "1-2", trains=["12-5", "12-1"], markers=[True, False])
    assert told(table, "5-7 on 1")[1:] == [Event("unmarked", 1, source="train-1"), Event("turn", 2)]


@rule("MT-16", "MT-19", "MT-20")
def test_a_double_laid_and_confirmed_is_told() -> None:
    table = loaded("5-5 5-7 0-1", "1-2", trains=["12-5", "12-1"], markers=[True, False])
    assert told(table, "5-5 on 1") == [
        Event("laid", 1, "5-5", "hand-1", "train-1"),
        Event("unmarked", 1, source="train-1"),
        Event("unconfirmed", 1, "5-5", target="train-1"),
    ]
    assert told(table, "5-7 on 1") == [
        Event("laid", 1, "5-7", "hand-1", "train-1"),
        Event("confirmed", 1, "5-5", target="train-1"),
        Event("turn", 2),
    ]


@rule("MT-20")
def test_a_double_released_is_told() -> None:
    zeros = "9-0 0-1 1-2 2-0 0-3 3-4 4-0 0-5 5-6 6-0 0-7 7-8 8-0"
    options = {"set": "double-9", "dead_double": "release"}
    table = loaded("0-0 1-1", "2-9 2-2", trains=[zeros, ""], options=options)
    assert told(table, "0-0 on 1")[1:] == [
        Event("released", 1, "0-0", target="train-1"),
        Event("turn", 2),
    ]


@rule("MT-14")
def test_the_domino_drawn_is_laid_from_where_it_was_drawn_to() -> None:
    table = loaded("0-0", "1-2", boneyard="5-7", trains=["12-5", "12-1"])
    table.play("draw")
    assert told(table, "5-7 on 1")[0] == Event("laid", 1, "5-7", "drawn", "train-1")


@rule("MT-22", "MT-24")
def test_the_end_of_the_game_shows_and_counts_the_hands() -> None:
    table = loaded("5-7", "1-2 6-6", trains=["12-5", ""])
    assert told(table, "5-7 on 1", 0) == [
        Event("laid", 1, "5-7", "hand-1", "train-1"),
        Event("shown", 2, "1-2", "hand-2", "hand-2"),
        Event("shown", 2, "6-6", "hand-2", "hand-2"),
        Event("scored", 1, source="hand-1"),
        Event("scored", 2, source="hand-2", amount=15),
        Event("won", 1),
        Event("over"),
    ]


@rule("MT-23")
def test_a_blocked_round_is_told() -> None:
    table = sidings.load(blocked())
    assert told(table, "pass") == [
        Event("passed", 1),
        Event("marked", 1, target="train-1"),
        Event("turn", 2),
    ]
    table.play("pass")
    assert told(table, "pass") == [Event("passed", 1), Event("turn", 2)]
    events = told(table, "pass")
    assert events[0] == Event("passed", 2)
    assert deeds(events)[-2:] == ["blocked", "over"]


@rule("MT-4", "MT-5")
def test_a_new_deal_is_told_and_each_knows_only_the_own_dominoes() -> None:
    start = position("5-7", "1-2", trains=["12-5", "12-1"], options={"rounds": 2})
    for seat in range(3):
        table = sidings.load(start, seed=5)
        events = told(table, "5-7 on 1", seat)
        deal = events[deeds(events).index("gathered") :]
        assert deal[:2] == [
            Event("gathered", target="boneyard", amount=91),
            Event("round", amount=2),
        ]
        dealt = [event for event in deal if event.do == "dealt"]
        assert [event.seat for event in dealt] == [1] * 15 + [2] * 15
        assert all((event.card is not None) == (event.seat == seat) for event in dealt)
        starter = deal[-2].seat
        engine = table.dump()["engine"]
        assert deal[-2] == Event(
            "started", starter, f"{engine}-{engine}", f"hand-{starter}", "station"
        )
        assert deal[-1] == Event("turn", table.turn or 0)


@rule("MT-6")
def test_drawing_for_the_start_is_told() -> None:
    start = position("5-7", "0-1", "0-2", trains=["12-5", "12-1", "12-2"],
                     options={"rounds": 2, "start": "countdown"})  # fmt: skip
    events = told(sidings.load(start, seed=18), "5-7 on 1", 3)
    draws = [event for event in events if event.do == "drew"]
    assert [event.seat for event in draws] == [2, 3, 1, 2, 3]
    assert [event.card is not None for event in draws] == [False, True, False, False, True]
    assert (draws[-1].card, draws[-1].target) == ("11-11", "hand-3")


# --- Following

GAMES: list[Any] = [
    (2, {"set": "double-9", "rounds": 3, "dead_double": "release"}),
    pytest.param(3, {"rounds": 2, "double_blank": 50}, marks=pytest.mark.compiled),
    pytest.param(4, {"set": "double-9", "rounds": 2, "start": "countdown"},
                 marks=pytest.mark.compiled),
    (2, {"set": "double-9", "rounds": 2, "start": "set-aside", "doubles": "in-order",
         "first_turn": "train", "last_domino": "call", "open_train": 10}),
    pytest.param(3, {"rounds": 2, "set": "double-18", "doubles": "last", "draw": "until-fits",
                     "begin": "never", "last_domino": "call"}, marks=pytest.mark.compiled),
    pytest.param(5, {"rounds": 1, "doubles": "own", "dead_double": "release"},
                 marks=pytest.mark.compiled),
    pytest.param(
        6, {"rounds": 2, "set": "double-15", "start": "countdown"}, marks=pytest.mark.compiled
    ),
    pytest.param(7, {"rounds": 1}, marks=pytest.mark.compiled),
    pytest.param(8, {"rounds": 2, "set": "double-15"}, marks=pytest.mark.compiled),
]  # fmt: skip


def random_moves(players: int, options: dict[str, Any], seed: int) -> Iterator[tuple[Table, str]]:
    """A table before each move of a random game, and the move."""
    table = sidings.deal("mexican-train", players=players, seed=seed, options=options)
    choose = random.Random(seed)
    while table.turn is not None:
        move = choose.choice(table.moves())
        yield table.copy(), move
        table.play(move)


@pytest.mark.parametrize(("players", "options"), GAMES)
def test_events_lead_from_each_position_to_the_next(players: int, options: dict[str, Any]) -> None:
    """For every seat and a spectator; what a seat cannot see, no event tells.

    In plain Python, the moves that tell something new and every eighth.
    """
    kinds: set[int] = set()
    for number, (table, move) in enumerate(random_moves(players, options, 0)):
        before, events = table.copy(), played(table, move)
        told = {row[0] for row in rows_of(events)}
        if config.DISABLE_JIT and number % 8 and told <= kinds:
            continue
        kinds |= told
        for seat in range(players + 1):
            now = before.dump(seat=seat)
            seen = rows_of(seen_by(events, seat))
            check_hidden(rows_of(events), seen, seat)
            for event in table.game.tell(seen):
                table.game.follow(now, event)
            now |= {key: table.dump()[key] for key in table.game.unfollowed}
            assert now == table.dump(seat=seat), (move, seat)


def check_hidden(rows: list[list[int]], seen: list[list[int]], seat: int) -> None:
    for row, as_seen in zip(rows, seen, strict=True):
        known = row[SEEN_BY] == -1 or (seat > 0 and row[SEEN_BY] >> (seat - 1) & 1)
        assert as_seen[WHAT] == (row[WHAT] if known else UNKNOWN)
        assert as_seen[SEEN_BY] == 0


@pytest.mark.parametrize(("players", "options"), GAMES[:3])
def test_two_worlds_that_look_alike_tell_the_same_events(
    players: int, options: dict[str, Any]
) -> None:
    rng, compared = fast_generator(1), 0
    for number, (table, move) in enumerate(random_moves(players, options, 7)):
        if number % (9 if config.DISABLE_JIT else 2):
            continue
        before, events = table.copy(), played(table, move)
        for seat in range(players + 1):
            world = hidden_copy(before._states, seat - 1)
            guess_at(world, 0, seat - 1, rng)
            other = Table(before.game, world, before.seed)
            if move not in other.moves():
                continue
            others = played(other, move)
            if other.seen_by(seat).tobytes() == table.seen_by(seat).tobytes():
                compared += 1
                assert rows_of(seen_by(events, seat)) == rows_of(seen_by(others, seat))
    assert compared > 10


def test_a_move_that_deals_again_stays_within_the_room_for_events() -> None:
    """As many dominoes as can be in the hands at the end, and as many as can be dealt."""
    options = {"set": "double-15", "rounds": 2, "start": "countdown"}
    for seed in range(4):
        table = sidings.load(position("5-15", "0-0", rest=2, options=options), seed=seed)
        assert len(told(table, "5-15 on 1")) <= table.game.most_events


def test_a_hidden_hand_that_is_played_out_is_empty() -> None:
    table = loaded("5-7", "1-2", trains=["12-5", ""])
    now = table.dump(seat=0)
    table.game.follow(now, told(table, "5-7 on 1", 0)[0])
    assert now["hands"] == [[], 1]
