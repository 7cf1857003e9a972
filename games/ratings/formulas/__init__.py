"""The rating system as pure functions."""
