"""Clubs: circles of players with a page, roles, a ladder of their own, and ways to join."""
