"""Batches: reproducible in whatever pieces, equal to games played by hand, and what they refuse."""

import sys
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import sidings
from bare_game import BareGame
from sidings import lab
from sidings.bots.kernels import buffers, percents, thumb_at
from sidings.bots.lookahead import learned_at
from sidings.bots.weights import network_of
from sidings.kernel.fast import below, fast_generator
from sidings.kernel.play import play_random
from sidings.lab.devices import pipeline
from sidings.lab.kernels import AT_RANDOM, BY_NETWORK
from sidings.lab.statistics import win_shares
from sidings.play.table import Table

GAMES = sidings.game_names()
MIXED = ["random", "thumb:depth=1,blur=30"]
LEARNED = ["net:looks=6", "net:blur=30"]
LINE_UPS = {
    "thumb": (MIXED, [(AT_RANDOM, 0, 0), (1, 30, 0)]),
    "net": (LEARNED, [(BY_NETWORK, 0, 6), (BY_NETWORK, 30, 0)]),
}

# --- The same in whatever pieces ------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_array_is_the_same_in_whatever_pieces(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = lab.play(game, MIXED, games=40, seed=3, threads=1)
    monkeypatch.setattr(pipeline, "PARTS_PER_WORKER", 4)  # of 3 games
    pieces = lab.play(game, MIXED, games=40, seed=3, threads=3)
    assert whole.tobytes() == pieces.tobytes()
    assert whole[:25].tobytes() == lab.play(game, MIXED, games=25, seed=3, threads=2).tobytes()
    assert whole["game"].tolist() == list(range(40))


def test_another_seed_is_another_batch() -> None:
    one, two = (lab.play("game-of-trains", "thumb", games=20, seed=seed) for seed in (1, 2))
    assert one["moves"].tolist() != two["moves"].tolist()


def test_a_batch_in_pieces_is_the_whole_batch() -> None:
    parts = list(lab.stream("game-of-trains", "thumb", games=300, seed=5, threads=2))
    assert len(parts) > 1
    whole = lab.play("game-of-trains", "thumb", games=300, seed=5)
    assert np.concatenate(parts).tobytes() == whole.tobytes()


def test_a_stream_can_be_left() -> None:
    rows = next(lab.stream("continental-express", "random", games=10**12, seed=5, threads=2))
    assert rows["game"][0] == 0


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    lab.play("game-of-trains", "thumb", games=40, progress=lambda *done: told.append(done))
    assert told[-1] == (40, 40)
    assert told == sorted(told)
    assert len(told) > 1


def test_random_games_are_those_of_the_kernel() -> None:
    game = sidings.game("continental-express")
    template, out = game.template(3, {}), np.zeros(game.actions, np.int16)
    moves = play_random(template.copy(), template, 9, 0, 30, 5000, out, np.zeros(4, np.int64))
    assert lab.play(game, "random", games=30, seed=9, players=3)["moves"].sum() == moves


# --- Against games played by hand -----------------------------------------------------------------


def by_hand(
    name: str, players: int, number: int, deal: int, turned: int, line_up: list[tuple[int, ...]]
) -> Table:
    """Game ``number`` of the batch 11, through what anybody can call."""
    table = sidings.deal(name, players=players, seed=lab.seed_of_deal(11, deal))
    table.game.part("bot")
    actions, terms = buffers(table.game.actions)
    rng = fast_generator(11, number)
    while table.turn is not None:
        depth, blur, looks = line_up[(table.turn - 1 + turned) % players % 2]
        legal = table.actions()
        seen = np.array([table.seen_by(table.turn)], table.game.dtype)
        if depth == AT_RANDOM:
            action = legal[below(rng, len(legal))]
        elif depth == BY_NETWORK:
            how = blur, looks, *network_of(table.game)
            action = learned_at(seen, 0, *how, actions, terms, rng)
        else:
            action = thumb_at(seen, 0, depth, blur, percents(()), actions, terms, rng)
        table.play(table.game.write_move(table.state, action))
    return table


@pytest.mark.parametrize("kind", LINE_UPS)
@pytest.mark.parametrize(("name", "players"), list(zip(GAMES, (3, 2, 4), strict=True)))
def test_a_row_tells_of_the_game_played_by_hand(name: str, players: int, kind: str) -> None:
    policies, line_up = LINE_UPS[kind]
    rows = lab.play(name, policies, games=2 * players, seed=11, players=players, rotate=True)
    for number in (0, players + 1):
        row, deal, turned = rows[number], number // players, number % players
        table = by_hand(name, players, number, deal, turned, line_up)
        assert table.result is not None
        assert (row["game"], row["deal"]) == (number, deal)
        assert row["policies"].tolist() == [
            (seat + turned) % players % 2 for seat in range(players)
        ]
        assert row["moves"] == len(table.history)
        assert (row["first"] + 1, row["last"] + 1) == (table.seats[0], table.seats[-1])
        assert row["scores"].tolist() == table.result.scores
        assert row["places"].tolist() == table.result.ranking
        winners = table.result.winners
        assert row["winner"] == (winners[0] - 1 if len(winners) == 1 else -1)


def test_a_game_of_a_batch_can_be_looked_at() -> None:
    more: dict[str, Any] = {"games": 6, "seed": 11, "players": 3, "rotate": True}
    rows = lab.play("mexican-train", MIXED, options={"rounds": 1}, **more)
    table = lab.replay("mexican-train", MIXED, 4, options={"rounds": 1}, **more)
    assert table.names == [MIXED[policy] for policy in rows[4]["policies"]]
    assert table.result is not None
    assert table.result.scores == rows[4]["scores"].tolist()
    assert table.options["rounds"] == 1
    with pytest.raises(sidings.BadOption, match="0 to 5, not 6"):
        lab.replay("mexican-train", MIXED, 6, **more)


def test_a_game_that_is_stopped_has_no_winner() -> None:
    rows = lab.play("game-of-trains", "random", games=3, most_moves=7)
    assert rows["moves"].tolist() == [7, 7, 7]
    assert rows["winner"].tolist() == [-1, -1, -1]
    assert (rows["places"] == 1).all()


def test_ties_have_places_but_no_winner() -> None:
    rows = lab.play("mexican-train", "random", games=400, players=8, options={"rounds": 1})
    ties = rows[rows["winner"] < 0]
    assert len(ties)
    assert ((ties["places"] == 1).sum(axis=1) > 1).all()
    won = rows[rows["winner"] >= 0]
    best = won["scores"].min(axis=1)
    assert (won["scores"][np.arange(len(won)), won["winner"]] == best).all()


# --- Counters against the moves and positions of a table ------------------------------------------

Position = dict[str, Any]
Tally = Counter[tuple[str, int]]


def count_trains(before: Position, move: str, after: Position, seat: int, tally: Tally) -> None:
    kind, *rest = move.split()
    locks = [sum(lock is not None for lock in p["locks"][seat].values()) for p in (before, after)]
    if kind == "draw":
        tally["draws", seat] += 1
    elif kind == "swap":
        near = int(rest[1]) - int(rest[0]) == 1
        tally["swap_adjacent" if near else "swap_over_one", seat] += 1
    elif kind in ("move", "remove"):
        tally[f"{kind}_{rest[-1]}", seat] += 1
    elif kind == "protect":
        tally["protect", seat] += 1
    if kind in ("place", "swap", "move"):
        tally["locks_lost", seat] += locks[0] - locks[1]
    laid = 0
    if kind in ("keep", "place"):
        laid = 1
    elif kind == "remove":
        laid = -1  # the card that is used
        for other, held in enumerate(before["locks"]):
            saved = held[rest[0]] is not None
            tally["wagons_saved" if saved else "wagons_removed", other] += 1
            laid += not saved
    elif kind in ("swap", "move", "protect"):
        laid = -1
    tally["pairs_cancelled", seat] += (len(before["row"]) + laid - len(after["row"])) // 2


def count_dominoes(before: Position, move: str, after: Position, seat: int, tally: Tally) -> None:
    if move == "draw":
        tally["draws", seat] += 1
        return
    if move == "pass":
        if before["phase"] == "start":
            return
        tally["markers_put", seat] += not before["markers"][seat]
        tally["doubles_unconfirmed", seat] += before["double"] is not None
        tally["passes", seat] += before["drawn"] is None
        if after["round"] != before["round"] or after["turn"] is None:
            tally["rounds_blocked", 0] += 1
        return
    domino, train = move.split(" on ")
    tally["dominoes_played", seat] += 1
    tally["on_mexican", seat] += train == "m"
    tally["on_others", seat] += train not in ("m", str(seat + 1))
    tally["drawn_played", seat] += before["drawn"] is not None
    tally["markers_taken", seat] += train == str(seat + 1) and before["markers"][seat]
    tally["doubles", seat] += len(set(domino.split("-"))) == 1
    tally["doubles_confirmed", seat] += before["double"] is not None
    if after["round"] != before["round"] or after["turn"] is None:
        tally["rounds_won", seat] += 1


def count_express(before: Position, move: str, after: Position, seat: int, tally: Tally) -> None:
    kind, *rest = move.split()
    names = {"rob": "robberies", "trade": "trades", "token": "tokens",
             "decline": "effects_declined", "done": "objectives_left"}  # fmt: skip
    if kind in names:
        tally[names[kind], seat] += 1
    if kind == "take":
        price = int(rest[0][1]) - 1
        paid = before["phase"] == "take"
        tally["tickets_spent" if paid else "investments", seat] += price if paid else 1
    elif kind == "rob":
        tally["tickets_robbed", seat] += before["tickets"][int(rest[0]) - 1]
    elif kind == "objective":
        tally["objectives_taken", seat] += 1
        one, two = (p["wagons"][seat]["locomotive"] for p in (before, after))
        tally["locomotives_spent", seat] += one - two


Count = Callable[[Position, str, Position, int, Tally], None]
COUNTS: list[tuple[str, Count, list[str]]] = [
    ("game-of-trains", count_trains, ["random", "thumb", "thumb:depth=0"]),
    ("mexican-train", count_dominoes, ["random", "thumb:depth=0"]),
    ("continental-express", count_express, ["random", "thumb"]),
]


@pytest.mark.parametrize(("name", "count", "policies"), COUNTS)
def test_counters_agree_with_the_record(name: str, count: Count, policies: list[str]) -> None:
    more: dict[str, Any] = {"games": 4, "seed": 2, "players": 3, "most_moves": 1500}
    rows = lab.play(name, policies, **more)
    for number, row in enumerate(rows):
        record = lab.replay(name, policies, number, **more).record()
        table = sidings.replay(record)
        last, tally = table.dump(), Tally()
        while table.history:
            seat, move = table.seats[-1] - 1, table.undo()
            before = table.dump()
            count(before, move, last, seat, tally)
            last = before
        for (counter, seat), times in tally.items():
            counted = row[counter]
            assert (counted[seat] if counted.ndim else counted) == times, (counter, seat)
        assert len({counter for counter, times in tally.items() if times}) > 9


def test_what_the_end_shows() -> None:
    rows = lab.play("continental-express", ["thumb", "random"], games=30, seed=4)
    parts = rows["objective_points"] + rows["contract_points"] + rows["tickets_left"]
    assert (rows["scores"] == parts).all()
    assert (rows["cards_taken"].sum(axis=2) > 10).all()
    assert ((rows["objectives"] > 0).sum(axis=2) == rows["objectives_taken"]).all()
    assert set(np.unique(rows["contract"])) <= set(range(1, 11))
    assert ((rows["objectives_taken"].max(axis=1) == 4) != rows["ended_idle"]).all()
    assert rows["derailments"].max() == rows["fires"].max() == 1
    rounds = lab.play("mexican-train", "thumb:depth=0", games=5, options={"rounds": 2})
    assert rounds["rounds"].tolist() == 5 * [2]
    assert (rounds["rounds_won"].sum(axis=1) + rounds["rounds_blocked"] == 2).all()


def test_without_counters() -> None:
    rows = lab.play("game-of-trains", "thumb", games=5, counting=False)
    assert rows.dtype.names is not None
    assert rows.dtype.names[-1] == "policies"
    counted = lab.play("game-of-trains", "thumb", games=5)
    assert rows["moves"].tolist() == counted["moves"].tolist()


def test_columns_for_a_frame() -> None:
    rows = lab.play("continental-express", "thumb", games=4)
    flat = lab.columns(rows)
    assert flat["scores_2"].tolist() == rows["scores"][:, 1].tolist()
    assert flat["objectives_1_4"].tolist() == rows["objectives"][:, 0, 3].tolist()
    assert {column.shape for column in flat.values()} == {(4,)}


@pytest.mark.compiled
def test_the_network_plays_batches_too() -> None:
    rows = lab.play("game-of-trains", ["expert", "thumb"], games=300, seed=4, rotate=True)
    assert (win_shares(rows["places"]) * (rows["policies"] == 0)).sum() > 150
    rows = lab.play("game-of-trains", LEARNED, games=300, seed=4, rotate=True)
    assert (win_shares(rows["places"]) * (rows["policies"] == 0)).sum() > 180
    table = lab.replay("game-of-trains", LEARNED, 3, games=300, seed=4, rotate=True)
    assert len(table.history) == rows["moves"][3]
    with pytest.raises(sidings.BadOption, match="on a GPU do not ask the learned network"):
        lab.play("game-of-trains", "net", games=1, on="gpu")


# --- What they refuse -----------------------------------------------------------------------------

BAD: list[tuple[dict[str, Any], str]] = [
    ({"game": "chess"}, "there is no game 'chess'"),
    ({"policies": "clever"}, "no policy 'clever'; batches play random, thumb"),
    ({"policies": [3, "random"]}, "no policy 3"),
    ({"policies": "master"}, "master searches, which batches do not; they play random"),
    ({"policies": "search:ms=5"}, "search:ms=5 searches"),
    ({"policies": "thumb:depth=3"}, "depth of 0 to 2"),
    ({"policies": "thumb:blur=100001"}, "a blur or looks of at most 100000"),
    ({"policies": "net:blur=100001"}, "a blur or looks of at most 100000"),
    ({"policies": "thumb:deep=3"}, "thumb takes depth=NUMBER"),
    ({"policies": []}, "2 seats take 1 to 2 policies, not 0"),
    ({"policies": ["random"] * 3, "players": 2}, "2 seats take 1 to 2 policies, not 3"),
    ({"policies": None}, "is for 2 to 4 players, not 0"),
    ({"players": 5}, "Game of Trains is for 2 to 4 players, not 5"),
    ({"players": "two"}, "not 'two'"),
    ({"options": {"rounds": 1}}, "no option 'rounds'"),
    ({"deck": "nowhere.csv"}, "nowhere.csv"),
    ({"game": BareGame(), "deck": "nowhere.csv"}, "give the deck to sidings.game"),
    ({"game": "mexican-train", "deck": "my.csv"}, "fixed set"),
    ({"games": 0}, "games is a whole number from 1"),
    ({"games": 1.5}, "not 1.5"),
    ({"seed": -1}, "seed is a whole number from 0"),
    ({"most_moves": 5001}, "most_moves is a whole number from 1 to 5000"),
    ({"threads": 0}, "threads is a whole number from 1"),
    ({"on": "tpu"}, "played on cpu, gpu, ray, not on 'tpu'"),
]


@pytest.mark.parametrize(("arguments", "reason"), BAD)
def test_bad_arguments(arguments: dict[str, Any], reason: str) -> None:
    given: dict[str, Any] = {"game": "game-of-trains", "policies": "random", "games": 10}
    with pytest.raises(sidings.SidingsError, match=reason) as refused:
        lab.play(**{**given, **arguments})
    assert "\n" not in str(refused.value)


def test_a_deck_that_does_not_add_up(tmp_path: Any) -> None:
    deck = tmp_path / "deck.csv"
    deck.write_text("card,ability\n1,swap-adjacent\n")
    with pytest.raises(sidings.BadDeck):
        lab.play("game-of-trains", "random", games=1, deck=deck)


def test_the_lab_loads_late() -> None:
    assert "sidings.lab.batch" in sys.modules
    with pytest.raises(AttributeError, match="no attribute 'plays'"):
        _ = lab.plays  # type: ignore[attr-defined]  # there is none
