"""Management commands of the whole site."""
