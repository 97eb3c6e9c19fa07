"""Deaths, and the windows in which somebody may answer what happens to a cult."""

from ..core.kernels import emit, pop, push
from .rules_table import clear_attacks, current_row, eliminate, gain, leave_hand, living, rule, show
from .state import BLUFF, BLUFFED, DIED, IN_ATTACK, KILLED, PLACES, ROWS
from .tables import A_BLUFF


@rule
def open_window(t, s, kind, q, answer, subject):
    """Ask ``q`` for an answer it holds, which everybody then knows; by option, ask it anyway."""
    k = t.k_answer[answer] + 0
    if t.opt_uniform_windows == 1:
        push(s, kind, q, subject, 0)
    elif k >= 0 and s.hand[q, k] > 0:
        show(s, q, k)
        push(s, kind, q, subject, 0)


@rule
def strike_down(t, s, q, slot):
    """The cultist dies, marked by its killer."""
    value = t.points[slot // PLACES, slot % PLACES]
    s.alive[q, slot // PLACES, slot % PLACES] = 0
    s.mark[q, slot // PLACES, slot % PLACES] = s.killer
    if s.killer >= 0:
        emit(s, KILLED, s.killer, q, slot, value, -1, -1, -1)
    else:
        emit(s, DIED, q, -1, slot, -1, -1, -1, -1)


@rule
def offer_bluff(t, s, q, slot, away):
    """Ask one cult after the other whether it was all a bluff: that of the dead first, by option the others too."""
    p = (q + away) % s.players
    if s.out[p] == 1 or (away > 0 and t.opt_bluff_scope == 0):
        return
    if s.stack[1, 0] == IN_ATTACK or t.opt_bluff_event == 1:
        open_window(t, s, BLUFF, p, A_BLUFF, slot)


@rule
def bury(t, s, q, slot):
    """The death stands: points for the killer, and perhaps the next row, or the end of the cult."""
    if s.killer >= 0 and s.out[s.killer] == 0:
        gain(s, s.killer, t.points[slot // PLACES, slot % PLACES])
    if living(s, q, slot // PLACES) == 0 and current_row(s, q) > slot // PLACES:
        clear_attacks(s, q)
    if current_row(s, q) == ROWS:
        eliminate(t, s, q)


@rule
def run_death(t, s):
    """A death; its stage counts the cults that were asked to undo it."""
    q = s.stack[0, 1] + 0
    slot = s.stack[0, 2] + 0
    stage = s.stack[0, 3] + 0
    lives = s.alive[q, slot // PLACES, slot % PLACES] + 0
    if stage == 0:
        strike_down(t, s, q, slot)
        lives = 0
    if lives == 0 and stage < s.players:
        s.stack[0, 3] = stage + 1
        offer_bluff(t, s, q, slot, stage)
        return
    pop(s)
    if lives == 0:
        bury(t, s, q, slot)


@rule
def bluff(s, p, k):
    """It was all a bluff: the cultist that was just killed lives."""
    slot = s.stack[0, 2] + 0
    leave_hand(s, p, k)
    pop(s)
    q = s.stack[0, 1] + 0
    s.alive[q, slot // PLACES, slot % PLACES] = 1
    s.mark[q, slot // PLACES, slot % PLACES] = -1
    emit(s, BLUFFED, p, q, slot, -1, -1, -1, -1)
