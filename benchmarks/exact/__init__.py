"""Games small enough to be solved, and what is exact about them: see README.md."""
