"""English, read in all of Europe."""
