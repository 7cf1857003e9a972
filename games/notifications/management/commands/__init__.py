"""Commands of the notices app."""
