"""Match files: written, read back, verified; and the matches in the export of a person's data."""
