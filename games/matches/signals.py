"""What a match tells those who build on it: the apps above it listen, and it knows none of them."""

from __future__ import annotations

from django.dispatch import Signal

# Sent inside the transaction that ends a match, with `match` as it then stands: a listener's rows are written with
# the end or not at all, exactly once however many clocks and players try to end it. Listeners raise nothing that a
# player could cause.
match_ended = Signal()

# Sent inside the transaction that keeps a message, with `match`, its `author` and its `number` in the match. Not for
# what the other player does not want to read.
message_written = Signal()

# Sent inside the transaction that declares a match void, with `match` as it then stands; exactly once a match.
match_voided = Signal()

# Sent when a player of the match opens its page, with `match` and `user`.
match_opened = Signal()
