"""Matches: services, pages, socket, clock."""
