"""Views of the history."""
