"""News for every open page of a player, whatever it shows: apps provide the content, sockets deliver it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from accounts import fanout
from accounts.models import User

Facts = Mapping[str, Any]
NewsProvider = Callable[[User, Facts, Facts], dict[str, Any]]
_providers: list[NewsProvider] = []


def register_provider(provider: NewsProvider) -> None:
    """Register a provider: called with a player, what the page shows of the news, and the event (empty: a heartbeat).

    It returns what the page has to be told, in the active language; an empty dict if there is nothing to tell.
    """
    _providers.append(provider)


def collect_news(player: User, shown: Facts, came: Facts) -> dict[str, Any]:
    """Return the news for a page of this player that shows `shown`, after the event `came`."""
    return {name: told for provider in _providers for name, told in provider(player, shown, came).items()}


def topic_of(user_id: int) -> str:
    """Return the topic of all open pages of one player."""
    return f"news.{user_id}"


def announce(*user_ids: int, **came: object) -> None:
    """Announce an event to all open pages of these players, after the commit. Lost ones heal by the next heartbeat."""
    fanout.publish(map(topic_of, user_ids), {"type": "news.came", **came})
