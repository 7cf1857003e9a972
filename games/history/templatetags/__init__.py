"""Template filters of the history."""
