"""Company: talk, ties between players, and what the staff does."""
