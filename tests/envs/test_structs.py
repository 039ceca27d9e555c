"""The structs of OpenSpiel 2 on our games."""

import random
from typing import Any

import pyspiel
import pytest

import sidings
from sidings.envs import spiel


@pytest.mark.parametrize("name", sidings.game_names())
def test_a_game_by_structs(name: str) -> None:
    """As OpenSpiel's own tool server plays: JSON in, JSON out, actions from ActionStruct."""
    options = "(rounds=1)" if sidings.game(name).options else ""
    game = pyspiel.load_game(spiel.short_name(name) + options)
    assert game.action_struct_spec()[1] == '{"move": "draw"}'
    state, chance = game.new_initial_state(), random.Random(3)
    assert state.to_struct().position is None
    assert state.to_observation_struct().to_dict()["seat"] == 0
    count = 0
    while not state.is_terminal() and count < 40:
        action = chance.choice(state.legal_actions())
        struct = state.action_to_struct(action)
        again = state.get_game().ActionStruct(struct.to_json())
        assert again == struct == state.actions_to_struct([action])
        assert state.struct_to_actions(again) == [action]
        assert state.validate_action_struct(again).ok()
        if state.current_player() >= 0:
            if count % 5 == 0:
                check(state, struct.move)
            count += 1
        assert state.apply_action_struct(again).ok()


def check(state: Any, move: str) -> None:
    """The structs load as positions, and an observation tells no more than the seat sees."""
    player = state.current_player()
    whole = game_struct(state, state.to_struct())
    seen = game_struct(state, state.to_observation_struct(player))
    table, observation = sidings.load(whole.position), sidings.observe(seen.position)
    assert seen.seat == player + 1 == table.turn
    assert seen.position == table.dump(seat=table.turn) == observation.position
    assert sorted(seen.moves) == sorted(observation.moves)
    assert move in seen.moves
    other = state.to_observation_struct((player + 1) % state.num_players())
    assert other.moves == []
    assert state.to_observation_struct() == seen


def game_struct(state: Any, struct: Any) -> Any:
    """A struct, written and read again."""
    return getattr(state.get_game(), type(struct).__name__)(struct.to_json())


def test_what_no_action_is_named_by() -> None:
    game = pyspiel.load_game("python_sidings_game_of_trains")
    state = game.new_initial_state()
    for text in ("{", "[]", '{"move": "draw", "speed": 1}'):
        with pytest.raises(RuntimeError, match="expected"):
            game.ActionStruct(text)
    assert "no 'fly'" in state.validate_action_struct(game.ActionStruct({"move": "fly"})).message()
    while state.is_chance_node():
        state.apply_action(7)
    illegal = state.apply_action_struct(game.ActionStruct({"move": "draw"}))
    assert not illegal.ok()
    assert "GT-4: first keep one of the cards you drew" in illegal.message()
