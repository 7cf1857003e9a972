"""Live news for open pages: the number of waiting turns, and a toast about the latest event."""

from __future__ import annotations

import asyncio
import re
from datetime import timedelta
from weakref import WeakKeyDictionary

from django.urls import reverse

from accounts.hooks import Facts
from accounts.models import User
from core import clock
from core.live.concurrency import in_background, in_thread
from games.matches.models import Match
from games.notifications.channel import channels
from games.notifications.hooks import kind_of, kinds, words_of
from games.notifications.kinds import Test, Turn, moved
from games.notifications.models import Notification
from games.notifications.preferences import preferences_of, wants
from games.notifications.services import mark_match_seen, see, see_all
from games.notifications.turns import count_waiting

JUST_NOW = timedelta(seconds=30)
LONGEST_KEY = 10
_KEY = re.compile(r"[0-9]{1,18}")
SOON = 0.5  # seconds in which notifications gather that pages have seen

# keys of notifications, by the event loop that is to mark them
_ends_seen: WeakKeyDictionary[asyncio.AbstractEventLoop, set[int]] = WeakKeyDictionary()


def push_news(player: User, shown: Facts, came: Facts) -> dict[str, object]:
    """Return the news for a player's page.

    `shown` is what it shows: the number of waiting turns in `others` than the match that it is about (`besides`), the
    key of the toast that was `heard`, and what is visible: a `match`, or what else it `sees`, which is the word
    "challenge" or the keys of notifications in a list.
    """
    if not came:
        _look(player, shown)
    others = count_waiting(player, besides=_besides(shown))
    told: dict[str, object] = {} if others == shown.get("others") else {"others": others}
    return told | _toast(player, shown, came)


def leave_out_displayed(player: User, shown: Facts, came: Facts, language: str) -> dict[str, object] | None:
    """Return empty news for a change of the match that the page is about: it leaves that out of its number of turns.

    None for other events, and for a page that is about something else.
    """
    return {} if "match" in came and came["match"] == _besides(shown) else None


def push_end(player: User, shown: Facts, came: Facts, language: str) -> dict[str, object] | None:
    """Return empty news for the end of the match that the page displays, and soon mark its notification as seen.

    None for other events, and for a page that displays something else.
    """
    if "ended" not in came or came["ended"] != shown.get("match"):
        return None
    loop = asyncio.get_running_loop()
    if loop not in _ends_seen:
        _ends_seen[loop] = set()
        loop.call_later(SOON, lambda: in_background(_mark_ends_seen(loop)))
    _ends_seen[loop].add(came["notification"])
    return {}


async def _mark_ends_seen(loop: asyncio.AbstractEventLoop) -> None:
    """Mark the gathered notifications with one statement; if it fails, the next heartbeats of the pages mark them."""
    await in_thread(see_all, _ends_seen.pop(loop))


def _besides(shown: Facts) -> str:
    """Return the key of the match that the page is about; empty for other pages, and for anything but a key."""
    match_id = shown.get("besides")
    return match_id if isinstance(match_id, str) and len(match_id) <= LONGEST_KEY else ""


def _look(player: User, shown: Facts) -> None:
    """Mark as seen what the page displays: a match, the toast of a notification, challenges, or the list."""
    match_id, heard = shown.get("match"), shown.get("heard")
    if isinstance(match_id, str) and 0 < len(match_id) <= LONGEST_KEY:
        mark_match_seen(player, match_id)
    if isinstance(heard, int) and 0 < heard < 2**63:
        see(player, Test.key, keys=[heard])
    sees = shown.get("sees")
    if isinstance(sees, str) and sees in {kind.key for kind in kinds if kind.rings}:
        see(player, sees)
    elif isinstance(sees, str) and (keys := [int(key) for key in sees.split() if _KEY.fullmatch(key)]):
        see_all(keys, player)


def _toast(player: User, shown: Facts, came: Facts) -> dict[str, object]:
    """Return the toast for an event; empty if the page already shows it."""
    if "match" not in came:
        return _of_notification(player, came.get("notification"), shown.get("match"))
    return {} if came["match"] == shown.get("match") else _of_match(player, came["match"])


def _of_match(player: User, match_id: str) -> dict[str, object]:
    """Return the toast for the opponent's move; empty if there is none to tell of."""
    match = Match.objects.filter(pk=match_id, finished_at=None).select_related("first", "second").defer("seed").first()
    seat = match.seat_of(player) if match else None
    if not match or not seat or match.to_move != seat or match.ply == 0 or match.moved_at < clock.now() - JUST_NOW:
        return {}
    if not _wants_toast(player, Turn.key):
        return {}
    text = moved(str(match.player(seat.other)), match.game_name)
    return {"toast": {"text": text, "path": reverse("matches:match", args=[match.pk])}}


def _of_notification(player: User, key: int | None, shown: str | None) -> dict[str, object]:
    """Return the toast for a notification; empty if it is about the match that the page displays, which shows it."""
    notification = (
        key and Notification.objects.filter(pk=key, user=player).select_related("user", "other", "match").first()
    )
    if not notification:
        return {}
    kind = kind_of(notification.event)
    if kind.is_chosen and not _wants_toast(player, kind.key):
        return {}
    if shown and notification.match_id == shown:
        mark_match_seen(player, shown)
        return {}
    if not kind.has_toast:
        return {}
    words = words_of(notification, clock.now())
    calls = {"calls": True} if kind.rings else {}
    return {"toast": {"text": f"{words.title}. {words.body}", "path": words.path, "heard": notification.pk, **calls}}


def _wants_toast(player: User, event: str) -> bool:
    return wants(preferences_of(player), event, channels()["page"])
