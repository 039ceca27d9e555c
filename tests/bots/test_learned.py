"""The learned networks: their arithmetic, their files, and how they play."""

import hashlib
from itertools import product
from pathlib import Path
from statistics import NormalDist
from typing import Any

import numpy as np
import pytest

import sidings
from bare_game import BareGame
from senses import most_values
from sidings.bots import KernelBot, bot
from sidings.bots.learned import LearnedBot
from sidings.bots.levels import prepare
from sidings.bots.lookahead import AT_A_GLANCE, FAR_OFF, Foresight
from sidings.bots.network import (
    GLANCED_AT,
    MOST_SIGNAL,
    MOST_WEIGHT,
    ROW_BITS,
    SIGNAL_BITS,
    VALUE_BITS,
    WEIGHT_BITS,
    WINS,
    Weights,
    judge_at,
    room_for,
    value_of,
)
from sidings.bots.search import MOST, Budget, Search, proposed_by_network
from sidings.bots.weights import (
    ABOUT,
    JUDGE,
    NET,
    WEIGHTS,
    about_of,
    home_of,
    load,
    network_of,
    pack,
)
from sidings.games.contract import Game
from sidings.games.parts import Senses, is_late
from sidings.kernel.play import actor_at
from sidings.kernel.record import Array
from sidings.lab.arena import duel, play_game
from thumbs import assert_poison_changes_no_move, decisions, hidden, legal_actions

LARGEST_FILE = 1_000_000
AHEAD = Foresight(turns=1, shortlist=0, crowd=0, depth=2)


every_network = pytest.mark.parametrize(
    ("name", "part"), list(product(sidings.game_names(), (NET, JUDGE)))
)


def senses_of(name: str, part: str) -> Senses:
    senses: Senses = sidings.game(name).part(part).SENSES
    return senses


# --- Arithmetic -----------------------------------------------------------------------------------


def in_fractions(w: Weights, inputs: Array) -> float:
    """The same network in floating point, written down plainly."""

    def add_up(rows: Array, direct: Array, at: Array, values: Array) -> tuple[Array, float]:
        chosen = (at + values)[values >= 0]
        return rows[chosen].sum(axis=0) / 2**ROW_BITS, direct[chosen].sum() / 2**ROW_BITS

    most, count = MOST_SIGNAL / 2**SIGNAL_BITS, w.others_at.size
    own, total = add_up(w.own, w.own_direct, w.own_at, inputs[: w.own_at.size])
    signals = [np.clip(own + w.bias / 2**ROW_BITS, 0, most), *np.zeros((2, w.others.shape[1]))]
    for seat, start in enumerate(range(w.own_at.size, inputs.size, count)):
        other, direct = add_up(
            w.others, w.others_direct, w.others_at, inputs[start : start + count]
        )
        signals[1 if seat == 0 else 2] += np.clip(other, 0, most)
        total += direct
    signal = np.clip(np.concatenate(signals), 0, most)
    for weights, bias in ((w.middle, w.middle_bias), (w.top, w.top_bias)):
        signal = np.clip((signal @ weights + bias) / 2**WEIGHT_BITS, 0, most)
    return float((signal @ w.last + w.last_bias[0]) / 2**WEIGHT_BITS + total)


@every_network
def test_whole_numbers_give_the_value_of_fractions(name: str, part: str) -> None:
    senses = senses_of(name, part)
    weights, room = network_of(sidings.game(name), part)
    chance = np.random.default_rng(3)
    for _ in range(50):
        inputs = chance.integers(-1, most_values(senses)).astype(np.int16)
        value = value_of(weights, inputs, room, 0, senses.seats) / 2**VALUE_BITS
        assert value == pytest.approx(in_fractions(weights, inputs), abs=0.1)


@every_network
def test_what_was_asked_before_does_not_change_a_value(name: str, part: str) -> None:
    senses = senses_of(name, part)
    weights, room = network_of(sidings.game(name), part)
    chance, most = np.random.default_rng(4), most_values(senses)
    inputs = chance.integers(-1, most).astype(np.int16)
    for changed in [0, 1, 3, *([10] * 20), senses.count]:
        at = chance.choice(senses.count, changed, replace=False)
        inputs[at] = chance.integers(-1, most[at])
        seat, players = chance.integers(senses.seats), chance.integers(2, senses.seats + 1)
        fresh = value_of(weights, inputs, room_for(weights, senses), 0, players)
        assert value_of(weights, inputs, room, seat, players) == fresh


@every_network
def test_no_sum_can_exceed_32_bits(name: str, part: str) -> None:
    weights, _ = network_of(sidings.game(name), part)
    widest = len(weights.middle)
    assert widest * MOST_SIGNAL * MOST_WEIGHT + (2**15 << SIGNAL_BITS) < 2**31
    for layer in (weights.middle, weights.top, weights.last):
        assert np.abs(layer).max() <= MOST_WEIGHT


# --- Files ----------------------------------------------------------------------------------------


@every_network
def test_the_weights_are_those_that_were_measured(name: str, part: str) -> None:
    home = home_of(sidings.game(name))
    about, data = about_of(home, part), home.joinpath(WEIGHTS.format(part)).read_bytes()
    assert hashlib.sha256(data).hexdigest() == about.sha256
    assert len(data) <= LARGEST_FILE
    assert about.command.startswith(f"python -m training {name} ")
    assert about.curve
    assert pack(load(home, senses_of(name, part), part)) == (data, about.shapes)


def test_other_weights_than_those_of_the_hash_are_refused(tmp_path: Path) -> None:
    home = home_of(sidings.game("continental-express"))
    weights = WEIGHTS.format(NET)
    for file in (weights, ABOUT.format(NET)):
        (tmp_path / file).write_bytes(home.joinpath(file).read_bytes())
    with pytest.raises(sidings.BadOption, match="trained for other inputs"):
        load(tmp_path, senses_of("game-of-trains", NET))
    changed = bytearray((tmp_path / weights).read_bytes())
    changed[100] ^= 1
    (tmp_path / weights).write_bytes(changed)
    with pytest.raises(sidings.BadOption, match="do not have the hash"):
        load(tmp_path, senses_of("continental-express", NET))


# --- Play -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sidings.game_names())
def test_the_network_beats_the_rule_of_thumb(name: str) -> None:
    share, error = duel(sidings.game(name), bot("net", 1), bot("thumb", 2), deals=150, seed=3)
    assert share > 0.5
    assert error < 0.05


@pytest.mark.parametrize("name", sidings.game_names())
@pytest.mark.parametrize("spec", ["net", "net:looks=6", "net:playouts=12,candidates=3,shortlist=2"])
def test_what_is_hidden_changes_no_move(name: str, spec: str) -> None:
    game = sidings.game(name)
    assert_poison_changes_no_move(game, decisions(game, 2, seed=6, count=25), spec)


def values_of(game: Game[Any], states: Array) -> dict[int, int]:
    """What the network values each legal action at."""
    network = network_of(game)
    return {action: judge_at(states, 0, action, *network) for action in legal_actions(game, states)}


@pytest.mark.parametrize("name", sidings.game_names())
def test_the_more_it_misjudges_the_more_it_loses(name: str) -> None:
    game = sidings.game(name)
    seen = [hidden(states) for states in decisions(game, 2, seed=3, count=60)]
    values = [values_of(game, states) for states in seen]

    def lost(blur: int) -> int:
        player = LearnedBot(seed=7, blur=blur)
        chosen = [player.choose_action(game, states) for states in seen]
        return sum(max(of.values()) - of[action] for of, action in zip(values, chosen, strict=True))

    none, little, more, most = (lost(blur) for blur in (0, 20, 100, 500))
    assert 0 == none < little < more < most


def test_it_misjudges_by_hundredths_of_a_unit() -> None:
    """Of two moves the better one is chosen as often as two normal errors leave it ahead."""
    game, player = sidings.game("game-of-trains"), LearnedBot(seed=7)
    for states in decisions(game, 2, seed=3, count=40):
        values = values_of(game, hidden(states))
        if len(values) == 2:
            best, gap = (
                max(values, key=values.__getitem__),
                max(values.values()) - min(values.values()),
            )
            player.blur = round(100 * gap / 2**VALUE_BITS)  # as wide as the gap
            chosen = [player.choose_action(game, hidden(states)) for _ in range(500)]
            assert chosen.count(best) / 500 == pytest.approx(NormalDist().cdf(0.5**0.5), abs=0.05)


def test_however_much_it_misjudges_it_does_not_miss_a_win() -> None:
    game, wins = sidings.game("game-of-trains"), 0
    for seed in range(6):
        table, player = sidings.deal(game, players=2, seed=seed), LearnedBot(seed)
        blind, glancing = LearnedBot(seed, blur=MOST), LearnedBot(seed, looks=2)
        while table.turn is not None:
            seen = np.array([table.seen_by(table.turn)], game.dtype)
            values = values_of(game, seen)
            if WINS in values.values() and len(values) > 1:
                wins += 1
                assert {values[blind.choose_action(game, seen)] for _ in range(10)} == {WINS}
                assert values[glancing.choose_action(game, seen)] == WINS
            table.play_action(player.choose_action(game, seen))
    assert wins > 3


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("name", sidings.game_names())
def test_a_glance_changes_the_choice_among_moves_of_like_value(name: str, players: int) -> None:
    """What it chooses instead is better on average, also in other worlds than those it saw."""
    game = sidings.game(name)
    prepare(game, net=True)
    gains, clear = [], 0
    for number, states in enumerate(decisions(game, players, seed=8, count=60)):
        seen, seat = hidden(states), actor_at(states, 0)
        values = values_of(game, seen)
        first, *others = sorted(values, key=values.__getitem__, reverse=True)[:GLANCED_AT]
        near = [action for action in others if values[first] - values[action] <= FAR_OFF]
        chosen = LearnedBot(number, looks=60).choose_action(game, seen)
        assert chosen == first or chosen in near
        clear += not near
        if chosen != first:
            search = Search(Budget(playouts=1000), seed=9, foresight=AT_A_GLANCE)
            one, two = search.compare_all(game, seen, seat, [chosen, first])
            gains.append(one.chance - two.chance)
    assert clear > 0
    assert gains
    assert sum(gains) > 0


@pytest.mark.parametrize("name", sidings.game_names())
def test_its_search_finds_the_same_for_the_same_seed(name: str) -> None:
    game = sidings.game(name)
    prepare(game, net=True)
    seen = [hidden(states) for states in decisions(game, 2, seed=5, count=3)]

    def estimated(threads: int) -> list[list[tuple[int, float]]]:
        search = Search(Budget(playouts=60), seed=9, threads=threads, foresight=AHEAD)
        return [
            [(one.action, one.chance) for one in found]
            for found in (
                search.estimate(game, states, actor_at(states, 0), legal_actions(game, states))
                for states in seen
            )
        ]

    assert estimated(1) == estimated(2)
    for states, found in zip(seen, estimated(1), strict=True):
        actions = legal_actions(game, states)
        assert sorted(action for action, _ in found) == sorted(actions)
        assert sorted(proposed_by_network(game, states, actions)) == sorted(actions)


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("name", sidings.game_names())
def test_the_rule_of_thumb_may_propose_moves_and_judge(name: str, players: int) -> None:
    game = sidings.game(name)
    prepare(game, net=True)
    seen = [hidden(states) for states in decisions(game, players, seed=5, count=4)]

    def estimated(**settings: int) -> list[dict[int, float]]:
        search = Search(Budget(playouts=40), seed=9, foresight=AHEAD._replace(**settings))
        found = [
            search.estimate(game, states, actor_at(states, 0), legal_actions(game, states))
            for states in seen
        ]
        return [{one.action: one.chance for one in estimates} for estimates in found]

    used, unused = ("shortlist", "crowd") if players == 2 else ("crowd", "shortlist")
    plain = estimated()
    assert estimated(**{used: game.actions, unused: 1}) == plain  # as many as there are
    assert estimated(**{used: 1}) != plain
    assert (estimated(crowd_turns=2) == plain) == (players == 2)


def test_with_more_than_four_players_it_looks_fewer_turns_ahead() -> None:
    game = sidings.game("mexican-train")
    prepare(game, net=True)
    states = hidden(decisions(game, 8, seed=5, count=1)[0])

    def estimated(turns: int) -> list[float]:
        ahead = AHEAD._replace(turns=turns, crowd=2)
        search = Search(Budget(playouts=40), seed=9, foresight=ahead)
        legal = legal_actions(game, states)
        found = search.compare_all(game, states, actor_at(states, 0), legal)
        return [one.chance for one in found]

    assert estimated(1) == estimated(2) == estimated(3)
    assert estimated(4) == estimated(5) != estimated(3)


def test_a_game_without_a_network_is_played_by_the_rule_of_thumb() -> None:
    game = BareGame()
    player = bot("net", seed=1)
    assert isinstance(player, KernelBot)
    with pytest.warns(UserWarning, match="Bare Game has no") as warnings:
        played = play_game(game, game.template(2, {}), [player, bot("random", seed=2)], 1, 0)
    assert any("no learned network: the rule of thumb plays" in str(one) for one in warnings)
    assert played.faults == []


def test_late_in_a_round_playouts_go_on_to_its_end() -> None:
    """However few turns they are to look ahead; before, it matters."""
    game = sidings.game("mexican-train")
    prepare(game, net=True)

    def estimated(states: Array, turns: int) -> list[float]:
        search = Search(Budget(playouts=40), seed=9, foresight=AHEAD._replace(turns=turns))
        legal = legal_actions(game, states)
        found = search.compare_all(game, states, actor_at(states, 0), legal)
        return [one.chance for one in found]

    found = {True: 0, False: 0}
    for states in decisions(game, 2, seed=3, count=200):
        late = is_late(states[0])
        if found[late] < 4:
            found[late] += 1
            seen = hidden(states)
            assert (estimated(seen, 1) == estimated(seen, 100)) == late
    assert found == {True: 4, False: 4}
