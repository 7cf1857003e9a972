"""What a match tells those who build on it: the apps above it listen, and it knows none of them."""

from __future__ import annotations

from django.dispatch import Signal

# Sent inside the transaction that keeps a message, with `match`, its `author` and its `number` in the match. Not for
# what the other player does not want to read.
message_written = Signal()

# Sent when a player of the match opens its page, with `match` and `user`.
match_opened = Signal()
