"""Signals of a match for the apps above it, which it does not know."""

from __future__ import annotations

from django.dispatch import Signal

# Sent inside the transaction that stores a chat message, with `match`, its `author` and its `number` in the match. Not
# sent for messages that the opponent does not receive.
message_written = Signal()

# Sent when a player of the match opens its page, with `match` and `user`.
match_opened = Signal()
