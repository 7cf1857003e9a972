"""Demo data for `--demo` (players, offers, matches, a rated season, puzzles), and a crowd for load tests."""
