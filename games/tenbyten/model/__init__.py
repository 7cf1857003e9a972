"""The rules of 10 BY 10 as pure functions on immutable values: no display, no search."""
