"""Does a move reveal anything? Asked of the rules themselves, so it holds for every game.

Worlds that a viewer thinks possible are guessed from what he sees. A move reveals nothing to him
when in all of them the same moves are legal and this one leads to one and the same sight: then he
could have said before what he would see after, and that it was chosen tells him nothing of what
the mover holds. A card turned up, a pile drawn from, a domino played out of a hidden hand, or a
draw that tells the others there was no match, all make a difference in some world.
"""

from sidings.kernel.jit import kernel
from sidings.kernel.record import Array
from sidings.kernel.verbs import actor, apply, guess, hide, legal

WORLDS = 32  # to show a preview
FEW = 4  # squared, to offer a take-back
SURE = 64  # squared, to grant a take-back: no difference is so rare


@kernel
def foresee(work: Array, raw: Array, viewer: int, action: int, worlds: int,
            out: Array, rng: Array) -> bool:  # fmt: skip
    """Whether ``action`` looks the same to ``viewer`` in all worlds; ``work[2]`` shows how.

    ``work[0]`` is the state, hidden for the viewer; ``raw`` are the bytes of ``work``, which has
    room for three; ``out`` has room for the actions twice.
    """
    seat = actor(work[0])
    room = out.size // 2
    first = 0
    for world in range(worlds):
        at = 1 if world > 0 else 2
        work[at] = work[0]
        guess(work[at], viewer, rng)
        if actor(work[at]) != seat:
            return False
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
def reveals(view: Array, world: Array, work: Array, raw: Array, mover: int, action: int,
            outer: int, inner: int, out: Array, rng: Array) -> bool:  # fmt: skip
    """Whether the mover's action may tell anybody anything.

    ``view[0]`` is the state before it, hidden for the mover, and all that is looked at: an answer
    that depended on what the others hold would itself tell him of it. So for each of ``outer``
    worlds that he thinks possible, every other seat and a spectator is asked in ``inner`` worlds
    that they would think possible there. A shuffle counts as something told.
    """
    work[0] = view[0]
    if not foresee(work, raw, mover, action, outer + inner, out, rng):
        return True
    if work[2].shuffles != view[0].shuffles:
        return True
    for _ in range(outer):
        world[0] = view[0]
        guess(world[0], mover, rng)
        for viewer in range(-1, view[0].players):
            if viewer != mover:
                work[0] = world[0]
                hide(work[0], viewer)
                if not foresee(work, raw, viewer, action, inner, out, rng):
                    return True
    return False
