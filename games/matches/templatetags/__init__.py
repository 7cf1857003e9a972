"""Template filters of match pages."""
