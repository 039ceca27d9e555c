"""A bot that is a program in any language, spoken to over stdin and stdout.

For each decision it reads one line of JSON with ``position``, ``moves``, ``seat`` and ``deck``, and
answers with one line: the move. It is started at its first decision and again after each fault.
"""

import contextlib
import json
import os
import queue
import shlex
import subprocess
import tempfile
import threading
import weakref
from typing import IO

from sidings.errors import BadOption
from sidings.play.observation import Observation

LONGEST_ANSWER = 200  # bytes; no move is nearly as long
MOST_UNREAD = 100  # lines that a program may write before it is asked
DEFAULT_SECONDS = 10.0


class ProgramFault(Exception):
    """The program gave no answer; the message says why."""


class ProgramEnded(ProgramFault):
    """The program did not start, or ended before it answered."""


class ProgramBot:
    """The program that a command line starts; ``seconds`` is the deadline for each answer."""

    def __init__(self, command: str, seconds: float = DEFAULT_SECONDS) -> None:
        try:
            self.command = shlex.split(command)
        except ValueError as error:
            raise BadOption(f"the command {command!r} cannot be read: {error}") from None
        if not self.command:
            raise BadOption("program: needs a command, such as program:'python my_bot.py'")
        self.seconds = seconds
        self._running: _Running | None = None

    def choose(self, observation: Observation) -> str:
        """The program's answer, which may not be a legal move; ProgramFault if there is none."""
        question = {
            "position": observation.position,
            "moves": observation.moves,
            "seat": observation.seat,
            "deck": observation.deck,
        }
        if self._running is None:
            self._running = _Running(self.command)
        try:
            return self._running.ask(json.dumps(question), self.seconds)
        except ProgramFault:
            self.close()  # a late answer must not be taken for the next one
            raise

    def close(self) -> None:
        """End the program; the next decision would start it again."""
        if self._running is not None:
            self._running.end()
            self._running = None


class _Running:
    """One run of a program. A thread reads its answers, so that waiting can have a deadline."""

    def __init__(self, command: list[str]) -> None:
        errors = tempfile.TemporaryFile()  # noqa: SIM115  # it lives as long as the program
        try:
            process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                start_new_session=True,  # Ctrl-C is for us to deal with
            )
        except OSError as error:
            errors.close()
            raise ProgramEnded(f"{command[0]!r} does not start: {error.strerror}") from None
        assert process.stdin is not None
        assert process.stdout is not None
        self._process = process
        self._stdin = process.stdin
        self._errors = errors
        self._answers: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        reader = threading.Thread(
            target=_read_lines, args=(process.stdout, self._answers), daemon=True
        )
        reader.start()
        self.end = weakref.finalize(self, _end, process, reader, errors)

    def ask(self, question: str, seconds: float) -> str:
        try:
            self._stdin.write(question.encode() + b"\n")
            self._stdin.flush()
            answer = self._answers.get(timeout=min(seconds, threading.TIMEOUT_MAX))
        except OSError:
            answer = b""
        except queue.Empty:
            raise ProgramFault(f"no answer within {seconds:g} s") from None
        if not answer.endswith(b"\n"):
            raise ProgramEnded(self._last_words())
        return " ".join(answer.decode("utf-8", "replace").split())

    def _last_words(self) -> str:
        """Why there will be no answer: the last line that the program wrote to stderr."""
        self._process.kill()
        self._process.wait()
        size = self._errors.seek(0, os.SEEK_END)
        self._errors.seek(max(0, size - 1000))
        lines = self._errors.read().decode("utf-8", "replace").split("\n")
        words = [line.strip() for line in lines if line.strip()]
        return f"the program ended: {words[-1]}" if words else "the program ended"


def _read_lines(stdout: IO[bytes], answers: "queue.SimpleQueue[bytes]") -> None:
    """Pass on each line; what is not a whole line of sensible length ends it."""
    line = b"\n"
    while line.endswith(b"\n") and answers.qsize() < MOST_UNREAD:
        line = stdout.readline(LONGEST_ANSWER)
        answers.put(line)
    answers.put(b"")


def _end(process: subprocess.Popen[bytes], reader: threading.Thread, errors: IO[bytes]) -> None:
    process.kill()
    process.wait()
    reader.join(1)  # the end of the program ends its output; a grandchild may keep it open
    for pipe in (process.stdin, process.stdout, errors):
        if pipe is not None and not (pipe is process.stdout and reader.is_alive()):
            with contextlib.suppress(OSError):  # what it never read cannot be written any more
                pipe.close()
