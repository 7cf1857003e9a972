"""What any Django site of this kind has: clock, hooks, slots, database, cache, limits, live pages."""
