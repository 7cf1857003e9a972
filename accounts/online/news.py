"""News for every open page of a player, whatever it shows: the hook `page_news` has the content, sockets deliver it."""

from __future__ import annotations

from accounts.hooks import Facts, JsonObject, instant_news, page_news
from accounts.models import User
from core.live import fanout


def collect_news(player: User, shown: Facts, came: Facts) -> JsonObject:
    """Return the news for a page of this player that shows `shown`, after the event `came`; {} if there are none."""
    return {name: told for provider in page_news for name, told in provider(player, shown, came).items()}


def collect_instant_news(player: User, shown: Facts, came: Facts, language: str) -> JsonObject | None:
    """Return the news in this language that a provider knows without a query; None if none does."""
    for provider in instant_news:
        if (told := provider(player, shown, came, language)) is not None:
            return told
    return None


def topic_of(user_id: int) -> str:
    """Return the topic of all open pages of one player."""
    return f"news.{user_id}"


def announce(*user_ids: int, **came: object) -> None:
    """Announce an event to all open pages of these players, after the commit; heartbeats make up for lost events."""
    fanout.publish(map(topic_of, user_ids), {"type": "news.came", **came})
