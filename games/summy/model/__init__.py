"""The rules of Summy as pure functions on values: board, moves, legality, scoring and move generation."""
