"""Match files: written, parsed and verified; also the matches in the export of a person's data."""
