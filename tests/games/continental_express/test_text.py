"""Continental Express: moves and positions as text, and what is refused."""

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sidings
from games.continental_express.positions import EMPTY, NO_CARD, effect, loaded, own_deck, position
from sidings.games.continental_express.rules import CONTRACT_NAMES, PHASES

GAME = "continental-express"
CHOICE = sidings.deal(GAME, players=3, seed=2).dump()  # nobody has chosen a contract
WAGON = [CHOICE["wagons"][0] | {"boxcar": 1}, *CHOICE["wagons"][1:]]
TOKEN = [CHOICE["tokens"][0] | {"red": 1}, *CHOICE["tokens"][1:]]
OTHERS = [number for number in CHOICE["objective_pile"] if number != 7]
UNOFFERED = (set(CONTRACT_NAMES) - {name for pair in CHOICE["offered"] for name in pair}).pop()
BLUE = [1, 2, 3, 4]

STARTS: dict[str, dict[str, Any]] = {
    "take": position(lines={"c": ["boxcar", None, None]}, piles={"c": []}),
    "take with a ticket": position(tickets=[1, 0]),
    "investor": position(**effect("investor")),
    "pickpocket": position(3, **effect("pickpocket"), tickets=[0, 2, 0]),
    "pointsman": position(3, **effect("pointsman"), wagons=[{"coach": 1}, {"diner": 2}, {}]),
    "director": position(**effect("director")),
    "objective": position(phase="objective", wagons=[{"coach": 3, "tanker": 1}, {}]),
    "objective with a locomotive": position(
        phase="objective", objectives=[17, 16, 20], wagons=[{"tanker": 1, "locomotive": 1}, {}]
    ),
    "nothing to take": position(**EMPTY, phase="objective", idle=1, wagons=[{"coach": 3}, {}]),
    "over": position(turn=None, phase="over", validated=[BLUE, []]),
    "over by idleness": position(**EMPTY, turn=None, phase="over"),
    "contract": CHOICE,
}


@pytest.mark.parametrize(
    ("start", "move", "message"),
    [
        ("contract", "take a1", "CE-3: first keep one of your two contracts"),
        ("take", "contract 1", "CE-3: contracts are chosen only before the first turn"),
        ("take", "take a2", "CE-7: the price of a2 is 1 in tickets, and you have 0"),
        ("take with a ticket", "take b3", "CE-7: the price of b3 is 2 in tickets, and you have 1"),
        ("take", "take c2", "CE-10: there is no card at c2"),
        ("take", "objective 1", "CE-7: first take a card"),
        ("take", "done", "CE-7: first take a card"),
        ("take", "rob 2", "CE-15: you have not taken a pickpocket"),
        ("take", "trade coach for diner of 2", "CE-16: you have not taken a pointsman"),
        ("take", "token red", "CE-17: you have not taken a director"),
        ("take", "decline", "CE-9: you have taken no character whose effect you could decline"),
        ("investor", "take a1", "CE-14: there is no card at a1"),
        ("investor", "done", "CE-9: first use the investor, or decline its effect"),
        ("investor", "contract 2", "CE-3: contracts are chosen only before the first turn"),
        ("pickpocket", "rob 1", "CE-15: you take the tickets of another player, not your own"),
        ("pickpocket", "rob 3", "CE-15: seat 3 has no tickets"),
        ("pickpocket", "rob 4", "CE-1: there is no seat 4 at this table"),
        ("pickpocket", "take a2", "CE-9: first use the pickpocket, or decline its effect"),
        ("pointsman", "trade coach for coach of 2", "CE-16: an exchange of like for like"),
        ("pointsman", "trade diner for coach of 2", "CE-16: you have no diner"),
        ("pointsman", "trade coach for tanker of 2", "CE-16: seat 2 has no tanker"),
        ("pointsman", "trade coach for diner of 3", "CE-16: seat 3 has no diner"),
        ("pointsman", "trade coach for diner of 1", "CE-16: you exchange with another player"),
        ("pointsman", "trade coach for diner of 4", "CE-1: there is no seat 4 at this table"),
        ("pointsman", "trade ticket for diner of 2", "CE-16: a ticket is not a wagon"),
        ("pointsman", "trade coach for fire of 2", "CE-16: a fire is not a wagon"),
        ("pointsman", "rob 2", "CE-9: first use the pointsman, or decline its effect"),
        ("director", "objective 1", "CE-9: first use the director, or decline its effect"),
        ("objective", "objective 2", "CE-11: for objective 2 you lack 1 of: tanker"),
        ("objective", "objective 3", "CE-11: for objective 3 you lack 2 of: cattle, diner"),
        (
            "objective with a locomotive",
            "objective 2",
            "CE-11: for objective 2 you lack 2 of: coa",
        ),
        (
            "objective with a locomotive",
            "objective 3",
            "CE-11: for objective 3 you lack 3 of: box",
        ),
        ("objective", "take a1", "CE-7: you have taken your card for this turn"),
        ("nothing to take", "take a1", "CE-13: there is no card left to take"),
        ("objective", "decline", "CE-11: validate an objective now, or say done"),
        ("over", "take a1", "CE-27: the game is over"),
        ("over by idleness", "contract 1", "CE-13: the game is over"),
    ],
)
def test_an_illegal_move_names_its_rule_and_changes_nothing(
    start: str, move: str, message: str
) -> None:
    table = sidings.load(STARTS[start])
    before = table.state.tobytes()
    with pytest.raises(sidings.IllegalMove) as caught:
        table.play(move)
    assert str(caught.value).startswith(message)
    assert caught.value.move == move
    assert (table.state.tobytes(), table.history) == (before, [])


@pytest.mark.parametrize(
    "move",
    ["", "fly", "Take a1", "take", "take a4", "take d1", "take a 1", "take A1", "take a0", "rob",
     "rob 0", "rob 5", "rob two", "contract 3", "contract 0", "objective 0", "objective 4",
     "objective ١", "token", "token pink", "token Red", "trade coach for diner",
     "trade coach for diner of 0", "trade coach for lorry of 2", "trade  for diner of 2",
     "done 1", "decline x", "take a1 ; x", "take " + "a" * 5000],
)  # fmt: skip
def test_what_is_not_a_move_at_all(move: str) -> None:
    with pytest.raises(sidings.UnknownMove):
        sidings.load(STARTS["take"]).play(move)


def test_extra_spaces_are_ignored() -> None:
    table = sidings.load(STARTS["pointsman"])
    table.play("  trade   coach for diner  of 2 ")
    assert table.history == ["trade coach for diner of 2"]


def test_the_nearest_legal_moves_are_named() -> None:
    with pytest.raises(sidings.IllegalMove, match="nearest legal: take a1"):
        sidings.load(STARTS["take"]).play("take a2")


# --- Positions


GOOD = position(tickets=[1, 0], wagons=[{"coach": 1}, {}], validated=[[1], []])


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("game", None), ("players", 5), ("players", True), ("players", "2"), ("options", {"x": 1}),
        ("turn", 0), ("turn", 3), ("turn", None), ("turn", 1.0), ("phase", "fire"), ("phase", None),
        ("lines", None), ("lines", {"a": NO_CARD, "b": NO_CARD}), ("lines", [NO_CARD] * 3),
        ("lines", GOOD["lines"] | {"a": ["boxcar", "coach"]}),
        ("lines", GOOD["lines"] | {"a": ["boxcar", "coach", "lorry"]}),
        ("lines", GOOD["lines"] | {"a": ["boxcar", "coach", 1]}),
        ("lines", GOOD["lines"] | {"a": ["boxcar", "coach", ""]}),
        ("lines", GOOD["lines"] | {"a": ["boxcar", "coach", "fire"]}),
        ("lines", GOOD["lines"] | {"a": [None, "coach", "boxcar"]}),
        ("lines", GOOD["lines"] | {"a": ["boxcar", "coach", None]}),
        ("piles", None), ("piles", {"a": 1, "b": 1, "c": 1}), ("piles", {"a": [], "b": []}),
        ("piles", GOOD["piles"] | {"a": [None]}), ("piles", GOOD["piles"] | {"a": ["fire"] * 2}),
        ("piles", GOOD["piles"] | {"b": ["boxcar"] * 10 + ["coach"] * 7 + ["tanker"] * 8}),
        ("objectives", [7, 17]), ("objectives", [7, 7, 17]), ("objectives", [7, 17, 21]),
        ("objectives", [7, 17, None]), ("objectives", [7, 17, True]), ("objectives", "abc"),
        ("objective_pile", GOOD["objective_pile"][1:]), ("objective_pile", 16),
        ("objective_pile", [*GOOD["objective_pile"], 7]), ("objective_pile", ["2"]),
        ("wagons", GOOD["wagons"][:1]), ("wagons", [{"coach": 1}, {}]), ("wagons", None),
        ("wagons", [GOOD["wagons"][0] | {"diner": 7}, GOOD["wagons"][1]]),
        ("wagons", [GOOD["wagons"][0] | {"diner": -1}, GOOD["wagons"][1]]),
        ("wagons", [GOOD["wagons"][0] | {"diner": True}, GOOD["wagons"][1]]),
        ("wagons", [GOOD["wagons"][0] | {"lorry": 0}, GOOD["wagons"][1]]),
        ("tickets", [1]), ("tickets", [1, 12]), ("tickets", [1, -1]), ("tickets", [10**30, 0]),
        ("tickets", [1.0, 0]), ("tokens", [{}, {}]), ("tokens", None),
        ("bank", GOOD["bank"] | {"red": 3}), ("bank", GOOD["bank"] | {"red": 5}), ("bank", {}),
        ("validated", [[1]]), ("validated", [[1], [1]]), ("validated", [[1], 2]),
        ("validated", [[1], [0]]), ("validated", [[1, 2, 3, 4, 6], []]),
        ("contracts", ["blue", "blue"]), ("contracts", ["blue"]), ("contracts", ["blue", None]),
        ("contracts", ["blue", "pink"]), ("contracts", ["blue", "?"]), ("contracts", "blue"),
        ("offered", [None, None]), ("offered", []), ("idle", 1), ("idle", None), ("idle", -1),
        ("idle", False), ("last_turns", 1), ("last_turns", 0), ("last_turns", 2),
        ("last_turns", "1"), ("last_turns", True),
    ],
)  # fmt: skip
def test_a_malformed_position_names_its_key(key: str, value: Any) -> None:
    with pytest.raises(sidings.BadPosition) as caught:
        sidings.load(GOOD | {key: value})
    related = {"objectives": "objective_pile", "validated": "objective_pile"}
    assert caught.value.key in {key, related.get(key)}


@pytest.mark.parametrize(
    ("start", "message"),
    [
        # The market
        (position(**EMPTY), "phase: no card is left to take"),
        # Effects that are not possible
        (position(**effect("pickpocket")), "phase: the pickpocket can have no effect"),
        (position(**effect("pointsman")), "phase: the pointsman can have no effect"),
        (position(**EMPTY, phase="investor"), "phase: the investor can have no effect"),
        (position(phase="objective"), "phase: seat 1 can validate no objective"),
        # The end
        (position(turn=None, phase="over"), "phase: nothing has ended the game"),
        (position(phase="over", validated=[BLUE, []]), "turn: must be null"),
        (position(validated=[[], BLUE]), "last_turns: is a number when somebody has four"),
        (position(last_turns=1), "last_turns: is a number when somebody has four"),
        (position(validated=[[], BLUE], last_turns=2), "last_turns: expected"),
        (
            position(**EMPTY, phase="objective", wagons=[{"coach": 3}], idle=3),
            "idle: expected a whole number from 0 to 2",
        ),
        # Set-up
        (CHOICE | {"lines": position()["lines"]}, "lines: the contracts are chosen first"),
        (CHOICE | {"piles": position()["piles"]}, "piles: a has 28 cards before the market"),
        (CHOICE | {"objectives": [7, 17, 5]}, "objectives: expected a list of 0"),
        (CHOICE | {"wagons": WAGON}, "wagons: the deck has only 14 of boxcar"),
        (CHOICE | {"tokens": TOKEN, "bank": CHOICE["bank"] | {"red": 3}}, "tokens: nobody has"),
        (
            CHOICE | {"validated": [[7], [], []], "objective_pile": OTHERS},
            "validated: nobody has any",
        ),
        (CHOICE | {"offered": None}, "offered: expected a list"),
        (CHOICE | {"offered": [None, *CHOICE["offered"][1:]]}, "offered: seat 1 has either"),
        (CHOICE | {"contracts": [UNOFFERED, None, None]}, "offered: seat 1 has either"),
        (
            CHOICE | {"offered": [["pairs", "pairs"], *CHOICE["offered"][1:]]},
            "offered: there is only one contract pairs",
        ),
        (
            CHOICE | {"offered": [["pairs"], *CHOICE["offered"][1:]]},
            "offered: expected a list of 2",
        ),
        (
            position(piles={"b": ["boxcar"] * 11 + ["tanker"] * 8 + ["locomotive"] * 6}),
            "piles: b has at most 24, not 25",
        ),
    ],
)
def test_an_impossible_position_says_why(start: dict[str, Any], message: str) -> None:
    with pytest.raises(sidings.BadPosition) as caught:
        sidings.load(start)
    assert str(caught.value).startswith(message)


def test_contracts_must_have_been_chosen_in_turn_order() -> None:
    first = CHOICE["turn"]
    pairs, contracts = list(CHOICE["offered"]), [None] * 3
    third = (first + 1) % 3
    contracts[third], pairs[third] = pairs[third][0], None
    chosen = CHOICE | {"contracts": contracts, "offered": pairs}
    assert sidings.load(chosen).turn == first  # then the third seat was the first to choose
    for turn in (first % 3 + 1, third + 1):
        with pytest.raises(sidings.BadPosition, match="contracts: they are chosen in turn order"):
            sidings.load(chosen | {"turn": turn})


def test_missing_and_unknown_keys_are_named() -> None:
    with pytest.raises(sidings.BadPosition, match="bank: is missing"):
        sidings.load({key: value for key, value in GOOD.items() if key != "bank"})
    with pytest.raises(sidings.BadPosition, match="deck: Continental Express has no such key"):
        sidings.load(GOOD | {"deck": []})


def test_a_finished_position_may_say_anything_of_the_turns_left() -> None:
    for left in ({"last_turns": 1, "idle": 2}, {"last_turns": 0}, {"last_turns": None}):
        table = sidings.load(STARTS["over"] | left)
        assert (table.dump()["last_turns"], table.dump()["idle"]) == (None, 0)


def test_an_empty_pile_explains_a_gap_and_so_does_a_character() -> None:
    """Behind the last card of a line with no pile it may be either."""
    lines = {"a": ["boxcar", None, None], "b": [None, "diner", None], "c": NO_CARD}
    assert loaded(phase="director", lines=lines, piles=EMPTY["piles"]).turn == 1
    assert loaded(phase="director", lines=EMPTY["lines"], piles=EMPTY["piles"]).turn == 1


# --- Round trips


INVESTORS = own_deck(characters={"investor": 7, "pickpocket": 1, "pointsman": 1, "director": 1})


def random_game(seed: int) -> Iterator[sidings.Table]:
    """The table after each move. Odd seeds have seven Investors, every fourth no objectives."""
    deck, choose = INVESTORS if seed % 2 else None, random.Random(seed)
    table = sidings.deal(GAME, players=2 + seed % 3, seed=seed, deck=deck)
    while table.turn:
        yield table
        moves = [move for move in table.moves() if seed % 4 < 3 or move[:9] != "objective"]
        table.play(choose.choice(moves))
    yield table


@pytest.mark.compiled
def test_every_position_can_be_loaded_and_plays_on_alike() -> None:
    """Whatever the phase: gaps of an Investor's chain, and the two ways to the end, included."""
    phases, gaps, ends = set(), set(), set()
    for seed in range(8):
        for count, table in enumerate(random_game(seed)):
            dumped = table.dump()
            phases.add(dumped["phase"])
            if dumped["phase"] == "investor":
                gaps.add(sum(line.count(None) for line in dumped["lines"].values()))
            if dumped["phase"] == "over":
                ends.add(4 in map(len, dumped["validated"]))
            if dumped["phase"] == "take" and count % 4:
                continue
            again = sidings.load(json.loads(json.dumps(dumped)), deck=table.game.custom_deck)
            assert (again.dump(), again.moves()) == (dumped, table.moves())
            assert again.result == table.result
            if table.turn:
                twin = table.copy()
                twin.play(table.moves()[0])
                again.play(table.moves()[0])
                # An event met while the market is laid out is shuffled with each table's own key.
                hidden = dumped["phase"] == "contract"
                assert again.dump(hidden=hidden) == twin.dump(hidden=hidden)
    assert phases == set(PHASES)
    assert ends == {True, False}
    assert max(gaps) >= 3


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=8) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=20,
)


@settings(deadline=None, derandomize=True)
@given(st.sampled_from(sorted(GOOD)), JSON)
def test_hostile_values_are_refused_with_a_typed_error(key: str, value: Any) -> None:
    try:
        table = sidings.load(GOOD | {key: value})
    except sidings.SidingsError:
        return
    assert table.dump()[key] == value


@settings(deadline=None, derandomize=True)
@given(st.text(max_size=30))
def test_hostile_moves_are_refused_with_a_typed_error(move: str) -> None:
    table = sidings.load(STARTS["take"])
    if " ".join(move.split()) not in table.moves():
        with pytest.raises(sidings.IllegalMove):
            table.play(move)
