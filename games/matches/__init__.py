"""Playing: matches, moves, and the pages on which they are made."""
