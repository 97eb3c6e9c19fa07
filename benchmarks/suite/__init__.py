"""The benchmark suite: fixed tasks, methods, and a table of their scores. See README.md."""
