"""Continental Express, rule by rule: given this position, after that move, this position."""

import random
from collections import Counter
from itertools import combinations_with_replacement
from typing import Any

import pytest

import sidings
from games.continental_express.positions import (
    COLOURS,
    EMPTY,
    NO_CARD,
    after,
    effect,
    laid_out,
    loaded,
    own_deck,
    position,
)
from rulebook import rule
from sidings.games.continental_express.rules import CONTRACT_NAMES, contract_points

GAME = "continental-express"
BLUE = [1, 2, 3, 4]  # objectives worth 2, 5, 5 and 7
EACH = range(1, 21)
POINTS = (2, 5, 5, 7, 4, 5, 4, 6, 3, 5, 4, 7, 3, 4, 5, 7, 2, 5, 6, 6)


def small_cards(position: dict[str, Any]) -> Counter[str]:
    """The cards of the market and its piles."""
    places = [*position["lines"].values(), *position["piles"].values()]
    return Counter(card for place in places for card in place if card)


# --- Material and aim


@rule("CE-1")
def test_the_material() -> None:
    dealt = sidings.deal(GAME, players=4, seed=1).dump()
    cards = small_cards(dealt)
    wagons = sum(cards[name] for name in dealt["wagons"][0])
    characters = [cards[name] for name in ("investor", "pickpocket", "pointsman", "director")]
    assert len(dealt["wagons"][0]) == 6
    assert (wagons, cards["ticket"], cards["derailment"], cards["fire"]) == (58, 12, 1, 1)
    assert (sum(characters), sum(cards.values())) == (10, 82)
    assert sorted(dealt["objectives"] + dealt["objective_pile"]) == list(EACH)
    assert dealt["bank"] == dict.fromkeys(COLOURS, 4)
    assert len(set(CONTRACT_NAMES)) == 10


@rule("CE-1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_card_or_token_is_lost_or_made(players: int) -> None:
    table, choose = sidings.deal(GAME, players=players, seed=players), random.Random(players)
    cards = table.game.cards(table.state)
    assert len(cards) == 82 + 20 + 20
    assert Counter(cards)["boxcar"] == 14
    assert (cards.count("red token"), cards.count("objective 20")) == (4, 1)
    while table.turn:
        table.play(choose.choice(table.moves()))
        assert table.game.cards(table.state) == cards


@rule("CE-1")
@pytest.mark.parametrize("players", [1, 5, True, "2", None])
def test_other_numbers_of_players_are_refused(players: Any) -> None:
    with pytest.raises(sidings.BadOption, match="for 2 to 4 players"):
        sidings.deal(GAME, players=players)


@rule("CE-2")
def test_most_points_win() -> None:
    table = loaded(**EMPTY, turn=None, phase="over", validated=[[4], [1, 9]])
    assert table.result is not None
    assert (table.result.scores, table.result.winners) == ([9, 5], [1])


# --- Setting up


@rule("CE-3")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_contracts_for_each_to_choose_from(players: int) -> None:
    table = sidings.deal(GAME, players=players, seed=3)
    dealt = table.dump()
    offered = [contract for pair in dealt["offered"] for contract in pair]
    assert len(set(offered)) == 2 * players
    assert set(offered) <= set(CONTRACT_NAMES)
    assert dealt["contracts"] == [None] * players
    first = table.turn
    for _ in range(players):
        assert table.moves() == ["contract 1", "contract 2"]
        table.play("contract 2")
    chosen = table.dump()
    assert chosen["contracts"] == [pair[1] for pair in dealt["offered"]]
    assert (chosen["offered"], chosen["phase"], table.turn) == (None, "take", first)


@rule("CE-3")
def test_contracts_are_chosen_in_turn_order_and_in_secret() -> None:
    table = sidings.deal(GAME, players=3, seed=3)
    dealt, first = table.dump(), table.turn or 0
    table.play("contract 1")
    second = first % 3 + 1
    assert table.turn == second
    mine, theirs = table.dump(seat=first), table.dump(seat=second)
    assert mine["contracts"][first - 1] == dealt["offered"][first - 1][0]
    assert (theirs["contracts"][first - 1], theirs["offered"][first - 1]) == ("?", None)
    assert theirs["offered"][second - 1] == dealt["offered"][second - 1]
    assert mine["offered"][second - 1] == ["?", "?"]


@rule("CE-3")
def test_no_other_card_is_turned_up_until_the_last_player_has_chosen() -> None:
    table = sidings.deal(GAME, players=3, seed=3)
    for _ in range(3):
        seen = table.dump(seat=table.turn)
        assert seen["lines"] == EMPTY["lines"]
        assert seen["piles"] == {"a": 28, "b": 27, "c": 27}
        assert (seen["objectives"], seen["objective_pile"]) == ([], 20)
        table.play("contract 1")
    seen = table.dump(seat=table.turn)
    assert seen["piles"] == {"a": 25, "b": 24, "c": 24}
    assert (len(seen["objectives"]), seen["objective_pile"]) == (3, 17)


@rule("CE-4")
@pytest.mark.parametrize("seed", range(5))
def test_three_piles_with_three_cards_beside_each(seed: int) -> None:
    dealt = laid_out(seed=seed).dump()
    assert [len(dealt["piles"][line]) for line in "abc"] == [25, 24, 24]
    assert all(None not in dealt["lines"][line] for line in "abc")
    assert sum(small_cards(dealt).values()) == 82


@rule("CE-4")
def test_the_first_card_turned_goes_to_column_1() -> None:
    state = laid_out(seed=4).state
    assert not state.event_pile.any()  # no event was met, so what was turned up still shows
    turned = state.piles[25:28][::-1].tolist(), state.piles[52:55][::-1].tolist()
    assert turned == (state.lines[0].tolist(), state.lines[1].tolist())
    assert len(set(turned[0])) == len(set(turned[1])) == 3


@pytest.mark.compiled
@rule("CE-4")
def test_an_event_met_in_the_set_up_is_shuffled_back_into_its_pile() -> None:
    depths = set()
    for seed in range(120):
        table = laid_out(seed=seed)
        dealt = table.dump()
        assert not {"fire", "derailment"} & {c for line in dealt["lines"].values() for c in line}
        for event, pile in zip(("derailment", "fire"), table.state.event_pile, strict=True):
            if pile:
                depths.add(dealt["piles"]["abc"[pile - 1]].index(event))
    assert len(depths) > 10
    assert max(depths) > 12


@rule("CE-5")
@pytest.mark.parametrize("seed", range(3))
def test_three_objectives_lie_open(seed: int) -> None:
    dealt = laid_out(seed=seed).dump()
    assert (len(dealt["objectives"]), len(dealt["objective_pile"])) == (3, 17)
    assert set(dealt["objectives"] + dealt["objective_pile"]) == set(EACH)
    assert dealt["objectives"] + dealt["objective_pile"] != list(EACH)


@rule("CE-6")
def test_any_player_may_be_first_and_play_goes_clockwise() -> None:
    assert {sidings.deal(GAME, players=4, seed=seed).turn for seed in range(40)} == {1, 2, 3, 4}
    table = loaded(3, turn=2)
    table.play("take a1")
    assert table.turn == 3
    table.play("take a1")
    assert table.turn == 1


# --- A turn


@rule("CE-7")
@pytest.mark.parametrize(("tickets", "columns"), [(0, "1"), (1, "12"), (2, "123"), (5, "123")])
def test_the_columns_cost_nothing_one_and_two_tickets(tickets: int, columns: str) -> None:
    table = loaded(tickets=[tickets, 3])
    assert table.moves() == [f"take {line}{column}" for line in "abc" for column in columns]


@rule("CE-7")
@pytest.mark.parametrize(("place", "left"), [("a1", 3), ("a2", 2), ("a3", 1)])
def test_spent_tickets_leave_the_game(place: str, left: int) -> None:
    end = after(f"take {place}", tickets=[3, 1])
    assert end["tickets"] == [left, 1]


@rule("CE-7")
def test_a_ticket_cannot_pay_for_itself() -> None:
    with pytest.raises(sidings.IllegalMove, match="CE-7: the price of a2 is 1 in tickets"):
        after("take a2", lines={"a": ["boxcar", "ticket", "coach"]})


@rule("CE-8")
@pytest.mark.parametrize("card", ["boxcar", "coach", "tanker", "cattle", "diner", "locomotive"])
def test_a_wagon_is_laid_before_the_player(card: str) -> None:
    end = after("take b1", turn=2, lines={"b": [card, "coach", "ticket"]})
    assert [sum(own.values()) for own in end["wagons"]] == [0, 1]
    assert end["wagons"][1][card] == 1


@rule("CE-8")
def test_a_ticket_is_laid_before_the_player() -> None:
    assert after("take b3", tickets=[2, 0])["tickets"] == [1, 0]


@rule("CE-9")
def test_a_character_takes_effect_at_once_and_leaves_the_game() -> None:
    table = loaded(lines={"a": ["director", "coach", "tanker"]})
    table.play("take a1")
    assert (table.turn, table.dump()["phase"]) == (1, "director")
    table.play("token red")
    assert table.turn == 2
    assert small_cards(table.dump())["director"] == 0


@rule("CE-9")
@pytest.mark.parametrize("character", ["investor", "pickpocket", "pointsman", "director"])
def test_every_effect_may_be_declined(character: str) -> None:
    start = {"tickets": [0, 2], "wagons": [{"boxcar": 1}, {"coach": 1}]}
    end = after("take a1", "decline", lines={"a": [character, "coach", "tanker"]}, **start)
    assert (end["turn"], end["phase"]) == (2, "take")
    assert (end["tickets"], end["wagons"][0]["boxcar"]) == ([0, 2], 1)
    assert sum(end["bank"].values()) == 20
    assert end["lines"]["a"] == ["coach", "tanker", "cattle"]


@rule("CE-9", "CE-15", "CE-16")
@pytest.mark.parametrize(
    ("character", "start"),
    [
        ("pickpocket", {"tickets": [3, 0]}),
        ("pointsman", {"wagons": [{"boxcar": 1}, {}]}),
        ("pointsman", {"wagons": [{}, {"boxcar": 1}]}),
        ("pointsman", {"wagons": [{"coach": 2}, {"coach": 1}]}),
    ],
)
def test_an_impossible_effect_is_lost_without_a_question(
    character: str, start: dict[str, Any]
) -> None:
    end = after("take a1", lines={"a": [character, "coach", "tanker"]}, **start)
    assert (end["turn"], end["phase"]) == (2, "take")
    assert small_cards(end)[character] == 0


@rule("CE-9", "CE-14")
def test_an_investor_that_was_the_last_card_is_lost() -> None:
    lines = EMPTY["lines"] | {"b": ["investor", None, None]}
    end = after("take b1", lines=lines, piles=EMPTY["piles"], wagons=[{}, {"coach": 3}])
    assert (end["turn"], end["phase"], end["idle"]) == (2, "objective", 1)


@rule("CE-9")
def test_the_effect_comes_before_the_line_slides() -> None:
    end = after("take a2", tickets=[1, 1], lines={"a": ["boxcar", "pickpocket", "tanker"]})
    assert end["lines"]["a"] == ["boxcar", None, "tanker"]
    assert end["piles"]["a"] == ["cattle"]


@rule("CE-9")
def test_after_a_chain_the_lines_are_refilled_from_a_to_c() -> None:
    """The fire on top of a burns what lies there then: not yet the card that c gets after it."""
    end = after(
        "take c1",
        "take a1",
        lines={"c": ["investor", "coach", "boxcar"]},
        piles={"a": ["fire"], "b": [], "c": ["tanker", "diner", "coach", "cattle"]},
    )
    assert end["lines"] == {"a": NO_CARD, "b": NO_CARD, "c": ["tanker", "diner", "coach"]}
    assert end["piles"]["c"] == ["cattle"]


@rule("CE-10")
@pytest.mark.parametrize(
    ("place", "line"),
    [
        ("a1", ["coach", "tanker", "cattle"]),
        ("a2", ["boxcar", "tanker", "cattle"]),
        ("a3", ["boxcar", "coach", "cattle"]),
    ],
)
def test_the_line_slides_and_a_new_card_comes_to_column_3(place: str, line: list[str]) -> None:
    end = after(f"take {place}", tickets=[2, 0], piles={"a": ["cattle", "diner"]})
    assert end["lines"] == {
        "a": line,
        "b": ["cattle", "diner", "ticket"],
        "c": ["boxcar", "coach", "boxcar"],
    }
    assert end["piles"]["a"] == ["diner"]


@rule("CE-10")
def test_with_an_empty_pile_the_line_slides_and_no_card_comes() -> None:
    table = loaded(piles={"a": []})
    table.play("take a1")
    assert table.dump()["lines"]["a"] == ["coach", "tanker", None]
    assert table.moves() == ["take a1", "take b1", "take c1"]


@rule("CE-11")
def test_validating_one_objective() -> None:
    start = {"wagons": [{"coach": 3, "tanker": 2, "diner": 1}, {}], "objective_pile": [12, 1]}
    table = loaded(**start)
    table.play("take a1")
    assert table.moves() == ["objective 1", "objective 2", "done"]
    table.play("objective 2")
    end = table.dump()
    assert end["validated"] == [[17], []]
    assert (end["objectives"], end["objective_pile"][0]) == ([7, 12, 5], 1)
    assert (end["wagons"][0]["tanker"], end["wagons"][0]["coach"]) == (0, 3)
    assert (table.turn, end["phase"]) == (2, "take")  # one, and only one


@rule("CE-11")
def test_nobody_must_validate() -> None:
    end = after("take a1", "done", wagons=[{"coach": 3}, {}])
    assert (end["turn"], end["wagons"][0]["coach"], end["validated"]) == (2, 3, [[], []])


@rule("CE-11")
def test_who_can_validate_nothing_is_not_asked() -> None:
    assert after("take a1", wagons=[{"coach": 2}, {"coach": 5}])["turn"] == 2


@rule("CE-12")
def test_locomotives_stand_for_any_wagons() -> None:
    table = loaded(wagons=[{"diner": 1, "locomotive": 1}, {}])
    table.play("take a1")
    assert table.moves() == ["objective 3", "done"]
    table = loaded(wagons=[{"locomotive": 3}, {}])
    table.play("take a1")
    table.play("objective 1")
    assert table.dump()["validated"] == [[7], []]
    assert table.dump()["wagons"][0]["locomotive"] == 0


@rule("CE-12")
def test_real_wagons_are_spent_first() -> None:
    end = after("take a1", "objective 1", wagons=[{"coach": 2, "locomotive": 2}, {}])
    assert (end["wagons"][0]["coach"], end["wagons"][0]["locomotive"]) == (0, 1)


@rule("CE-13")
def test_without_small_cards_the_take_is_skipped() -> None:
    lines = EMPTY["lines"] | {"a": ["boxcar", None, None]}
    wagons = [{}, {}, {"coach": 3, "tanker": 2}]
    table = loaded(3, lines=lines, piles=EMPTY["piles"], wagons=wagons)
    table.play("take a1")
    assert (table.turn, table.dump()["phase"], table.dump()["idle"]) == (3, "objective", 2)
    table.play("objective 1")  # that ends the idleness, so the others get a turn each again
    assert (table.turn, table.dump()["phase"], table.dump()["idle"]) == (3, "objective", 3)


@rule("CE-13")
def test_the_game_ends_when_everybody_in_turn_has_been_idle() -> None:
    table = loaded(3, **EMPTY, phase="objective", idle=2, wagons=[{"coach": 3}, {"tanker": 2}])
    table.play("done")
    assert (table.turn, table.dump()["idle"]) == (2, 3)
    table.play("done")
    assert (table.turn, table.dump()["phase"]) == (None, "over")


@rule("CE-13")
def test_the_last_card_ends_the_game_when_nobody_can_validate() -> None:
    lines = EMPTY["lines"] | {"c": ["boxcar", None, None]}
    end = after("take c1", lines=lines, piles=EMPTY["piles"])
    assert (end["turn"], end["phase"], end["idle"], end["last_turns"]) == (None, "over", 0, None)


@rule("CE-13")
def test_an_idle_turn_is_a_turn_of_the_last_ones_too() -> None:
    start = {"wagons": [{"coach": 3}], "validated": [BLUE[:3], [], []]}
    table = loaded(3, **EMPTY, phase="objective", **start)
    table.play("objective 1")  # the fourth; nobody else can do anything in their last turn
    assert table.turn is None


# --- Characters


@rule("CE-14")
def test_the_investor_takes_a_card_of_any_column_for_nothing() -> None:
    table = loaded(**effect("investor"))
    assert table.moves() == [
        *["take a2", "take a3", "take b1", "take b2", "take b3", "take c1", "take c2", "take c3"],
        "decline",
    ]
    table.play("take b3")
    end = table.dump()
    assert end["tickets"] == [1, 0]  # b3 is a ticket, and cost none
    assert end["lines"]["a"] == ["coach", "tanker", "cattle"]
    assert end["lines"]["b"] == ["cattle", "diner", "diner"]


@rule("CE-14")
def test_an_investor_may_take_a_character_whose_effect_follows() -> None:
    lines = {"a": ["investor", "coach", "investor"], "c": ["boxcar", "director", "boxcar"]}
    table = loaded(lines=lines)
    table.play("take a1")
    table.play("take a3")
    assert table.dump()["lines"]["a"] == [None, "coach", None]
    table.play("take c2")
    assert (table.dump()["phase"], table.turn) == ("director", 1)
    table.play("token blue")
    end = table.dump()
    assert end["lines"]["a"] == ["coach", "cattle", None]  # its pile had one card left
    assert end["lines"]["c"] == ["boxcar", "boxcar", "tanker"]
    assert end["tokens"][0]["blue"] == 1


@rule("CE-15")
def test_the_pickpocket_takes_all_the_tickets_of_one_player() -> None:
    table = loaded(4, **effect("pickpocket"), tickets=[1, 3, 0, 2])
    assert table.moves() == ["rob 2", "rob 4", "decline"]
    table.play("rob 2")
    assert table.dump()["tickets"] == [4, 0, 0, 2]


@rule("CE-16")
def test_the_pointsman_exchanges_a_wagon() -> None:
    wagons = [{"coach": 1, "locomotive": 1}, {"coach": 2}, {"diner": 1}]
    table = loaded(3, **effect("pointsman"), wagons=wagons)
    assert table.moves() == [
        "trade coach for diner of 3",
        "trade locomotive for coach of 2",
        "trade locomotive for diner of 3",
        "decline",
    ]
    table.play("trade coach for diner of 3")
    owned = [{name: n for name, n in own.items() if n} for own in table.dump()["wagons"]]
    assert owned == [{"diner": 1, "locomotive": 1}, {"coach": 2}, {"coach": 1}]


@rule("CE-17")
def test_the_director_takes_a_token_that_is_still_there() -> None:
    tokens = [{}, {"red": 3}]
    lines = {"a": ["director", "coach", "tanker"]}
    table = loaded(lines=lines, tokens=tokens)
    table.play("take a1")
    assert table.moves() == [*(f"token {colour}" for colour in COLOURS), "decline"]
    table.play("token red")
    end = table.dump()
    assert [own["red"] for own in end["tokens"]] == [1, 3]
    assert end["bank"]["red"] == 0


@rule("CE-17")
def test_a_colour_runs_out() -> None:
    """It takes a deck with a fifth Director."""
    deck = own_deck(characters={"director": 5, "investor": 2, "pickpocket": 2, "pointsman": 1})
    start = position(**effect("director"), tokens=[{"red": 1}, {"red": 3}])
    table = sidings.load(start, deck=deck)
    assert table.moves() == ["token blue", "token yellow", "token black", "token green", "decline"]
    with pytest.raises(sidings.IllegalMove, match="CE-17: no red token is left"):
        table.play("token red")


# --- Events


@rule("CE-18")
def test_an_event_happens_when_it_is_turned_up_and_the_gap_is_filled() -> None:
    start = {"wagons": [{"coach": 3}, {}], "objective_pile": [7, 12, 13], "objectives": [1, 2, 3]}
    end = after("take a1", piles={"a": ["derailment", "diner", "boxcar"]}, **start)
    assert end["lines"]["a"] == ["coach", "tanker", "diner"]
    assert end["piles"]["a"] == ["boxcar"]
    assert small_cards(end)["derailment"] == 0
    # Objective 7 came with the event, and the turn goes on with it.
    assert (end["turn"], end["phase"]) == (1, "objective")


@rule("CE-18")
def test_an_event_that_was_the_last_card_leaves_the_gap() -> None:
    end = after("take a1", piles={"a": ["derailment"]})
    assert (end["lines"]["a"], end["turn"]) == (["coach", "tanker", None], 2)


@rule("CE-19")
def test_a_derailment_puts_the_objectives_under_the_pile_in_order() -> None:
    end = after("take a1", piles={"a": ["derailment"]}, objective_pile=[12, 13, 14, 15])
    assert end["objectives"] == [12, 13, 14]
    assert end["objective_pile"][0] == 15
    assert end["objective_pile"][-3:] == [7, 17, 5]
    assert len(end["objective_pile"]) == 17


@rule("CE-19")
def test_a_derailment_with_a_short_pile_brings_objectives_back() -> None:
    validated = [[1, 2, 3, 4], [6, 8, 9, 10], [11, 12, 13, 14], [15, 16, 18]]
    start = {"turn": 4, "last_turns": 1, "validated": validated, "objective_pile": [19, 20]}
    end = after("take a1", players=4, piles={"a": ["derailment"]}, **start)
    assert (end["objectives"], end["objective_pile"]) == ([19, 20, 7], [17, 5])


@rule("CE-20")
def test_a_fire_burns_the_market_and_three_cards_are_dealt_to_each_line() -> None:
    piles = {
        "a": ["fire", "tanker", "tanker", "ticket", "boxcar"],
        "b": ["diner", "coach", "cattle", "coach"],
        "c": ["boxcar", "ticket", "diner"],
    }
    end = after("take a1", piles=piles)
    assert end["lines"] == {
        "a": ["tanker", "tanker", "ticket"],
        "b": ["diner", "coach", "cattle"],
        "c": ["boxcar", "ticket", "diner"],
    }
    assert end["piles"] == {"a": ["boxcar"], "b": ["coach"], "c": []}


@rule("CE-20")
def test_a_fire_in_line_c_burns_all_the_lines_too() -> None:
    piles = {"a": ["diner", "coach"], "b": ["tanker", "cattle"], "c": ["fire", "ticket"]}
    end = after("take c1", piles=piles)
    assert end["lines"] == {
        "a": ["diner", "coach", None],
        "b": ["tanker", "cattle", None],
        "c": ["ticket", None, None],
    }


@rule("CE-20")
def test_the_card_just_taken_is_safe_from_the_fire() -> None:
    end = after("take a1", piles={"a": ["fire"]})
    assert end["wagons"][0]["boxcar"] == 1


@rule("CE-20")
def test_after_a_fire_the_lines_get_what_is_left() -> None:
    end = after("take a1", piles={"a": ["fire"], "b": ["diner", "coach"], "c": []})
    assert end["lines"] == {"a": NO_CARD, "b": ["diner", "coach", None], "c": NO_CARD}
    assert end["turn"] == 2


@rule("CE-20")
def test_a_derailment_met_while_dealing_after_a_fire_happens_at_once() -> None:
    piles = {"a": ["fire", "tanker"], "b": ["diner", "derailment", "coach"], "c": ["boxcar"]}
    end = after("take a1", piles=piles, objective_pile=[12, 13, 14])
    assert end["lines"]["b"] == ["diner", "coach", None]
    assert end["objectives"] == [12, 13, 14]


@rule("CE-20")
def test_a_fire_met_after_a_derailment_in_the_same_refill() -> None:
    piles = {"a": ["derailment", "fire", "tanker"], "b": ["diner"], "c": []}
    end = after("take a1", piles=piles, objective_pile=[12, 13, 14])
    assert (end["lines"]["a"], end["objectives"]) == (["tanker", None, None], [12, 13, 14])


# --- Contracts


def contract_score(contract: str, icons: str) -> int:
    """What a contract is worth with objectives and, after the +, tokens of these colours."""
    objectives, _, tokens = icons.partition("+")
    numbers = {"B": [1, 2, 3, 4], "Y": [5, 6], "K": [9, 10], "R": [13, 14], "G": [17, 18]}
    mine = [numbers[letter].pop() for letter in objectives]
    owned = Counter(COLOURS["BYKRG".index(letter)] for letter in tokens)
    start = {"objectives": [7, 8, 11], "validated": [mine, []], "tokens": [owned, {}]}
    contracts = [contract, "pairs" if contract != "pairs" else "four"]
    table = loaded(**EMPTY, turn=None, phase="over", contracts=contracts, **start)
    assert table.result is not None
    return table.result.scores[0] - sum(POINTS[number - 1] for number in mine)


@pytest.mark.parametrize(
    ("contract", "icons", "points"),
    [
        pytest.param("red", "RBB+R", 4, marks=rule("CE-21")),
        pytest.param("blue", "RBB+RB", 6, marks=rule("CE-21")),
        pytest.param("green", "BBYY", 0, marks=rule("CE-21")),
        pytest.param("yellow", "BBYY", 4, marks=rule("CE-21")),
        pytest.param("black", "K+KKK", 8, marks=rule("CE-21")),
        pytest.param("pairs", "BBYY+R", 6, marks=rule("CE-22")),
        pytest.param("pairs", "BBBY+B", 6, marks=rule("CE-22")),
        pytest.param("pairs", "BBBY", 3, marks=rule("CE-22")),
        pytest.param("pairs", "BYKR", 0, marks=rule("CE-22")),
        pytest.param("triplets", "BBBY+YY", 14, marks=rule("CE-23")),
        pytest.param("triplets", "BBBB+BB", 14, marks=rule("CE-23")),
        pytest.param("triplets", "BBYY+RR", 0, marks=rule("CE-23")),
        pytest.param("trios", "BYK", 5, marks=rule("CE-24")),
        pytest.param("trios", "BBYY+KR", 10, marks=rule("CE-24")),
        pytest.param("trios", "BBBB+YYKK", 10, marks=rule("CE-24")),
        pytest.param("trios", "BBBB+YK", 5, marks=rule("CE-24")),
        pytest.param("trios", "BBYY+BY", 0, marks=rule("CE-24")),
        pytest.param("four", "BYK+R", 6, marks=rule("CE-25")),
        pytest.param("four", "BYKR+BYKR", 6, marks=rule("CE-25")),
        pytest.param("four", "BBYK+K", 0, marks=rule("CE-25")),
        pytest.param("two-pairs", "BBY+Y", 7, marks=rule("CE-26")),
        pytest.param("two-pairs", "BBYY+KKRR", 7, marks=rule("CE-26")),
        pytest.param("two-pairs", "BBBB+Y", 0, marks=rule("CE-26")),
    ],
)
def test_what_a_contract_is_worth(contract: str, icons: str, points: int) -> None:
    assert contract_score(contract, icons) == points


@rule("CE-24")
def test_as_many_trios_as_can_be_made() -> None:
    """Held against taking one icon of each of the three commonest colours, which is best."""
    states = sidings.game(GAME).template(2, {})
    states[0].contracts[0] = 1 + CONTRACT_NAMES.index("trios")
    for icons in combinations_with_replacement(range(5), 5):
        states[0].tokens[0] = icons
        left, sets = sorted(icons), 0
        while left[2] > 0:
            left = sorted(left[:2] + [n - 1 for n in left[2:]])
            sets += 1
        assert contract_points(states[0], 0) == 5 * sets


# --- The end


@rule("CE-27")
def test_after_a_fourth_objective_every_other_player_has_one_more_turn() -> None:
    start = {"wagons": [{"coach": 3}, {"tanker": 2}, {}], "validated": [BLUE[:3], [], []]}
    table = loaded(3, **start)
    table.play("take a1")
    table.play("objective 1")
    assert (table.turn, table.dump()["last_turns"]) == (2, 2)
    table.play("take a1")
    table.play("objective 2")  # their whole turn, the optional part too
    assert (table.turn, table.dump()["last_turns"]) == (3, 1)
    table.play("take a1")
    end = table.dump()
    assert (table.turn, end["phase"], end["last_turns"]) == (None, "over", None)


@rule("CE-27")
def test_a_fourth_objective_in_the_last_turns_gives_no_turn_more() -> None:
    start = {"wagons": [{}, {"coach": 3}, {}], "validated": [BLUE, [6, 8, 9], []]}
    table = loaded(3, turn=2, last_turns=2, **start)
    table.play("take a1")
    table.play("objective 1")
    assert (table.turn, table.dump()["last_turns"]) == (3, 1)
    table.play("take a1")
    assert table.turn is None


@rule("CE-27")
def test_three_objectives_end_nothing() -> None:
    end = after("take a1", "objective 1", wagons=[{"coach": 3}, {}], validated=[[1, 2], []])
    assert (end["turn"], end["last_turns"]) == (2, None)


def finished(validated: list[list[int]], tickets: list[int]) -> sidings.Result:
    """The result of a finished game in which no contract counts."""
    players = len(validated)
    contracts = ["black", "red", "green", "triplets"][:players]
    objectives = [n for n in EACH if n not in {m for own in validated for m in own}][-3:]
    table = loaded(players, **EMPTY, turn=None, phase="over", validated=validated,
                   tickets=tickets, contracts=contracts, objectives=objectives)  # fmt: skip
    assert table.result is not None
    return table.result


@rule("CE-27")
@pytest.mark.parametrize(
    ("start", "key"),
    [
        ({"validated": [BLUE, []], "last_turns": 1}, "last_turns"),
        (
            {"validated": [BLUE, [5, 6, 7, 8]], "objectives": [9, 10, 11], "last_turns": 1},
            "validated",
        ),
        ({"players": 3, "validated": [[], BLUE, []], "last_turns": 2}, "last_turns"),
        (
            {"players": 3, "validated": [[], [8, 9, 10, 11], BLUE], "last_turns": 2},
            "validated",
        ),
    ],
)
def test_whoever_has_four_objectives_has_no_turn_to_come(start: dict[str, Any], key: str) -> None:
    with pytest.raises(sidings.BadPosition) as caught:
        sidings.load(position(**start))
    assert caught.value.key == key


@rule("CE-27")
def test_nobody_can_validate_a_fifth_objective() -> None:
    """Not even in a position that no game leads to and no file can bring in."""
    table = loaded(phase="objective", wagons=[{"coach": 3}, {}], validated=[BLUE[:3], []])
    assert table.moves() == ["objective 1", "done"]
    table.state.validated[0, 3], table.state.validated_count[0] = 4, 4
    assert table.moves() == ["done"]


@rule("CE-28")
def test_the_score_is_objectives_contract_and_tickets() -> None:
    table = loaded(**EMPTY, turn=None, phase="over", validated=[[1, 2], [8]], tickets=[3, 1],
                   contracts=["pairs", "yellow"])  # fmt: skip
    assert table.result is not None
    assert table.result.scores == [2 + 5 + 3 + 3, 6 + 2 + 1]


@rule("CE-28")
def test_a_tie_goes_to_more_points_on_objectives() -> None:
    result = finished([[1, 2], [6], [4]], [1, 3, 1])
    assert (result.scores, result.ranking, result.winners) == ([8, 8, 8], [1, 3, 1], [1, 3])


@rule("CE-28")
def test_still_tied_the_win_is_shared() -> None:
    result = finished([[2], [3], [1]], [1, 1, 0])
    assert (result.scores, result.ranking, result.winners) == ([6, 6, 2], [1, 1, 3], [1, 2])


@rule("CE-29")
def test_what_is_public_and_what_is_hidden() -> None:
    table = loaded(3, tickets=[1, 2, 3], wagons=[{"coach": 2}], validated=[[1], [], []])
    whole = table.dump()
    for seat in (0, 1, 2, 3):
        seen = table.dump(seat=seat)
        assert seen["piles"] == {"a": 1, "b": 1, "c": 1}
        assert seen["objective_pile"] == 16
        for key in ("lines", "objectives", "wagons", "tickets", "tokens", "bank", "validated"):
            assert seen[key] == whole[key]
    assert table.dump(seat=2)["contracts"] == ["?", "yellow", "?"]
    assert table.dump(hidden=True)["contracts"] == ["?", "?", "?"]


@rule("CE-29")
def test_a_contract_that_is_not_known_counts_nothing() -> None:
    table = loaded(validated=[[1], []])
    assert [contract_points(table.seen_by(seat), 0) for seat in (1, 2)] == [2, 0]


@rule("CE-29")
def test_contracts_are_shown_at_the_end_and_piles_are_not() -> None:
    table = loaded(turn=None, phase="over", validated=[BLUE, []])
    seen = table.dump(seat=2)
    assert seen["contracts"] == ["blue", "yellow"]
    assert seen["piles"] == {"a": 1, "b": 1, "c": 1}
