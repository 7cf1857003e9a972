"""Digifeud's rules as pure functions: board, tiles, positions, moves, their legality and score."""
