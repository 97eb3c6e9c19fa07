"""Short stories about the rules of Age of Madness."""
