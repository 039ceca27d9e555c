"""Programs as bots, and how a match deals with those that misbehave."""

import sys
from pathlib import Path
from typing import Any

import pytest

import sidings
from sidings.bots import KernelBot, Observation, ProgramBot, RandomBot, bot, observe
from sidings.bots.program import ProgramFault
from sidings.games.contract import Game
from sidings.kernel.record import Array
from sidings.lab.arena.match import Outcome, Player, play_game

EXAMPLE = Path(__file__).parents[2] / "examples" / "first_card.py"

ANSWERS_ONCE = """
import json
print(json.loads(input())["moves"][-1], flush=True)
raise SystemExit("I have had enough")
"""
NEVER_ANSWERS = "import sys; sys.stdin.read()"
CHEATS = """
import sys
for line in sys.stdin:
    print("take  everything", flush=True)
"""
CRASHES = "raise ValueError('nobody told me')"
BABBLES = "print('x' * 1000, flush=True); input(); input()"


def program(source: str, seconds: float = 30) -> ProgramBot:
    made = ProgramBot("python", seconds)
    made.command = [sys.executable, "-c", source]
    return made


def question() -> Observation:
    return observe(sidings.deal("game-of-trains", seed=7))


def match(one: Player, **settings: float) -> Outcome:
    """A short game against the random bot, with the given bot at seat 1."""
    game = sidings.game("continental-express")
    return play_game(game, game.template(2, {}), [one, RandomBot(1)], 1, 0, **settings)


def test_the_example_answers_with_legal_moves() -> None:
    example = bot(f"program:{sys.executable} {EXAMPLE}")
    try:
        outcome = match(example)
    finally:
        example.close()  # type: ignore[attr-defined]  # it is a program
    assert outcome.faults == []
    assert outcome.decisions[0] > 5


def test_a_program_gets_the_position_the_moves_its_seat_and_the_deck() -> None:
    echo = "import json; print(' '.join(json.loads(input())), flush=True); input()"
    talker = program(echo)
    assert talker.choose(question()) == "position moves seat deck"
    talker.close()
    talker.close()  # closing twice is harmless


def test_the_deck_is_the_one_that_is_played_with() -> None:
    deck = question().deck
    assert deck is not None
    assert (len(deck), deck["84"]) == (84, "swap-over-one")
    own = {str(card): "move-left" if card % 2 else "protect" for card in range(1, 85)}
    table = sidings.deal("game-of-trains", deck=own, seed=7)
    assert observe(table).deck == own
    express = observe(sidings.deal("continental-express", seed=7)).deck
    assert express is not None
    assert set(express["objectives"][0]) == {"colour", "wagons", "points"}
    assert observe(sidings.deal("mexican-train", seed=7)).deck is None


def test_a_program_that_ends_is_started_again() -> None:
    quitter = program(ANSWERS_ONCE)
    seen = question()
    assert quitter.choose(seen) == seen.moves[-1]
    with pytest.raises(ProgramFault, match="I have had enough"):
        quitter.choose(seen)
    assert quitter.choose(seen) == seen.moves[-1]
    quitter.close()


def test_a_program_that_never_answers_meets_its_deadline() -> None:
    sleeper = program(NEVER_ANSWERS, seconds=0.001)
    for _ in range(2):
        with pytest.raises(ProgramFault, match=r"no answer within 0\.001 s"):
            sleeper.choose(question())


@pytest.mark.parametrize(
    ("source", "seconds", "reason"),
    [
        (CRASHES, 30, "the program ended: ValueError: nobody told me"),
        (NEVER_ANSWERS, 0.001, "no answer within 0.001 s"),
        (CHEATS, 30, "answered 'take everything', which is not legal"),
        (BABBLES, 30, "the program ended"),
    ],
)
def test_a_faulty_program_loses_its_turns_and_the_match_says_why(
    source: str, seconds: float, reason: str
) -> None:
    faulty = program(source, seconds)
    outcome = match(faulty)
    faulty.close()
    assert len(outcome.faults) == outcome.decisions[0]
    assert {str(fault) for fault in outcome.faults} == {f"seat 1: {reason}"}
    assert sorted(outcome.places) in ([1, 1], [1, 2])


def test_a_program_that_does_not_start() -> None:
    outcome = match(bot("program:/no/such/bot"))
    assert outcome.faults[0].reason == "'/no/such/bot' does not start: No such file or directory"


@pytest.mark.parametrize("command", ["", "'unclosed"])
def test_a_command_that_cannot_be_read(command: str) -> None:
    with pytest.raises(sidings.BadOption, match="command"):
        bot(f"program:{command}")


class Crashing:
    def choose(self, observation: Observation) -> str:
        raise RuntimeError("no idea")


CRASH_LINE = Crashing.choose.__code__.co_firstlineno + 1


class Forging:
    """Tries to make its own move legal."""

    def choose(self, observation: Observation) -> str:
        observation.moves[:] = ["win"]
        observation.actions[:] = [-1]
        return "win"


class WrongAction(KernelBot):
    def choose_action(self, game: Game[Any], states: Array) -> int:
        return -7


@pytest.mark.parametrize(
    ("faulty", "reason"),
    [
        (Crashing(), f"crashed: RuntimeError('no idea') at test_program.py:{CRASH_LINE}"),
        (Forging(), "answered 'win', which is not legal"),
        (WrongAction(), "answered -7, which is not legal"),
    ],
)
def test_faulty_objects(faulty: Player, reason: str) -> None:
    outcome = match(faulty)
    assert {fault.reason for fault in outcome.faults} == {reason}
    assert len(outcome.faults) == outcome.decisions[0]


def test_an_object_that_is_late_loses_its_turn() -> None:
    outcome = match(RandomBot(1), time_limit=-1)
    assert len(outcome.faults) == outcome.moves
    assert "s for a move" in outcome.faults[0].reason


def test_the_fallback_is_the_same_every_time() -> None:
    assert match(Crashing()).scores == match(Crashing()).scores
