"""Rate limits by fixed windows, counted in the cache shared by all processes."""

from __future__ import annotations

from dataclasses import dataclass

from django.core.cache import cache


@dataclass(frozen=True)
class Limit:
    """At most `most` times in `seconds`, counted from the first use."""

    name: str
    most: int
    seconds: int

    def allows(self, user_id: int) -> bool:
        """Count one more use; return whether it is within the limit."""
        key = f"limit.{self.name}.{user_id}"
        cache.add(key, 0, self.seconds)
        try:
            return int(cache.incr(key)) <= self.most
        except ValueError:  # the window expired between the two calls
            return True


CHAT = (Limit("chat.burst", 5, 10), Limit("chat.hour", 120, 3600))
REPORTS = (Limit("reports", 10, 24 * 3600),)


def within(limits: tuple[Limit, ...], user_id: int) -> bool:
    """Count one more use against each limit; return whether all allow it."""
    allowed = [limit.allows(user_id) for limit in limits]
    return all(allowed)
