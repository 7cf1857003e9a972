"""How often somebody may do something, counted in the cache of all processes."""

from __future__ import annotations

from dataclasses import dataclass

from django.core.cache import cache


@dataclass(frozen=True)
class Limit:
    """At most `most` times in `seconds`, which begin with the first."""

    name: str
    most: int
    seconds: int

    def allows(self, user_id: int) -> bool:
        """Counts one more time; whether it was not too many."""
        key = f"limit.{self.name}.{user_id}"
        cache.add(key, 0, self.seconds)
        try:
            return int(cache.incr(key)) <= self.most
        except ValueError:  # the time was up between the two
            return True


TALK = (Limit("talk.burst", 5, 10), Limit("talk.hour", 120, 3600))
REPORTS = (Limit("reports", 10, 24 * 3600),)


def within(limits: tuple[Limit, ...], user_id: int) -> bool:
    """Counts one more time against each; whether all allow it."""
    allowed = [limit.allows(user_id) for limit in limits]
    return all(allowed)
