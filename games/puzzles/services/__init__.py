"""The only code that writes puzzles: extraction, verification, the dailies, and solving."""
