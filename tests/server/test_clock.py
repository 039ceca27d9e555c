"""Time goes on, whatever somebody does to the clock of the machine."""

from sidings.server.clock import CORRECTION, SteadyClock

SECOND = 10**9
HOUR = 3600 * SECOND


class Machine:
    def __init__(self) -> None:
        self.wall, self.elapsed = 1_700_000_000 * SECOND, 77 * SECOND
        self.clock = SteadyClock(lambda: self.wall, lambda: self.elapsed)

    def wait(self, time: int) -> None:
        self.wall += time
        self.elapsed += time


def test_a_jump_of_two_hours_is_made_up_slowly_in_both_directions() -> None:
    for jump in (2 * HOUR, -2 * HOUR):
        machine = Machine()
        before = machine.clock.now_ns()
        machine.wall += jump
        assert machine.clock.now_ns() == before
        machine.wait(60 * SECOND)
        passed = machine.clock.now_ns() - before
        assert abs(passed - 60 * SECOND) == 60 * SECOND // CORRECTION
        machine.wait(CORRECTION * 2 * HOUR)
        assert machine.clock.now_ns() == machine.wall


def test_without_a_jump_it_is_the_wall_clock() -> None:
    machine = Machine()
    for _ in range(5):
        machine.wait(SECOND)
        assert machine.clock.now_ns() == machine.wall
