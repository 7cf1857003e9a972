"""Management commands of the puzzles."""
