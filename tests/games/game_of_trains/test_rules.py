"""Game of Trains, rule by rule: given this position, after that move, this position."""

from collections import Counter
from importlib.resources import files
from typing import Any

import pytest

import sidings
from games.game_of_trains.positions import (
    ALMOST,
    ANN,
    BOB,
    CARDS,
    CAT,
    LEFT,
    OPEN,
    OVER,
    PROTECT,
    REMOVE_LEFT,
    REMOVE_MIDDLE,
    REMOVE_RIGHT,
    RIGHT,
    SWAP,
    lock,
    position,
)
from rulebook import rule
from sidings.games.game_of_trains.rules import ABILITIES


def after(move: str, *trains: list[int], **given: Any) -> dict[str, Any]:
    """The position after a move."""
    table = sidings.load(position(*trains, **given))
    table.play(move)
    return table.dump()


# --- Material and setting up


@rule("GT-1")
def test_the_deck_is_84_numbers_with_eight_abilities() -> None:
    lines = files("sidings.games.game_of_trains").joinpath("deck.csv").read_text().split()
    abilities = Counter(line.partition(",")[2] for line in lines[1:])
    assert [int(line.partition(",")[0]) for line in lines[1:]] == sorted(CARDS)
    assert set(abilities) == set(ABILITIES)
    assert sidings.game("game-of-trains").players == range(2, 5)


@rule("GT-1")
@pytest.mark.parametrize("players", [1, 5, True, "2", None])
def test_other_numbers_of_players_are_refused(players: Any) -> None:
    with pytest.raises(sidings.BadOption, match="for 2 to 4 players"):
        sidings.deal("game-of-trains", players=players)


@rule("GT-2")
def test_seven_ascending_wagons_win_at_once() -> None:
    table = sidings.load(position(ALMOST, BOB, phase="place", drawn=84))
    table.play("place 7")
    assert table.turn is None
    assert table.result is not None
    assert (table.result.scores, table.result.ranking, table.result.winners) == (
        [1, 0],
        [1, 2],
        [1],
    )


@rule("GT-3")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_seven_wagons_each_in_descending_order(players: int) -> None:
    dealt = sidings.deal("game-of-trains", players=players, seed=1).dump()
    assert all(train == sorted(train, reverse=True) for train in dealt["trains"])
    in_trains = {card for train in dealt["trains"] for card in train}
    drawn = {card for cards in dealt["drawn"] for card in cards}
    assert len(in_trains) == 7 * players
    assert in_trains | drawn | set(dealt["deck"]) == CARDS


@rule("GT-1")
def test_every_card_is_somewhere() -> None:
    table = sidings.load(position(ANN, BOB, phase="place", drawn=40, row=[SWAP], discard=[1, 2]))
    assert table.game.cards(table.state) == sorted(CARDS)


@rule("GT-3")
def test_any_player_may_be_first() -> None:
    first = {sidings.deal("game-of-trains", players=4, seed=seed).turn for seed in range(40)}
    assert first == {1, 2, 3, 4}


@rule("GT-4")
def test_the_first_draws_one_card_the_second_two_and_so_on() -> None:
    table = sidings.deal("game-of-trains", players=4, seed=3)
    assert table.turn is not None
    order = [(table.turn - 1 + i) % 4 for i in range(4)]
    assert [len(table.dump()["drawn"][seat]) for seat in order] == [1, 2, 3, 4]


@rule("GT-4")
def test_one_drawn_card_is_kept_the_others_are_discarded() -> None:
    drawn = [[40], [33, 44], [1, 9, 17]]
    table = sidings.load(position(ANN, BOB, CAT, phase="setup", drawn=drawn))
    table.play("keep 40 at 3")
    assert table.dump()["trains"][0] == [70, 60, 40, 45, 30, 20, 11]
    assert table.dump()["row"] == [50]
    assert table.turn == 2
    table.play("keep 44 at 1")
    assert table.dump()["discard"] == [33]
    assert table.dump()["drawn"] == [[], [], [1, 9, 17]]
    table.play("keep 9 at 7")
    assert table.dump()["discard"] == [1, 17, 33]
    assert (table.dump()["phase"], table.turn) == ("turn", 1)


@rule("GT-4", "GT-22")
def test_set_up_cards_are_private() -> None:
    table = sidings.load(position(ANN, BOB, phase="setup", drawn=[[40], [33, 44]]))
    assert table.dump(seat=1)["drawn"] == [[40], ["?", "?"]]
    assert table.dump(seat=2)["drawn"] == [["?"], [33, 44]]
    assert table.dump(hidden=True)["drawn"] == [["?"], ["?", "?"]]


@rule("GT-5")
def test_two_equal_abilities_in_the_row_are_discarded() -> None:
    end = after("place 1", ANN, BOB, phase="place", drawn=40, row=[SWAP, LEFT])
    assert end["row"] == [SWAP]  # 70 is a move-left like 3
    assert end["discard"] == [3, 70]


@rule("GT-5")
def test_pairs_cancel_in_the_set_up_too() -> None:
    drawn = [[40], [33, 44]]
    table = sidings.load(position(ANN, [79, *BOB[1:]], phase="setup", drawn=drawn))
    table.play("keep 40 at 1")
    table.play("keep 33 at 1")
    assert table.dump()["row"] == []
    assert table.dump()["discard"] == [44, 70, 79]


# --- A turn


@rule("GT-6")
def test_the_drawn_card_must_replace_a_wagon() -> None:
    table = sidings.load(position(ANN, BOB, row=[SWAP]))
    table.play("draw")
    assert table.dump()["drawn"] == 84
    assert table.turn == 1
    assert table.moves() == [f"place {i}" for i in range(1, 8)]
    table.play("place 2")
    assert table.dump()["trains"][0] == [70, 84, 50, 45, 30, 20, 11]
    assert table.dump()["row"] == [SWAP, 60]
    assert table.turn == 2


@rule("GT-7")
def test_the_used_card_leaves_the_row_first() -> None:
    # The removed 70 is a move-left, 7 a remove-left: nothing cancels with the used card.
    end = after("remove left", ANN, [74, *BOB[1:]], row=[REMOVE_LEFT])
    assert end["row"] == [70, 74]  # 74 is a remove-left: 7 had gone before it came
    assert end["discard"] == [REMOVE_LEFT]


@rule("GT-7")
def test_with_an_empty_row_one_can_only_draw() -> None:
    assert sidings.load(position(ANN, BOB)).moves() == ["draw"]


@rule("GT-8")
def test_a_drawn_card_gives_no_ability() -> None:
    table = sidings.load(position(ANN, BOB, phase="place", drawn=SWAP))
    with pytest.raises(sidings.IllegalMove, match="GT-6"):
        table.play("swap 1 2")


@rule("GT-8")
def test_a_row_card_cannot_be_put_in_a_train() -> None:
    with pytest.raises(sidings.IllegalMove, match="GT-6: draw a card before you place"):
        after("place 1", ANN, BOB, row=[SWAP])


# --- The eight abilities


@rule("GT-9")
def test_swap_adjacent() -> None:
    end = after("swap 2 3", ANN, BOB, row=[SWAP, LEFT])
    assert end["trains"] == [[70, 50, 60, 45, 30, 20, 11], BOB]
    assert end["row"] == [LEFT]
    assert end["turn"] == 2


@rule("GT-10")
def test_swap_over_one_leaves_the_wagon_between_and_its_lock() -> None:
    end = after("swap 3 5", ANN, BOB, row=[OVER], locks=[lock(middle=2), OPEN])
    assert end["trains"][0] == [70, 60, 30, 45, 50, 20, 11]
    assert end["locks"][0] == lock(middle=2)


@rule("GT-11")
def test_move_right_shifts_two_wagons_left() -> None:
    end = after("move 2 right", ANN, BOB, row=[RIGHT])
    assert end["trains"][0] == [70, 50, 45, 60, 30, 20, 11]


@rule("GT-12")
def test_move_left_shifts_two_wagons_right() -> None:
    end = after("move 7 left", ANN, BOB, row=[LEFT])
    assert end["trains"][0] == [70, 60, 50, 45, 11, 30, 20]


@rule("GT-11", "GT-12")
def test_only_wagons_with_two_places_beside_them_can_move() -> None:
    table = sidings.load(position(ANN, BOB, row=[RIGHT, LEFT]))
    assert table.moves() == (
        ["draw"]
        + [f"move {i} right" for i in range(1, 6)]
        + [f"move {i} left" for i in range(3, 8)]
    )


@rule("GT-13", "GT-14", "GT-15")
@pytest.mark.parametrize(
    ("place", "card", "index"),
    [("left", REMOVE_LEFT, 0), ("middle", REMOVE_MIDDLE, 3), ("right", REMOVE_RIGHT, 6)],
)
def test_everybody_removes_and_redraws_in_turn_order(place: str, card: int, index: int) -> None:
    start = {"row": [card], "deck": [80, 79, 78], "turn": 2}
    end = after(f"remove {place}", ANN, BOB, CAT, **start)
    assert [train[index] for train in end["trains"]] == [78, 80, 79]
    removed = {BOB[index], CAT[index], ANN[index]}
    assert set(end["row"]) | set(end["discard"]) == removed | {card}
    assert end["turn"] == 3


@rule("GT-13")
def test_removed_wagons_go_to_the_row_in_turn_order() -> None:
    end = after("remove left", ANN, BOB, CAT, row=[REMOVE_LEFT], turn=2)
    assert end["row"] == [71, 72, 70]


@rule("GT-13")
def test_of_three_equal_abilities_the_oldest_stays() -> None:
    row = [REMOVE_LEFT, LEFT]  # 3, 70 and 76 are move-left
    end = after("remove left", ANN, [76, *BOB[1:]], row=row)
    assert end["row"] == [LEFT]
    assert end["discard"] == [7, 70, 76]


@rule("GT-13", "GT-20")
def test_who_ascends_by_a_redrawn_wagon_wins_and_the_rest_do_not_replace() -> None:
    start = {"row": [REMOVE_RIGHT], "deck": [80, 79, 78]}
    table = sidings.load(position(ANN, ALMOST, CAT, **start))
    table.play("remove right")
    assert table.result is not None
    assert table.result.winners == [2]
    assert [train[6] for train in table.dump()["trains"]] == [80, 79, 0]
    assert table.dump()["phase"] == "over"


@rule("GT-16")
def test_a_protected_wagon_is_not_removed() -> None:
    start = {"row": [REMOVE_LEFT], "locks": [lock(left=2), OPEN]}
    end = after("remove left", ANN, BOB, **start)
    assert end["trains"][0] == ANN
    assert end["trains"][1][0] == 84
    assert end["row"] == [71]
    assert end["locks"][0] == lock(left=2)


@rule("GT-16")
def test_protecting_puts_the_card_under_the_wagon() -> None:
    end = after("protect middle", ANN, BOB, row=[PROTECT])
    assert end["locks"] == [lock(middle=PROTECT), OPEN]
    assert (end["row"], end["discard"]) == ([], [])


@rule("GT-16")
def test_a_protected_place_cannot_be_protected_again() -> None:
    table = sidings.load(position(ANN, BOB, row=[PROTECT], locks=[lock(left=2), lock(right=18)]))
    assert table.moves() == ["draw", "protect middle", "protect right"]
    with pytest.raises(sidings.IllegalMove, match="GT-16: this wagon is already protected"):
        table.play("protect left")


@rule("GT-16")
def test_with_three_locks_protect_cannot_be_chosen() -> None:
    locks = [lock(left=2, middle=18, right=26), OPEN]
    assert sidings.load(position(ANN, BOB, row=[PROTECT], locks=locks)).moves() == ["draw"]


@rule("GT-17")
@pytest.mark.parametrize(
    ("move", "row", "left"),
    [
        ("swap 1 2", SWAP, lock(middle=18, right=26)),
        ("swap 4 5", SWAP, lock(left=2, right=26)),
        ("swap 5 7", OVER, lock(left=2, middle=18)),
        ("swap 3 5", OVER, lock(left=2, middle=18, right=26)),
        ("move 2 right", RIGHT, lock(left=2, right=26)),
        ("move 1 right", RIGHT, lock(middle=18, right=26)),
        ("move 3 left", LEFT, lock(middle=18, right=26)),
        ("move 7 left", LEFT, lock(left=2, middle=18)),
    ],
)
def test_wagons_that_change_position_lose_their_locks(
    move: str, row: int, left: dict[str, int | None]
) -> None:
    locks = [lock(left=2, middle=18, right=26), OPEN]
    end = after(move, ANN, BOB, row=[row], locks=locks)
    assert end["locks"] == [left, OPEN]
    lost = {2, 18, 26} - set(left.values())
    assert end["discard"] == sorted({row} | lost)
    assert end["row"] == []


@rule("GT-17")
def test_a_replaced_wagon_loses_its_lock() -> None:
    end = after("place 7", ANN, BOB, phase="place", drawn=40, locks=[lock(right=26), OPEN])
    assert end["locks"] == [OPEN, OPEN]
    assert end["discard"] == [26]


@rule("GT-18")
def test_a_removal_that_hits_nobody_does_nothing() -> None:
    start = {"row": [REMOVE_LEFT], "locks": [lock(left=2), lock(left=18)]}
    end = after("remove left", ANN, BOB, **start)
    assert end["trains"] == [ANN, BOB]
    assert (end["row"], end["discard"], end["turn"]) == ([], [REMOVE_LEFT], 2)


# --- Other


@rule("GT-19")
def test_the_discards_become_the_draw_pile_when_its_last_card_is_drawn() -> None:
    rest = sorted(CARDS - set(ANN) - set(BOB) - {84})
    table = sidings.load(position(ANN, BOB, deck=[84], discard=rest))
    table.play("draw")
    assert table.dump()["drawn"] == 84
    assert table.dump()["discard"] == []
    assert sorted(table.dump()["deck"]) == rest
    assert table.dump()["deck"] != rest


@rule("GT-19")
def test_the_draw_pile_is_never_empty() -> None:
    rest = sorted(CARDS - set(ANN) - set(BOB))
    with pytest.raises(sidings.BadPosition, match=r"deck: the discards become .* \(GT-19\)"):
        sidings.load(position(ANN, BOB, discard=rest))


@rule("GT-20")
def test_the_replaced_wagon_reaches_the_row_before_the_win() -> None:
    end = after("place 7", ALMOST, BOB, phase="place", drawn=84, row=[9])
    assert end["phase"] == "over"
    assert (end["row"], end["discard"]) == ([], [1, 9])  # both are move-right


@rule("GT-20")
def test_an_ability_can_complete_the_train() -> None:
    table = sidings.load(position([2, 14, 33, 23, 44, 55, 60], BOB, row=[SWAP]))
    table.play("swap 3 4")
    assert table.result is not None
    assert table.result.winners == [1]


@rule("GT-21")
def test_nothing_ends_an_endless_game() -> None:
    table = sidings.deal("game-of-trains", players=2, seed=1)
    while table.dump()["phase"] == "setup":
        table.play(table.moves()[0])
    for _ in range(300):  # always the first wagon is replaced: the train never ascends
        table.play("draw")
        table.play("place 1")
    assert table.turn is not None
    assert table.result is None


@rule("GT-22")
def test_piles_are_hidden_and_their_sizes_public() -> None:
    table = sidings.load(position(ANN, BOB, discard=[1, 2, 3], row=[SWAP]))
    for seat in (0, 1, 2):
        seen = table.dump(seat=seat)
        assert (seen["deck"], seen["discard"]) == (66, 3)
        assert (seen["trains"], seen["row"]) == ([ANN, BOB], [SWAP])


@rule("GT-22")
def test_a_card_drawn_is_seen_by_the_others_when_it_is_placed() -> None:
    table = sidings.load(position(ANN, BOB, phase="place", drawn=40))
    assert (table.dump(seat=1)["drawn"], table.dump(seat=2)["drawn"]) == (40, "?")
