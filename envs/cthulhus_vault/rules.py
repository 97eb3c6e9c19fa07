"""Cthulhu's Vault: setting up, what is legal, and what an action does."""

from ..core.header import DECK
from ..core.kernels import clear, draw, emit, need, pop, push
from .actions import ACTIONS as TABLE
from .rules_battle import (
    ACTS,
    aim,
    drop,
    end_battle,
    is_decided,
    may_cast,
    may_strike,
    play_battle,
    run_attack,
    run_battle,
)
from .rules_change import change_stage, choose_character, keep, may_keep, run_change
from .rules_effects import (
    aid,
    lose_one,
    may_lose,
)
from .rules_mystery import (
    BONUSES,
    begin_turn,
    deal_story,
    give,
    keep_one,
    may_take,
    run_mystery,
    take_bonus,
    tell,
    use_on,
)
from .rules_table import EVERYBODY, lives, put, rule, the_one
from .state import (
    AID,
    AWAKENING,
    BATTLE,
    BATTLES,
    BONUS,
    CHARACTER,
    CHARACTERS,
    DISCARD,
    FACES,
    FIRST_TASK,
    GIVE,
    HAND,
    IN_ATTACK,
    IN_BATTLE,
    IN_CHANGE,
    IN_MYSTERY,
    KEEP,
    KEEP_ONE,
    KINDS,
    LOSE,
    MYSTERY_PHASE,
    POOL,
    PROLOGUE,
    SIDES,
    STORIES,
    STORY,
    TARGET,
    VALUES,
    VICTIM,
)

PLAY = TABLE.base["play"]
STRIKE = TABLE.base["strike"]
SPECIAL = TABLE.base["special"]
DROP = TABLE.base["drop"]
BONUS_OF = TABLE.base["bonus"]
SEAT = TABLE.base["seat"]
KEEP_KIND = TABLE.base["keep"]
GIVE_KIND = TABLE.base["give"]
LOSE_TOKEN = TABLE.base["lose"]
CHOOSE = TABLE.base["choose"]
DECLINE = TABLE.base["decline"]
AWAKE = TABLE.base["awaken"]
WAIT = TABLE.base["wait"]


@rule
def settle(t, s):
    """Go on with what is under way until somebody has to decide."""
    while s.over == 0:
        kind = s.stack[0, 0] + 0
        if kind in (LOSE, IN_ATTACK, IN_BATTLE) and is_decided(s) == 1:
            end_battle(s, s.stack[s.depth - 1, 1])
        elif kind < FIRST_TASK:
            return
        elif kind == IN_MYSTERY:
            run_mystery(t, s)
        elif kind == IN_CHANGE:
            run_change(t, s)
        elif kind == IN_ATTACK:
            run_attack(t, s)
        else:
            run_battle(t, s)


# -------------------------------------------------------------------------------------------- setting up


@rule
def deal_ancients(t, s):
    """Each player is dealt an Ancient One, face down."""
    for p in range(s.players):
        x = draw(s, DECK, t.ancients - p)
        for a in range(t.ancients):
            taken = 0
            for q in range(p):
                if s.secret[q] == a:
                    taken = 1
            if taken == 0:
                if x == 0:
                    s.secret[p] = a
                x -= 1


@rule
def setup(T, S, i):
    """Ancient Ones, story cards and the first tokens are dealt, and the pools laid out; the first player begins."""
    t = T[0]
    s = S[i]
    deal_ancients(t, s)
    for k in range(t.stories):
        s.box[k] = t.story_copies[k]
        s.box_count += t.story_copies[k]
    for _ in range(HAND):
        for p in range(s.players):
            deal_story(s, p)
    deal_story(s, -1)
    emit(s, PROLOGUE, -1, -1, s.last, -1, -1, -1, -1)
    for k in range(KINDS):
        s.mystery[k] = t.token_copies[k]
    for side in range(SIDES):
        k = side * VALUES
        for p in range(s.players):
            put(s, p, k, EVERYBODY)
        s.pool[side] = POOL
        s.mystery[k] -= POOL + s.players
    for k in range(KINDS):
        s.mystery_count += s.mystery[k]
    for k in range(t.battles):
        d = t.deck_of[k] + 0
        s.deck[d, k] = t.battle_copies[k]
        s.deck_count[d] += t.battle_copies[k]
    s.round = 1
    begin_turn(s, 0)
    settle(t, s)


@rule
def enter(T, S, i, seat, phase):
    """Begin the turn of ``seat`` in the Mystery Stage; or let its Ancient One awaken, or where one has, let ``seat``
    act in the battle. Each seat knows its own tokens."""
    t = T[0]
    s = S[i]
    s.phase = phase
    for p in range(s.players):
        for k in range(KINDS):
            s.sure[p, p, k] = s.tokens[p, k]
    if phase == MYSTERY_PHASE:
        begin_turn(s, seat)
    elif the_one(s) < 0:
        change_stage(t, s, seat, AWAKENING)
    else:
        push(s, IN_BATTLE, seat, -1, ACTS)
    settle(t, s)


# ------------------------------------------------------------------------------------------ what is legal


@rule
def legal_battle(t, s, p, mask):
    for k in range(t.battles):
        if s.hand[p, k] > 0:
            mask[STRIKE + k] = may_strike(t, s, p, k)
            mask[SPECIAL + k] = may_cast(t, s, p, k)


@rule
def may_name(s, kind, p, q):
    """1 where ``p`` may name player ``q``."""
    if kind == VICTIM:
        return 1 if q != p and s.token_count[q] > 0 else 0
    return lives(s, q)


@rule
def legal_seats(s, kind, p, mask):
    for away in range(s.players):
        mask[SEAT + away] = may_name(s, kind, p, (p + away) % s.players)


@rule
def legal_tokens(t, s, kind, p, mask):
    """Tokens to keep or to give away."""
    for k in range(KINDS):
        if kind == GIVE:
            mask[GIVE_KIND + k] = 1 if s.tokens[p, k] > 0 else 0
        elif kind == KEEP_ONE:
            mask[KEEP_KIND + k] = 1 if s.aside[p, k] > 0 else 0
        elif k % VALUES == 0:
            mask[KEEP_KIND + k] = may_keep(t, s, p, k // VALUES)


@rule
def legal(T, S, i, mask):
    """Set the mask to the legal actions of the decision on top of the stack."""
    t = T[0]
    s = S[i]
    clear(mask)
    kind = s.stack[0, 0] + 0
    p = s.stack[0, 1] + 0
    if kind == STORY:
        for k in range(t.stories):
            mask[PLAY + k] = 1 if s.stories[p, k] > 0 else 0
    elif kind == BATTLE:
        legal_battle(t, s, p, mask)
    elif kind == LOSE:
        q = (p + s.stack[0, 2]) % s.players
        for x in range((SIDES + 1) * FACES):
            mask[LOSE_TOKEN + x] = may_lose(s, p, q, x)
    elif kind == BONUS:
        for op in range(BONUSES):
            mask[BONUS_OF + op] = may_take(t, s, p, s.stack[0, 2], op)
        mask[DECLINE] = 1
    elif kind in (VICTIM, TARGET, AID):
        legal_seats(s, kind, p, mask)
    elif kind in (GIVE, KEEP_ONE, KEEP):
        legal_tokens(t, s, kind, p, mask)
    elif kind == CHARACTER:
        for c in range(t.characters):
            mask[CHOOSE + c] = s.display[c]
    elif kind == DISCARD:
        for k in range(t.battles):
            mask[DROP + k] = 1 if s.hand[p, k] > 0 else 0
    else:
        mask[AWAKE] = 1
        mask[WAIT] = 1


# -------------------------------------------------------------------------------- what an action does


@rule
def choose_card(t, s, kind, p, action):
    """A battle card is played or dropped."""
    if kind == DISCARD:
        k = action - DROP
        need(k >= 0 and k < BATTLES)
        drop(t, s, p, k)
        return
    need(action >= STRIKE and action < DROP)
    k = (action - STRIKE) % BATTLES
    if action >= SPECIAL:
        need(may_cast(t, s, p, k) == 1)
        play_battle(t, s, p, k, 1)
    else:
        need(may_strike(t, s, p, k) == 1)
        play_battle(t, s, p, k, 0)


@rule
def choose_seat(t, s, kind, p, action):
    away = action - SEAT
    need(away >= 0 and away < s.players)
    q = (p + away) % s.players
    if kind == VICTIM:
        use_on(s, p, q)
    elif kind == TARGET:
        aim(s, p, q)
    else:
        aid(t, s, p, q)


@rule
def choose_token(t, s, kind, p, action):
    k = action - GIVE_KIND if kind == GIVE else action - KEEP_KIND
    need(k >= 0 and k < KINDS)
    if kind == GIVE:
        give(s, p, k)
    elif kind == KEEP_ONE:
        keep_one(s, p, k)
    else:
        keep(t, s, p, k)


@rule
def choose_bonus(t, s, p, action):
    k = s.stack[0, 2] + 0
    pop(s)
    if action != DECLINE:
        need(action >= BONUS_OF and action < BONUS_OF + BONUSES)
        take_bonus(t, s, p, k, action - BONUS_OF)


@rule
def apply(T, S, i, action):
    """Do what ``action`` answers to the decision on top of the stack."""
    t = T[0]
    s = S[i]
    kind = s.stack[0, 0] + 0
    p = s.stack[0, 1] + 0
    if kind == STORY:
        need(action >= PLAY and action < PLAY + STORIES)
        pop(s)
        tell(t, s, p, action - PLAY)
    elif kind in (BATTLE, DISCARD):
        choose_card(t, s, kind, p, action)
    elif kind == LOSE:
        lose_one(t, s, p, (p + s.stack[0, 2]) % s.players, action - LOSE_TOKEN)
    elif kind == BONUS:
        choose_bonus(t, s, p, action)
    elif kind in (VICTIM, TARGET, AID):
        choose_seat(t, s, kind, p, action)
    elif kind in (GIVE, KEEP_ONE, KEEP):
        choose_token(t, s, kind, p, action)
    elif kind == CHARACTER:
        need(action >= CHOOSE and action < CHOOSE + CHARACTERS)
        choose_character(t, s, p, action - CHOOSE)
    else:
        need(action in (AWAKE, WAIT))
        pop(s)
        if action == AWAKE:
            change_stage(t, s, p, AWAKENING)
    settle(t, s)
