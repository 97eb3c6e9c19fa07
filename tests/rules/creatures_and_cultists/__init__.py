"""Rule stories of Creatures & Cultists."""
