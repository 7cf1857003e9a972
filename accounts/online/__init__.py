"""Presence, visits, the socket of a page and its news."""
