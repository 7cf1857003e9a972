"""News for every open page of a player, whatever it shows: events, and the partials that they change."""

from __future__ import annotations

from accounts.hooks import Facts, PageNews, page_partials, page_reports
from accounts.models import User
from core.live import fanout
from core.live.live_partials import Bound


def topic_of(user_id: object) -> str:
    """Return the topic of all open pages of one player, given by the primary key."""
    return f"news.{user_id}"


def announce(*user_ids: int, **came: object) -> None:
    """Announce an event to all open pages of these players, after the commit; heartbeats make up for lost events."""
    fanout.publish(map(topic_of, user_ids), {"type": "news.came", **came})


def changed_by(news: PageNews) -> tuple[str, ...]:
    """Return the names of the partials of a page that an event may have changed, without a query."""
    return tuple(partial.name for partial in page_partials if partial.changes(news))


def bound_after(player: User, news: PageNews, names: tuple[str, ...]) -> Bound:
    """Return these partials of the player's page after an event, in the active language and time zone."""
    bound = {one.name: (one.of(news, player), one.is_notice) for one in page_partials if one.name in names}
    return {name: partial for name, (partial, is_notice) in bound.items() if partial or not is_notice}


def report(player: User, displays: Facts) -> Bound:
    """Record what a visible page of the player displays; return the partials that it should show."""
    for note in page_reports:
        note(player, displays)
    news = PageNews(displays, {})
    return {one.name: one.of(news, player) for one in page_partials if not one.is_notice}
