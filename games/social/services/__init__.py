"""The only code that writes social data."""
