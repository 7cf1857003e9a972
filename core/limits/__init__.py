"""Limits: how often, and how many at a time."""
