"""Web push."""
