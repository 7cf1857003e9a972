"""Template tags of the discovery app."""
