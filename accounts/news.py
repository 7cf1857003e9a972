"""News for every open page of a player, whatever it shows: the hook `page_news` has the content, sockets deliver it."""

from __future__ import annotations

import logging
from collections.abc import Iterable

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

from accounts.hooks import Facts, JsonObject, page_news
from accounts.models import User

log = logging.getLogger(__name__)


def collect_news(player: User, shown: Facts, came: Facts) -> JsonObject:
    """Return the news for a page of this player that shows `shown`, after the event `came`."""
    return {name: told for provider in page_news for name, told in provider(player, shown, came).items()}


def news_group(user_id: int) -> str:
    """Return the channel-layer group of all open pages of one player."""
    return f"news.{user_id}"


async def send_news(user_ids: Iterable[int], **came: object) -> None:
    """Send an event to all open pages of these players."""
    layer = get_channel_layer()
    for user_id in user_ids:
        await layer.group_send(news_group(user_id), {"type": "news.came", **came})


def announce(*user_ids: int, **came: object) -> None:
    """Do the same from synchronous code, after the commit. A page that misses it heals by its next heartbeat."""
    try:
        async_to_sync(send_news)(user_ids, **came)
    except Exception:
        log.exception("News for the players %s were not announced", user_ids)
