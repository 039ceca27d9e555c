"""OpenSpiel's own ISMCTS bot at a table with one of ours.

    python examples/open_spiel_ismcts.py [--games 2] [--simulations 100] [--bot casual]

Needs the extra: pip install 'sidings[envs]'. Both see only what their seat may see: ours is handed
the hidden record, theirs searches worlds that ``resample_from_infostate`` makes of it.
"""

import numpy as np
import pyspiel
from cyclopts import run
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator
from rich import print
from rich.progress import track

from sidings.bots.levels import LevelBot, levels_of
from sidings.envs import spiel
from sidings.envs.spiel import SpielState


class Ours(pyspiel.Bot):
    """One of our bots, as OpenSpiel's tools want it."""

    def __init__(self, level: str, seed: int) -> None:
        super().__init__()
        self._bot = LevelBot(lambda game: levels_of(game)[level], seed)

    def step(self, state: SpielState) -> int:
        return self._bot.choose_action(
            state.session.game, state.session.hidden(state.current_player())
        )


def main(*, games: int = 2, simulations: int = 100, bot: str = "casual", seed: int = 1) -> None:
    """Play games of Continental Express, ISMCTS in each seat in turn."""
    game = pyspiel.load_game(spiel.short_name("continental-express"))
    random = np.random.RandomState(seed)
    evaluator = RandomRolloutEvaluator(1, random)
    ismcts = ISMCTSBot(game, evaluator, uct_c=1.4, max_simulations=simulations, random_state=random)
    won = 0.0
    for number in track(range(games), "Playing", transient=True):
        mine = number % 2
        players = {mine: ismcts, 1 - mine: Ours(bot, seed + number)}
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(random.choice(len(state.chance_outcomes())))
            else:
                state.apply_action(players[state.current_player()].step(state))
        won += (1 + state.returns()[mine]) / 2
        print(f"game {number + 1}: scores {state.session.scores()}, ISMCTS at seat {mine + 1}")
    print(f"ISMCTS with {simulations} simulations won {won:g} of {games} games against {bot}")


if __name__ == "__main__":
    run(main)
