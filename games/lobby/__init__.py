"""Finding an opponent: open offers, direct challenges, challenge links."""
