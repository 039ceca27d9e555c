"""Play in the terminal: you against bots, with numbered choices or typed moves."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
from rich.columns import Columns
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from sidings.bots import Bot, choose_action
from sidings.errors import SidingsError
from sidings.play.table import Table

YOU = 1
MOVES_SHOWN = 60
HINT_MS = 1000  # that a hint may think
SUFFIX = ".train"
HELP = """\
[bold]Type a move[/] as it is written ([cyan]{example}[/]), or its number.
[bold]?[/]      what is possible now
[bold]hint[/]   what the moves are worth, and why
[bold]undo[/]   take your last move back
[bold]rules[/]  the options of this table, and where they differ from the printed rules
[bold]save[/]   write the game to a file (save my-game.train)
[bold]help[/]   this text
[bold]quit[/]   leave; nothing is kept"""


class Leave(Exception):
    """The player wants to go."""


class TerminalGame:
    """One person at seat 1, bots at the others; ``interactive`` unless the moves are piped in."""

    def __init__(
        self,
        table: Table,
        bots: dict[int, Bot],
        console: Console,
        read: Callable[[], str],
        *,
        interactive: bool = True,
    ) -> None:
        self.table = table
        self.bots = bots
        self.console = console
        self.read = read
        self.interactive = interactive
        self.saved: set[Path] = set()  # files of this game, which may be replaced
        self.hint_ms = HINT_MS
        self.told = 0  # how much of the history has been told

    def run(self) -> None:
        """Play to the end, or until the player leaves."""
        self.console.print(HELP.format(example=(self.table.moves() or ["draw"])[0]))
        if self.table.game.options:
            self._show_rules()
        try:
            while (turn := self.table.turn) is not None:
                if turn in self.bots:
                    self._let_bot_play(self.bots[turn], turn)
                else:
                    self._ask()
        except Leave:
            self.console.print("Goodbye.")
            return
        self._tell()
        self.console.print(self.table)
        if self.interactive:
            self._offer_to_save()

    def _let_bot_play(self, bot: Bot, seat: int) -> None:
        table = self.table
        hidden = np.array([table.seen_by(seat)], table.game.dtype)
        table.play_action(choose_action(bot, table.game, hidden, seat - 1, table.actions()))

    def _ask(self) -> None:
        """Show the table and take commands until one of them is a move."""
        self._tell()
        self.console.print(self.table)
        moves = self.table.moves()
        self._list_moves(moves)
        played = len(self.table.history)
        while len(self.table.history) == played:
            try:
                if self._obey(self._read_line("Your move: "), moves):
                    return
            except SidingsError as error:
                self.console.print(str(error), style="red", markup=False, highlight=False)

    def _obey(self, line: str, moves: list[str]) -> bool:
        """Carry out one line; True when the table has changed."""
        command, _, rest = line.partition(" ")
        if command == "?":
            self._list_moves(moves)
        elif command == "help":
            self.console.print(HELP.format(example=moves[0]))
        elif command == "hint":
            self.console.print(self.table.advise(ms=self.hint_ms))
        elif command == "rules":
            self._show_rules()
        elif command == "undo":
            return self._undo()
        elif command == "save":
            self._save(rest)
        elif command in ("quit", "exit"):
            raise Leave
        elif line:
            self.table.play(moves[int(line) - 1] if self._is_choice(line, moves) else line)
            return True
        return False

    def _show_rules(self) -> None:
        """Every option with its rule; those that are not as printed stand out."""
        game, options = self.table.game, self.table.options
        if not game.options:
            self.console.print(f"{game.title} is played as printed.")
            return
        changed = [one.name for one in game.options if options[one.name] != one.default]
        preset = game.preset_of(options, int(self.table.state.players))
        name = preset or ("own mix" if changed else "as-printed")
        shown = Grid("option", "value", "rule", "as printed", title=f"House rules: {name}")
        for option in game.options:
            printed = str(option.default) if option.name in changed else ""
            style = "bold" if option.name in changed else ""
            shown.add_row(option.name, str(options[option.name]), option.rule, printed, style=style)
        self.console.print(shown)

    def _is_choice(self, line: str, moves: list[str]) -> bool:
        return line in {str(number) for number in range(1, len(moves) + 1)}

    def _read_line(self, prompt: str) -> str:
        self.console.print(prompt, style="bold", end="")
        try:
            return self.read().strip()
        except (EOFError, KeyboardInterrupt):
            self.console.print()
            raise Leave from None

    def _list_moves(self, moves: list[str]) -> None:
        shown = [
            Text.assemble((f"{number:>3} ", "dim"), move)
            for number, move in enumerate(moves[:MOVES_SHOWN], start=1)
        ]
        self.console.print(Columns(shown, padding=(0, 3), column_first=True))
        if len(moves) > MOVES_SHOWN:
            self.console.print(f"... and {len(moves) - MOVES_SHOWN} more", style="dim")

    def _undo(self) -> bool:
        """Back to the player's own last decision: bots' answers to it go too."""
        mine = [i for i, seat in enumerate(self.table.seats) if seat not in self.bots]
        if not mine:
            self.console.print("You have not moved yet.")
            return False
        while len(self.table.history) > mine[-1]:
            self.table.undo()
        self.told = len(self.table.history)
        return True

    def _tell(self) -> None:
        """What happened since the player last looked."""
        for seat, move in list(zip(self.table.seats, self.table.history, strict=True))[self.told :]:
            self.console.print(f"{self.table.names[seat - 1]}: {move}", style="cyan")
        self.told = len(self.table.history)

    def _save(self, name: str) -> bool:
        """Write the record; False, with the reason printed, where that cannot be done."""
        path = Path(name.strip() or self.table.game.name).expanduser()
        if path.suffix != SUFFIX:
            path = path.with_name(path.name + SUFFIX)
        try:
            with path.open("w" if path in self.saved else "x", encoding="utf-8") as file:
                file.write(self.table.record())
        except FileExistsError:
            reason = f"Not saved: {path} is there already; choose another name."
            self.console.print(reason, style="red", markup=False, highlight=False)
            return False
        except (OSError, ValueError) as error:
            self.console.print(f"Cannot save: {error}", style="red", markup=False)
            return False
        self.saved.add(path)
        self.console.print(f"Saved to {path}; [bold]sidings replay {path}[/] shows it again.")
        return True

    def _offer_to_save(self) -> None:
        try:
            while name := self._read_line("Save the game as (empty: do not save): "):
                if self._save(name):
                    return
        except Leave:
            return
