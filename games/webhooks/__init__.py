"""Webhooks: what happens to a player's matches and challenges is posted to addresses of theirs, signed."""
