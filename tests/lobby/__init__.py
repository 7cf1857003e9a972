"""Finding an opponent."""
