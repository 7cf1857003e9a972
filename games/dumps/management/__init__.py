"""The command of the data for everyone."""
