"""What was: a player's matches, records and habits, and the matches of two players."""
