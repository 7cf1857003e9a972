"""Data for everyone: the rated matches of each month and the puzzles, as files without rights (CC0)."""
