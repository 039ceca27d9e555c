"""Mixes of house rules, played at random: bot, counters and choices keep up with the rules."""

import random

import numpy as np
import pytest

import sidings
from sidings.games.mexican_train.bot import rate, rate_hastily
from sidings.games.mexican_train.counters import CALLS, COUNTERS, DRAWS, FORGOTTEN, PLAYED, note
from sidings.games.parts import MOST_TERMS, rows_of
from sidings.kernel.chacha import key_of_game
from sidings.kernel.play import actor_at, apply_at, deal_at, legal_at

MIXES = [
    {"set": "double-18", "hand": 7, "doubles": "own", "last_domino": "call", "open_train": 10},
    {"set": "double-9", "hand": 7, "doubles": "free", "last_domino": "call", "draw": "until-fits"},
]


@pytest.mark.parametrize("options", MIXES, ids=lambda options: str(options["doubles"]))
def test_a_mix_is_rated_counted_and_offered(options: dict[str, int | str]) -> None:
    game = sidings.game("mexican-train")
    actions = np.zeros(game.actions, np.int16)
    terms = np.zeros((game.actions, MOST_TERMS))
    chance = random.Random(7)
    done = dict.fromkeys(("lay", "draw", "call"), 0)
    counts = np.zeros((rows_of(COUNTERS), 3), np.int64)
    for number in range(3):
        states = game.template(3, {"rounds": 1} | options)
        key_of_game(states[0].key, 7, number)
        deal_at(states, 0)
        while actor_at(states, 0) >= 0:
            n = legal_at(states, 0, actions)
            for rating, depth in ((rate, 1), (rate_hastily, 0)):
                terms[:] = 0
                rating(states[0], depth, actions, n, terms)
                assert np.isfinite(terms[:n]).all()
            choices = game.choices(states[0], actions[:n].tolist())
            picked = chance.randrange(n)
            done[choices[picked].do] = done.get(choices[picked].do, 0) + 1
            note(states[0], int(actions[picked]), counts)
            apply_at(states, 0, int(actions[picked]))
    assert counts[PLAYED].sum() == done["lay"]
    assert counts[DRAWS].sum() == done["draw"]
    assert counts[CALLS].sum() == done["call"] > 0
    assert counts[FORGOTTEN].sum() > 0
