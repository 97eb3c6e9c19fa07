"""Scripted agents, one module a game, named as the game: a compiled function ``act(T, S, i, mask, weights)``."""
