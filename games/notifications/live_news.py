"""Partials of every page of a player: the number of waiting turns, and a toast about the latest event."""

from __future__ import annotations

import asyncio
import re
from datetime import timedelta
from weakref import WeakKeyDictionary

from django.urls import reverse

from accounts.hooks import Facts, PageNews, PagePartial
from accounts.models import User
from core import clock
from core.live.concurrency import in_background, in_thread
from core.live.partials import Inputs
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


def note_end(news: PageNews) -> None:
    """Mark the notification of an end as seen soon, if the page displays that match."""
    if "ended" not in news.came or not _is_displayed_end(news):
        return
    loop = asyncio.get_running_loop()
    if loop not in _ends_seen:
        _ends_seen[loop] = set()
        loop.call_later(SOON, lambda: in_background(_mark_ends_seen(loop)))
    _ends_seen[loop].add(news.came["notification"])


def _is_displayed_end(news: PageNews) -> bool:
    return "ended" in news.came and news.came["ended"] == news.displays.get("match")


async def _mark_ends_seen(loop: asyncio.AbstractEventLoop) -> None:
    """Mark the gathered notifications with one statement; if it fails, the next heartbeats of the pages mark them."""
    await in_thread(see_all, _ends_seen.pop(loop))


def look(player: User, displays: Facts) -> None:
    """Mark as seen what the page displays: a match, the toast of a notification, challenges, or the list."""
    match_id, toast_key = displays.get("match"), displays.get("heard")
    if isinstance(match_id, str) and 0 < len(match_id) <= LONGEST_KEY:
        mark_match_seen(player, match_id)
    if isinstance(toast_key, int) and 0 < toast_key < 2**63:
        see(player, Test.key, keys=[toast_key])
    sees = displays.get("sees")
    if isinstance(sees, str) and sees in {kind.key for kind in kinds if kind.rings}:
        see(player, sees)
    elif isinstance(sees, str) and (keys := [int(key) for key in sees.split() if _KEY.fullmatch(key)]):
        see_all(keys, player)


def _key_in(displays: Facts, name: str) -> str:
    """Return the key of a match that a page names; empty where it names none, and for anything but a key."""
    match_id = displays.get(name)
    return match_id if isinstance(match_id, str) and len(match_id) <= LONGEST_KEY else ""


def _turns(news: PageNews, player: User) -> Inputs:
    """Return the number of waiting turns besides the match that the page is about, and after which one to look."""
    besides = _key_in(news.displays, "about")
    return {"others": count_waiting(player, besides=besides), "after": _key_in(news.displays, "after")}


def _changes_turns(news: PageNews) -> bool:
    """Return whether a match has changed, other than the one that the page is about, which its number leaves out."""
    return "match" in news.came and news.came["match"] != _key_in(news.displays, "about")


def _toast(news: PageNews, player: User) -> Inputs | None:
    """Return the toast for an event; None if the page shows already what happened."""
    if "match" in news.came:
        return _of_match(player, news.came["match"])
    return _of_notification(player, news.came.get("notification"), news.displays.get("match"))


def _changes_toast(news: PageNews) -> bool:
    """Return whether the event may be new to who looks at the page."""
    if "match" in news.came:
        return news.came["match"] != news.displays.get("match") and _changes_turns(news)
    return "notification" in news.came and not _is_displayed_end(news)


MY_TURNS = PagePartial("my_turns", "notifications/_my_turns.html", _turns, changes=_changes_turns)
TOAST = PagePartial("toast", "notifications/_toast.html", _toast, changes=_changes_toast, is_notice=True)


def _of_match(player: User, match_id: str) -> Inputs | None:
    """Return the toast for the opponent's move; None if there is none to tell of."""
    match = Match.objects.filter(pk=match_id, finished_at=None).select_related("first", "second").defer("seed").first()
    seat = match.seat_of(player) if match else None
    if not match or not seat or match.to_move != seat or match.ply == 0 or match.moved_at < clock.now() - JUST_NOW:
        return None
    if not _wants_toast(player, Turn.key):
        return None
    text = moved(str(match.player(seat.other)), match.game_name)
    return {"text": text, "path": reverse("matches:match", args=[match.pk]), "heard": 0, "ply": match.ply}


def _of_notification(player: User, key: int | None, match_id: str | None) -> Inputs | None:
    """Return the toast for a notification; None if it is about the match that the page displays, which shows it."""
    notification = (
        key and Notification.objects.filter(pk=key, user=player).select_related("user", "other", "match").first()
    )
    if not notification:
        return None
    kind = kind_of(notification.event)
    if kind.is_chosen and not _wants_toast(player, kind.key):
        return None
    if match_id and notification.match_id == match_id:
        mark_match_seen(player, match_id)
        return None
    if not kind.has_toast:
        return None
    words = words_of(notification, clock.now())
    return {"text": f"{words.title}. {words.body}", "path": words.path, "heard": notification.pk, "calls": kind.rings}


def _wants_toast(player: User, event: str) -> bool:
    return wants(preferences_of(player), event, channels()["page"])
