"""A second referee for Mexican Train: the rule book in plain Python, slow and without tricks.

It was written from docs/rules/en/mexican-train.md and shares nothing with the kernels. It takes
over each deal from a table, and then follows the moves on its own: ``compare`` plays random games
with random options and stops at the first difference.

    python tests/games/mexican_train/referee.py 5000 [FIRST_SEED]
"""

import random
import sys

import sidings
from sidings.play.table import Table
from sidings.testing.violation import random_mix

Domino = tuple[int, int]
Lane = int | str


def read(text: str) -> Domino:
    low, high = sorted(int(number) for number in text.split("-"))
    return low, high


def write(domino: Domino) -> str:
    return f"{domino[0]}-{domino[1]}"


class Referee:
    """One game, from the first deal on. Seats are numbered from 1."""

    def __init__(self, table: Table) -> None:
        self.options = table.options
        self.players = table.players
        self.highest = int(str(self.options["set"]).removeprefix("double-"))
        self.scores = dict.fromkeys(range(1, self.players + 1), 0)
        self.round = 1
        self.over = False
        self.take_over(table)

    def take_over(self, table: Table) -> None:
        """The hands of a new round, as they were dealt, and who has to play first."""
        dealt = table.dump()
        self.hands = {seat: {*map(read, hand)} for seat, hand in enumerate(dealt["hands"], start=1)}
        self.boneyard = [read(domino) for domino in dealt["boneyard"]]
        self.engine = int(dealt["engine"])
        self.table: set[Domino] = {(self.engine, self.engine)}
        self.trains: dict[Lane, list[Domino]] = {lane: [] for lane in [*self.hands, "m"]}
        self.ends: dict[Lane, int] = dict.fromkeys(self.trains, self.engine)
        self.marked: set[int] = set()
        self.open_doubles: list[tuple[Lane, int]] = []
        self.turn = int(dealt["turn"])
        self.start = dealt["phase"] == "start"
        self.first = set(dealt["first_turns"])
        self.passes = 0
        self.new_turn()
        self.check_deal()

    def check_deal(self) -> None:
        every = {(a, b) for b in range(self.highest + 1) for a in range(b + 1)}
        held = [domino for hand in self.hands.values() for domino in hand] + self.boneyard
        assert sorted([*held, (self.engine, self.engine)]) == sorted(every)
        first = (self.round - 1) % self.players + 1
        if self.options["start"] != "highest":  # MT-27
            assert self.engine == self.highest - self.round + 1
        if self.options["start"] == "set-aside":
            assert (self.turn, self.start, len(self.first)) == (first, False, self.players)
            assert {len(hand) for hand in self.hands.values()} == {self.dealt()}
            return
        starter = self.turn if self.start else self.right_of(self.turn)
        assert self.start == any(self.engine in domino for domino in self.hands[starter])  # MT-7
        sizes = {seat: len(hand) + (seat == starter) for seat, hand in self.hands.items()}
        if min(sizes.values()) == max(sizes.values()) == self.dealt():  # nobody drew (MT-6)
            doubles = {a for hand in self.hands.values() for a, b in hand if a == b}
            assert self.options["start"] == "countdown" or self.engine > max(doubles, default=-1)
        else:
            drew = [seat for seat in sizes if sizes[seat] > self.dealt()]
            assert first in drew
            assert starter in drew

    def dealt(self) -> int:
        """MT-4, MT-25, MT-26."""
        if self.options["hand"] != "table":
            return int(self.options["hand"])
        by_players = {
            9: [12, 11, 10],
            12: [15, 15, 15, 11, 11, 8, 8],
            15: [15, 15, 15, 15, 15, 12, 12],
            18: [15, 15, 15, 15, 15, 15, 15],
        }
        return by_players[self.highest][self.players - 2]

    def right_of(self, seat: int) -> int:
        return seat - 1 or self.players

    def new_turn(self) -> None:
        self.drawn: Domino | None = None
        self.called = False
        self.laid_a_double = False  # in this turn, where more may follow (MT-31)

    # --- What may be played

    def to_confirm(self) -> Lane | None:
        """The train with the double that the player in turn has to confirm."""
        if self.options["first_turn"] == "train" and self.first:  # MT-28
            return None
        for lane, seat in self.open_doubles:
            if self.options["doubles"] != "own" or seat == self.turn:  # MT-18, MT-31
                return lane
        return None

    def in_first_train(self) -> bool:
        """MT-28: the player in turn has begun and may go on."""
        begun = bool(self.trains[self.turn])
        return self.options["first_turn"] == "train" and self.turn in self.first and begun

    def lanes(self) -> set[Lane]:
        """Where the player in turn may play if no double waits."""
        seat = self.turn
        if self.in_first_train():
            return {seat}
        if self.trains[seat] or self.options["begin"] == "never":
            return {seat, "m", *self.marked}
        if self.options["begin"] == "always" or seat in self.first or not self.trains["m"]:
            return {seat}
        return {seat, "m"}

    def plays(self, dominoes: set[Domino]) -> set[str]:
        waiting = self.to_confirm()
        found = set()
        for lane in self.lanes() if waiting is None else {waiting}:
            found |= {f"{write(one)} on {lane}" for one in dominoes if self.ends[lane] in one}
        if waiting is not None and self.laid_a_double:
            for lane in self.lanes():
                double = (self.ends[lane], self.ends[lane])
                found |= {f"{write(double)} on {lane}"} if double in dominoes else set()
        return found

    def legal(self) -> set[str]:
        hand = self.hands[self.turn]
        if self.drawn is None:
            moves = self.plays(hand)
            if self.start or self.in_first_train():
                moves |= {"pass"}
            moves = moves or {"draw" if self.boneyard else "pass"}
        else:
            moves = self.plays({self.drawn})
            if self.options["draw"] == "until-fits":
                moves = moves or {"draw" if self.boneyard else "pass"}
            else:
                waiting = self.to_confirm()
                must = waiting is not None and self.ends[waiting] in self.drawn
                moves |= set() if must else {"pass"}
        size = len(hand) + (self.drawn is not None)
        if self.options["last_domino"] == "call" and size == 2 and not self.called:
            moves |= {"call"}
        return moves

    # --- Playing

    def play(self, move: str) -> bool:
        """Play a legal move; returns whether it ended the round."""
        if move == "call":
            self.called = True
            return False
        if move == "draw":
            if self.drawn is not None:
                self.hands[self.turn].add(self.drawn)
            self.drawn = self.boneyard.pop(0)
            return False
        if move == "pass":
            return self.leave_off()
        domino, _, lane = move.partition(" on ")
        return self.lay(read(domino), lane if lane == "m" else int(lane))

    def leave_off(self) -> bool:
        if self.drawn is not None:
            self.hands[self.turn].add(self.drawn)
            self.marked.add(self.turn)
        elif not self.start and not self.in_first_train():
            everybody_waits = self.to_confirm() is not None and self.options["doubles"] != "own"
            counts = self.turn in self.marked or everybody_waits  # MT-23
            self.passes = self.passes + 1 if counts else 0
            self.marked.add(self.turn)
            if self.passes == self.players:
                return True
        self.end_turn()
        return False

    def lay(self, domino: Domino, lane: Lane) -> bool:
        hand = self.hands[self.turn]
        hand.discard(domino)
        self.drawn = None
        self.start = False
        self.passes = 0
        self.trains[lane].append(domino)
        self.ends[lane] = sum(domino) - self.ends[lane]
        self.table.add(domino)
        self.open_doubles = [one for one in self.open_doubles if one[0] != lane]
        if lane == self.turn:
            self.marked.discard(self.turn)
        if not hand:
            return True
        if self.options["last_domino"] == "call" and len(hand) == 1 and not self.called:
            hand.update(self.boneyard[:2])
            del self.boneyard[:2]
        is_double = domino[0] == domino[1]
        if is_double and self.options["doubles"] != "free":
            if self.options["doubles"] == "last" and self.laid_a_double:
                self.open_doubles = []
            self.open_doubles.append((lane, self.turn))
        if self.options["dead_double"] == "release":
            self.open_doubles = [one for one in self.open_doubles if self.can_be_confirmed(one[0])]
        if lane == self.turn and self.in_first_train():
            return False
        if is_double and self.to_confirm() is not None:
            self.laid_a_double = self.options["doubles"] in ("last", "in-order")
            return False
        self.end_turn()
        return False

    def can_be_confirmed(self, lane: Lane) -> bool:
        number = self.ends[lane]
        every = {read(f"{number}-{other}") for other in range(self.highest + 1)}
        return not every <= self.table

    def end_turn(self) -> None:
        self.start = False
        self.first.discard(self.turn)
        self.turn = self.turn % self.players + 1
        self.new_turn()

    def count(self) -> None:
        """MT-24, MT-34, MT-35."""
        for seat, hand in self.hands.items():
            blank = int(self.options["double_blank"]) if (0, 0) in hand else 0
            fine = int(self.options["open_train"]) if seat in self.marked else 0
            self.scores[seat] += sum(map(sum, hand)) + blank + fine
        self.over = self.round == self.options["rounds"]
        self.round += 1


# --- Comparing ------------------------------------------------------------------------------------


def compare(seed: int) -> int:
    """Play a random game with both referees; returns the number of moves."""
    chance = random.Random(seed)
    players, options = random_mix(sidings.game("mexican-train"), seed)
    options["rounds"] = chance.choice((1, 1, 2))
    table = sidings.deal("mexican-train", players, seed, options=options)
    referee = Referee(table)
    while not referee.over:
        moves = table.moves()
        where = f"seed {seed}, {options}, after {table.history[-4:]}"
        assert table.turn == referee.turn, where
        assert sorted(moves) == sorted(referee.legal()), where
        move = chance.choice(moves)
        ended = referee.play(move)
        table.play(move)
        if ended:
            referee.count()
            assert table.dump()["scores"] == list(referee.scores.values()), where
            if not referee.over:
                referee.take_over(table)
        else:
            compare_positions(table, referee, where)
    assert table.turn is None
    return len(table.history)


def compare_positions(table: Table, referee: Referee, where: str) -> None:
    position = table.dump()
    hands = [{*map(read, hand)} for hand in position["hands"]]
    assert hands == list(referee.hands.values()), where
    assert [len(hand) for hand in hands] == [len(hand) for hand in position["hands"]], where
    marked = {seat for seat, mark in enumerate(position["markers"], start=1) if mark}
    assert marked == referee.marked, where
    trains = [[read(one) for one in train] for train in position["trains"]]
    mexican = [read(one) for one in position["mexican"] or []]
    assert [*trains, mexican] == list(referee.trains.values()), where
    doubles = [(double["train"], double["seat"]) for double in position["doubles"]]
    assert doubles == referee.open_doubles, where
    assert position["double"] == referee.to_confirm(), where


if __name__ == "__main__":
    games, first = (int(number) for number in [*sys.argv[1:], "0"][:2])
    moves = sum(compare(seed) for seed in range(first, first + games))
    print(f"{games} games with random options, {moves} moves: no difference")
