"""Signals of a match for the apps above it, which it does not know."""

from __future__ import annotations

from django.dispatch import Signal

# Sent inside the transaction that ends a match, with `match` as it then stands: the rows of a receiver are written
# with the end or not at all, exactly once whatever the number of processes. Receivers must not raise for anything that
# a player can cause.
match_ended = Signal()

# Sent inside the transaction that stores a chat message, with `match`, its `author` and its `number` in the match. Not
# sent for messages that the opponent does not receive.
message_written = Signal()

# Sent inside the transaction that declares a match void, with `match` as it then stands; exactly once a match.
match_voided = Signal()

# Sent when a player of the match opens its page, with `match` and `user`.
match_opened = Signal()
