"""Does a move reveal anything? Asked of the rules themselves, so it holds for every game.

Worlds that a viewer thinks possible are guessed from what they see. A move reveals nothing to
them when in all of these the same moves are legal and this one leads to the same view: then they
could have said before what they would see after, and that it was chosen tells nothing of what the
mover holds. A card turned up, a pile drawn from, a domino played out of a hidden hand, or a
draw that tells the others there was no match, all make a difference in some world.
"""

from sidings.kernel.fast import seed_fast
from sidings.kernel.jit import kernel
from sidings.kernel.record import Array
from sidings.kernel.verbs import apply, guess, hide, legal

WORLDS = 32  # to show a preview
FEW = 4  # squared, to offer a take-back
SURE = 64  # squared, to grant a take-back: no difference is so rare


@kernel
def seed_by_sight(raw: Array, action: int, rng: Array) -> None:
    """The worlds to look at follow from what a seat sees, so the answer tells no more."""
    digest = 0x811C9DC5  # FNV-1a
    for i in range(raw.size):
        digest = ((digest ^ int(raw[i])) * 0x01000193) & 0xFFFFFFFF
    seed_fast(rng, digest, action)


@kernel
def foresee(work: Array, raw: Array, viewer: int, action: int, worlds: int,
            out: Array, rng: Array) -> bool:  # fmt: skip
    """Whether ``action`` looks the same to ``viewer`` in all worlds; ``work[2]`` shows how.

    ``work[0]`` is the state, hidden for the viewer; ``raw`` are the words of ``work``, which has
    room for three; ``out`` has room for the actions twice.
    """
    room = out.size // 2
    first = 0
    for world in range(worlds):
        at = 1 if world > 0 else 2
        work[at] = work[0]
        guess(work[at], viewer, rng)
        if world == 0:
            first = legal(work[at], out[room:])
            found = False
            for i in range(first):
                if out[room + i] == action:
                    found = True
            if not found:
                return False
        else:
            if legal(work[at], out) != first:
                return False
            for i in range(first):
                if out[i] != out[room + i]:
                    return False
        apply(work[at], action)
        hide(work[at], viewer)
        if world > 0:
            for i in range(raw.shape[1]):
                if raw[1, i] != raw[2, i]:
                    return False
    return True


@kernel
def reveals(before: Array, view: Array, world: Array, work: Array, raw: Array, mover: int,
            action: int, worlds: int, out: Array, rng: Array) -> bool:  # fmt: skip
    """Whether the mover's action may tell anybody anything.

    Only what the mover sees of the state ``before`` it is looked at: an answer that depended on
    what the others hold would itself tell of it. So for each of some worlds that the mover thinks
    possible, every other seat and a spectator is asked in as many worlds that they would think
    possible there. A shuffle counts as something told.
    """
    work[0] = before[0]
    hide(work[0], mover)
    seed_by_sight(raw[0], action, rng)
    view[0] = work[0]
    # Most moves that tell something tell it in the first world: the mover is asked fully at last.
    if not foresee(work, raw, mover, action, 2, out, rng):
        return True
    if work[2].shuffles != view[0].shuffles:
        return True
    for _ in range(worlds):
        world[0] = view[0]
        guess(world[0], mover, rng)
        for viewer in range(-1, view[0].players):
            if viewer != mover:
                work[0] = world[0]
                hide(work[0], viewer)
                if not foresee(work, raw, viewer, action, worlds, out, rng):
                    return True
    work[0] = view[0]
    return not foresee(work, raw, mover, action, 2 * worlds, out, rng)
