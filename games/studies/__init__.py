"""Studies: lines of an analysed position that a player keeps, names, comments and shares."""
