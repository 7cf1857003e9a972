"""What a player hears on every open page, whatever it shows: an app above says what, the sockets bring it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

from accounts.models import User

log = logging.getLogger(__name__)

Facts = Mapping[str, Any]
Bring = Callable[[User, Facts, Facts], dict[str, Any]]
_bring: list[Bring] = []


def on_news(bring: Bring) -> None:
    """Have `bring` called with a player, what their page says it shows of the news, and what came (empty: a heartbeat).

    It gives what the page has to be told, in the language that is active; nothing to tell is an empty dict.
    """
    _bring.append(bring)


def bring_news(player: User, shown: Facts, came: Facts) -> dict[str, Any]:
    """What a page of this player that shows `shown` has to be told, now that `came` came."""
    return {name: told for bring in _bring for name, told in bring(player, shown, came).items()}


def news_group(user_id: int) -> str:
    """The channel-layer group of all open pages of one player."""
    return f"news.{user_id}"


async def spread(user_ids: Iterable[int], **came: object) -> None:
    """Tells all open pages of these players that something came."""
    layer = get_channel_layer()
    for user_id in user_ids:
        await layer.group_send(news_group(user_id), {"type": "news.came", **came})


def announce(*user_ids: int, **came: object) -> None:
    """The same from ordinary code; call it after the commit. A page that misses it heals by its next heartbeat."""
    try:
        async_to_sync(spread)(user_ids, **came)
    except Exception:
        log.exception("News for the players %s were not announced", user_ids)
