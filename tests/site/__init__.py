"""The frame that every page stands in."""
