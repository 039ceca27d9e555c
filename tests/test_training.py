"""What networks are trained with; the training itself needs torch and a GPU (training.check)."""

import hashlib

import numpy as np
import pytest
from training.variety import AS_PRINTED, TEMPLATES, templates_for

import sidings
from senses import most_values, shown, told
from sidings.bots.weights import About, network_of, pack, unpack
from sidings.errors import BadOption
from sidings.kernel.fast import below, fast_generator
from sidings.kernel.play import actor_at, apply_at, deal_at, legal_at

MOVES = 12


@pytest.mark.parametrize("name", sidings.game_names())
def test_every_kind_of_game_in_training_is_told_within_range(name: str) -> None:
    game = sidings.game(name)
    templates = templates_for(game, seed=3)
    assert len(templates) == TEMPLATES
    assert set(templates["players"].tolist()) == set(game.players)
    values, judged = (most_values(game.part(part).SENSES) for part in ("net", "judge"))
    rng, buffer = fast_generator(5), np.zeros(game.actions, np.int16)
    for i in range(0, TEMPLATES, 16):
        states = templates[i : i + 1].copy()
        deal_at(states, 0)
        for _ in range(MOVES):
            if actor_at(states, 0) < 0:
                break
            action = int(buffer[below(rng, legal_at(states, 0, buffer))])
            _, inputs = told(game, states, action)
            assert ((inputs >= -1) & (inputs < values)).all()
            inputs = shown(game, states, int(states[0].players) - 1)
            assert ((inputs >= -1) & (inputs < judged)).all()
            apply_at(states, 0, action)


def test_the_same_seed_trains_with_the_same_games_mostly_as_printed() -> None:
    game = sidings.game("mexican-train")
    one, two = (templates_for(game, seed=3) for _ in range(2))
    assert one.tobytes() == two.tobytes()
    assert one.tobytes() != templates_for(game, seed=4).tobytes()
    printed = [
        game.read_options(s) == game.check_options({"rounds": 10}, int(s.players)) for s in one
    ]
    assert abs(np.mean(printed) - AS_PRINTED) < 0.1


def test_what_is_exported_is_what_is_loaded() -> None:
    game = sidings.game("continental-express")
    weights, _ = network_of(game)
    chance = np.random.default_rng(2)
    trained = weights._replace(
        **{
            name: chance.integers(-(2**15), 2**15, array.shape).astype(np.int16)
            for name, array in weights._asdict().items()
            if array.dtype == np.int16
        }
    )
    data, shapes = pack(trained)
    about = About(hashlib.sha256(data).hexdigest(), shapes, seed=1, iterations=1, command="")
    loaded = unpack(data, about, game.part("net").SENSES)
    for mine, theirs in zip(trained, loaded, strict=True):
        assert mine.dtype == theirs.dtype
        assert (mine == theirs).all()


def test_a_network_that_knows_fewer_inputs_is_loaded_only_to_be_trained_on() -> None:
    game = sidings.game("continental-express")
    senses = game.part("net").SENSES
    weights, _ = network_of(game)
    before = weights._replace(
        own=weights.own[:-3].copy(), own_direct=weights.own_direct[:-3].copy()
    )
    data, shapes = pack(before)
    about = About(hashlib.sha256(data).hexdigest(), shapes, seed=1, iterations=1, command="")
    with pytest.raises(BadOption, match="other inputs"):
        unpack(data, about, senses)
    assert (unpack(data, about, senses, grown=True).own == before.own).all()
