"""Management commands of the data for everyone."""
