"""A game whose computer players take their time."""
