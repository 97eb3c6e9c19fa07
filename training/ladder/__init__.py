"""The ladder: many agents of one game against each other, and what can be said of them.

    elderzoo ladder age_of_madness-v0 --seats 2 --agents random,greedy,search:sims=64

``games`` plays and keeps raw games; ``payoffs`` makes matrices of them, ``ratings`` OpenSkill ratings, ``nash`` Nash
averaging, ``seeds`` statistics over independent training runs, ``report`` the files and the page. ``pool`` is the
frozen set of opponents, ``response`` trains an answer to one agent.
"""
