"""The views of match pages."""
