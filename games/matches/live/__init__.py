"""Open pages of a match: its socket and its audience."""
