"""Template filters of the lobby."""
