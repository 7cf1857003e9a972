"""Template tags of the base template."""
