"""The data of `--demo`: players, offers, running and finished matches, a rated season, puzzles; and a crowd."""
