"""Caches that outlive an outage of Redis."""
