"""The only code that writes puzzles: looking for them, the daily one, and solving."""
