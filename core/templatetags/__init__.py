"""Template tags that know no app."""
