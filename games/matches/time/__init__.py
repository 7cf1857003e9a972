"""Time in a match: time controls, clocks, presence, nights and vacation."""
