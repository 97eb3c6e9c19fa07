"""The compiled part of the seat environments: scripted seats play until a seat from outside decides.

One line of ``book`` a row says who sits where. Agents are codes: 0 and up are scripted ones, a line of the
agent table ``A``; the learner and the agents asked in Python are negative.
"""

from ..envs.core.batch import begin_row, episode_seed
from ..envs.core.drive import ask, step
from ..envs.core.encoder import encode
from ..envs.core.header import RUNNING, TERMINATED, TRUNCATED
from ..envs.core.jit import head, kernel, s64
from ..envs.core.rng import mix2, pick_below

# Columns of ``book``: the learner's seat and its decisions in this game; who must decide now and its seat (OVER
# and -1: nobody); then one column a seat with the code of the agent that sits there.
LEARNER_SEAT, LENGTH, WAITS, WAITING_SEAT, AGENTS = 0, 1, 2, 3, 4

LEARNER, OUTSIDER = -1, -2  # codes; the k-th agent asked in Python has OUTSIDER - k
OVER = 1000000  # in WAITS: no scripted agent ever waits
WEIGHTS = 2**31  # the weights of a pool are cumulated up to this
SEATING = 1  # separates the draw of seats and agents from the game's own chance
TRIES = 1000  # games in a row in which the learner has nothing to decide


@kernel
def seat_agents(i, players, seat, seed, episode, pool, book, rngs):
    """Choose the learner's seat (``seat``, or taking turns where it is -1) and draw the other seats' agents
    from ``pool``, lines of (cumulated weight, code)."""
    rng = rngs[i]
    learner = seat
    if seat < 0:
        rng[0] = mix2(mix2(seed, i), SEATING)
        learner = (pick_below(rng, players) + episode) % players
    rng[0] = mix2(episode_seed(seed, i, episode), SEATING)
    for p in range(players):
        drawn = pick_below(rng, WEIGHTS)
        k = 0
        while drawn >= pool[k, 0]:
            k += 1
        book[i, AGENTS + p] = pool[k, 1]
    book[i, LEARNER_SEAT] = learner
    book[i, AGENTS + learner] = LEARNER
    book[i, LENGTH] = 0


@kernel
def open_game(F, T, S, i, origin, start, seed, seat, pool, book, rngs, episodes, paid, mask):
    """Begin the row's episode with its agents seated."""
    begin_row(F, T, S, i, origin, start, episode_seed(seed, i, episodes[i]), mask)
    seat_agents(i, s64(head(S, i).players), seat, seed, episodes[i], pool, book, rngs)
    paid[i] = 0.0


@kernel
def play(F, T, X, S, A, i, row, book, rngs, observations, mask, W):
    """Scripted seats play row ``i`` on. Returns the code of who decides outside, having encoded its
    observation, or OVER."""
    h = head(S, i)
    obs = observations[i]
    while h.over == RUNNING and h.error == 0:
        agent = s64(book[i, AGENTS + h.seat])
        if agent < 0 or A[agent][0] != 0:
            encode(X, h.seat, S, i, obs)
        if agent < 0:
            return agent
        step(F, T, S, i, ask(A, agent, T, X, row, obs, mask, W, rngs[i]), mask)
    return OVER


@kernel
def pay(S, i, book, gains, paid):
    """The learner's reward: what its return has changed by since it was last paid."""
    now = head(S, i).returns[book[i, LEARNER_SEAT]]
    gains[i] = now - paid[i]
    paid[i] = now


@kernel
def close_game(X, S, i, book, gains, paid, terminated, truncated, final_return, final_length, endings):
    """Pay the learner and record the end of the row's game as it sees it."""
    h = head(S, i)
    pay(S, i, book, gains, paid)
    terminated[i] = 1 if h.over == TERMINATED else 0
    truncated[i] = 1 if h.over == TRUNCATED else 0
    final_return[i] = paid[i]
    final_length[i] = book[i, LENGTH]
    encode(X, book[i, LEARNER_SEAT], S, i, endings[i])


# fmt: off
@kernel
def run_on(F, T, X, S, A, i, row, origin, start, seed, seat, autoreset, pool, book, rngs, episodes, masks, observations,
           gains, paid, terminated, truncated, final_return, final_length, endings, W):
    """Play row ``i`` until somebody outside decides, through the ends of games where ``autoreset`` is 1.

    A game that ends before the learner's first decision is no episode of its: the next one begins.
    Returns 0, or 1 where the row has an error or the learner never decides.
    """
    h = head(S, i)
    for _ in range(TRIES):
        who = play(F, T, X, S, A, i, row, book, rngs, observations, masks[i], W)
        if h.error != 0:
            return 1
        book[i, WAITS] = who
        book[i, WAITING_SEAT] = h.seat
        if who != OVER:
            if who == LEARNER and book[i, LENGTH] > 0:
                pay(S, i, book, gains, paid)
            return 0
        if book[i, LENGTH] > 0:
            close_game(X, S, i, book, gains, paid, terminated, truncated, final_return, final_length, endings)
            if autoreset == 0:
                return 0
        episodes[i] += 1
        open_game(F, T, S, i, origin, start, seed, seat, pool, book, rngs, episodes, paid, masks[i])
    return 1


@kernel
def seats_run(lo, hi, rows, fresh, actions, F, T, X, S, A, row, origin, start, seed, seat, autoreset, pool, book,
              rngs, episodes, masks, observations, gains, paid, terminated, truncated, final_return, final_length,
              endings, W):
    """Begin the rows ``rows[lo:hi]`` where ``fresh`` is 1, else take the actions of the outside seats they wait
    for; then play on to the next decision outside. Returns a row with an error, or -1.

    ``row`` is the game's empty row, which agents see where they see nothing; ``origin`` is where games begin.
    """
    for r in range(lo, hi):
        i = s64(rows[r])
        if fresh == 1:
            open_game(F, T, S, i, origin, start, seed, seat, pool, book, rngs, episodes, paid, masks[i])
        else:
            if book[i, WAITS] == LEARNER:
                book[i, LENGTH] += 1
            step(F, T, S, i, s64(actions[i]), masks[i])
        failed = run_on(F, T, X, S, A, i, row, origin, start, seed, seat, autoreset, pool, book, rngs, episodes, masks,
                        observations, gains, paid, terminated, truncated, final_return, final_length, endings, W)
        if failed == 1:
            return i
    return -1
# fmt: on
