"""The database: queries that are compiled once."""
