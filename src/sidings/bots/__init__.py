"""The bots: each is handed only what its seat may see."""

from sidings.bots.catalogue import bot, bots
from sidings.bots.contract import Bot, KernelBot, NotLegal, RandomBot, choose_action
from sidings.bots.levels import prepare
from sidings.bots.program import ProgramBot
from sidings.play.observation import Observation, observe

__all__ = [
    "Bot",
    "KernelBot",
    "NotLegal",
    "Observation",
    "ProgramBot",
    "RandomBot",
    "bot",
    "bots",
    "choose_action",
    "observe",
    "prepare",
]
