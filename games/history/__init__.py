"""History: a player's matches, records and statistics, and head-to-head results."""
