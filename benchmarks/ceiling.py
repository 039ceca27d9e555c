"""How much a perfect judge of luck could save: what of a match is decided by the deal alone.

A match is played in duplicated deals, each as it was dealt and then again and again with other
cards from the deal on. Without the luck of those cards, of which a perfect judge would know the
worth, the results of a match would differ only as much as the means of the deals do. Prints the
variances, and how many times fewer games such a judge would need.

    python benchmarks/ceiling.py game-of-trains [net thumb] [--players 2] [--deals 300] [--again 8]
                                 [--options.rounds 3] [--seed 1]
"""

import time

import numpy as np
from cyclopts import run
from rich.console import Console

import sidings
from sidings.bots.kernels import buffers
from sidings.bots.network import Network
from sidings.bots.weights import network_of
from sidings.kernel.jit import kernel
from sidings.kernel.outcome import share_of_win
from sidings.kernel.record import Array
from sidings.kernel.verbs import actor, apply, rank
from sidings.lab.batch import Batch, prepare_batch
from sidings.lab.kernels import begin, choose
from sidings.lab.luck_kernels import play_ahead
from sidings.lab.statistics import SIGMAS

console = Console(width=100)


@kernel
def play_again(
    states: Array,
    template: Array,
    line_ups: Array,
    seed: int,
    start: int,
    most_moves: int,
    actions: Array,
    terms: Array,
    network: Network,
    rng: Array,
    places: Array,
    shares: Array,
) -> None:
    """Play each deal from number ``start`` on with each line-up, as dealt and then as often again.

    Again means the same deal, and other cards from then on. ``shares`` are those of the win, by
    deal, line-up, time and seat; ``states[0]`` is the working copy.
    """
    s = states[0]
    deals, turned, times, players = shares.shape
    for deal in range(deals):
        for i in range(turned):
            for again in range(times):
                number = start + deal
                begin(states, 0, template, seed, number, (number * turned + i) * times + again, rng)
                if again == 0:
                    seat, moves = actor(s), 0
                    while seat >= 0 and moves < most_moves:
                        apply(s, choose(s, seat, line_ups[i], actions, terms, network, rng))
                        seat, moves = actor(s), moves + 1
                else:
                    play_ahead(s, most_moves, line_ups[i], actions, terms, network, rng)
                rank(s, places)
                for seat in range(players):
                    shares[deal, i, again, seat] = share_of_win(places, players, seat)


def main(
    game: str,
    *bots: str,
    players: int = 2,
    deals: int = 300,
    again: int = 8,
    seed: int = 1,
    options: dict[str, int | str] | None = None,
) -> None:
    began, chosen, bots = time.process_time(), sidings.game(game), bots or ("net", "thumb")
    batch = prepare_batch(
        chosen, bots, games=deals, seed=seed, players=players, options=options, rotate=True,
        counting=False,
    )  # fmt: skip
    played = play(batch, again)
    own = np.array([batch.seats_of(turned) for turned in range(len(batch.line_ups))]) == 0
    shares = (played * own[:, None, :]).sum(axis=3) / own.sum(axis=1)[:, None]  # of the first bot
    plain, others = shares.mean(axis=1)[:, 0], shares.mean(axis=1)[:, 1:]
    between, margin = variance_of_deals(others)
    alone = shares[:, :, 0].var() / shares.shape[1]
    console.print(f"{chosen.title}, {players} players, {bots[0]} against {' '.join(bots[1:])}")
    console.print(
        f"{deals:,} deals, {100 * plain.mean():.1f} % wins, {100 * others.mean():.1f} again"
    )
    console.print(f"variance of a deal's games if they had nothing in common: {alone:.4f}")
    console.print(f"variance of duplicated deals: {plain.var(ddof=1):.4f}")
    console.print(f"of that the deal: {between:.4f} ± {margin:.4f}")
    least = plain.var(ddof=1) / (max(between, 0.0) + margin)
    console.print(f"A perfect judge would need {least:.0f} times fewer games, or fewer still.")
    console.print(f"{time.process_time() - began:.0f} s of processor")


def play(batch: Batch, again: int) -> Array:
    """The shares of the win by deal, line-up, time and seat; the first time is as dealt."""
    batch.game.part("bot")
    batch.game.part("luck")
    actions, terms = buffers(batch.game.actions)
    shares = np.zeros((batch.games, len(batch.line_ups), 1 + again, batch.players))
    play_again(
        batch.template.copy(), batch.template, batch.line_ups, batch.seed, 0, batch.most_moves,
        actions, terms, network_of(batch.game), np.zeros(4, np.int64),
        np.zeros(batch.players, np.int64), shares,
    )  # fmt: skip
    return shares


def variance_of_deals(shares: Array) -> tuple[float, float]:
    """How much the deals' own means vary, and half its 95 % interval, from shares by deal and time.

    The means that were found vary more, by what so few times leave to chance.
    """
    deals, times = shares.shape
    found = shares.mean(axis=1).var(ddof=1)
    return found - shares.var(axis=1, ddof=1).mean() / times, SIGMAS * found * (2 / deals) ** 0.5


if __name__ == "__main__":
    run(main)
