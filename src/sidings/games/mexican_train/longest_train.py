"""Mexican Train: the longest train that a hand can lay from an open end."""

from sidings.games.mexican_train.state import NUMBERS, lowest_bit
from sidings.kernel import Array, kernel

# The plan is the train of the highest worth: mostly its length, then its pips. A double is planned
# with a domino that follows it, or as the very last.
DOMINO_PLANNED, DOUBLE_PLANNED = 10, 5
MOST_STEPS = 40
MOST_NODES = 5000

# Rows of the scratch that a search for the plan needs, one column for each step.
NUMBER, CHOICES, WORTH, REST, LOOP = range(5)


@kernel
def count_bits(bits: int) -> int:
    count = 0
    while bits != 0:
        bits &= bits - 1
        count += 1
    return count


@kernel
def plan(hand: Array, end: int, steps: int, stack: Array, left: Array) -> None:
    """Leave in ``left`` what the best train of at most ``steps`` steps from ``end`` does not use.

    Depth first over the numbers that the train reaches. ``odd`` are the numbers with an odd count
    of dominoes: of all but two of these each train leaves a domino over, which bounds its worth.
    """
    odd, rest, count = _add_up(hand)
    for number in range(NUMBERS):
        left[number] = hand[number]
    nodes, step = 0, 0
    stack[NUMBER, 0] = end
    stack[WORTH, 0] = 0
    stack[REST, 0] = rest
    best = _arrive(hand, stack, left, 0, count, 0)
    while step >= 0:
        number, choices = int(stack[NUMBER, step]), int(stack[CHOICES, step])
        loop = int(stack[LOOP, step])
        if choices == 0 or step == steps or nodes == MOST_NODES:
            hand[number] |= loop << number
            step -= 1
            if step >= 0:
                before = int(stack[NUMBER, step])
                hand[number] |= 1 << before
                hand[before] |= 1 << number
                odd ^= 1 << number | 1 << before
                count += 1 + int(stack[LOOP, step])
            continue
        following = lowest_bit(choices)
        stack[CHOICES, step] = choices & (choices - 1)
        nodes += 1
        gain = DOMINO_PLANNED + number + following
        if loop:
            gain += DOMINO_PLANNED + DOUBLE_PLANNED + 2 * number
        worth_now = int(stack[WORTH, step]) + gain
        rest = int(stack[REST, step]) - gain
        wasted = count_bits(odd ^ 1 << number) // 2
        if worth_now + rest - wasted * DOMINO_PLANNED <= best:
            continue
        hand[number] ^= 1 << following
        hand[following] ^= 1 << number
        odd ^= 1 << number | 1 << following
        count -= 1 + loop
        step += 1
        stack[NUMBER, step] = following
        stack[WORTH, step] = worth_now
        stack[REST, step] = rest
        best = _arrive(hand, stack, left, step, count, best)


@kernel
def _add_up(hand: Array) -> tuple[int, int, int]:
    """The numbers with an odd count of dominoes, the worth of all dominoes and their count."""
    odd, worth_of_all, sides = 0, 0, 0
    for number in range(NUMBERS):
        others = int(hand[number])
        if others >> number & 1:
            worth_of_all += DOMINO_PLANNED + DOUBLE_PLANNED + 2 * number
            others &= ~(1 << number)
            sides += 2
        matches = count_bits(others)
        odd |= (matches & 1) << number
        worth_of_all += matches * (DOMINO_PLANNED // 2 + number)
        sides += matches
    return odd, worth_of_all, sides // 2


@kernel
def _arrive(hand: Array, stack: Array, left: Array, step: int, count: int, best: int) -> int:
    """The train has reached a number: note it if it is the best, take the double along."""
    number, value = int(stack[NUMBER, step]), int(stack[WORTH, step])
    loop = int(hand[number]) >> number & 1
    if loop and count == 1:  # MT-21
        value += DOMINO_PLANNED + DOUBLE_PLANNED + 2 * number
    if value > best:
        best = value
        for i in range(NUMBERS):
            left[i] = hand[i]
        if loop and count == 1:
            left[number] = 0
    stack[LOOP, step] = loop
    hand[number] &= ~(1 << number)
    stack[CHOICES, step] = hand[number]
    return best
