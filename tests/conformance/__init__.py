"""One suite over every game, seat count and preset of options: see ``games``."""
