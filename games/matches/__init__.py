"""Playing matches: rules applied, stored, timed and shown."""
