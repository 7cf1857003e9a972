"""Time in a match: time controls, clocks, presence, nights and vacation."""

from games.matches.time import reserve as reserve  # adds its kind of time control
