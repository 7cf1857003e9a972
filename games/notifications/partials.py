"""Partials of the notifications on other pages, and on every page of a player: turns that wait, toasts."""

from __future__ import annotations

import re
from datetime import timedelta

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from accounts.hooks import Facts, PageNews, PagePartial
from accounts.models import User
from core import clock
from core.hooks import Context
from core.live.concurrency import Gathered, in_background
from core.live.partials import Inputs, draw
from games.matches.models import Match
from games.matches.pages.match_view import MatchView
from games.matches.play import positions
from games.matches.templatetags.sentences import localized
from games.notifications.channels import channels, preferences_of, wants, web_push
from games.notifications.forms import PreferencesForm
from games.notifications.hooks import kind_of, kinds, words_of
from games.notifications.kinds import Test, Turn
from games.notifications.models import Notification
from games.notifications.services import mark_match_seen, see, see_all
from games.notifications.turns import count_waiting, waiting_at_end

JUST_NOW = timedelta(seconds=30)
LONGEST_KEY = 10
_KEY = re.compile(r"[0-9]{1,18}")


def note_end(news: PageNews) -> None:
    """Mark the notification of an end as seen, if the page displays that match; a heartbeat makes up for a failure."""
    if _is_displayed_end(news):
        in_background(_seen.run(news.came["notification"]))


_seen: Gathered[int] = Gathered(see_all)


def _is_displayed_end(news: PageNews) -> bool:
    return "ended" in news.came and news.came["ended"] == news.displays.get("match")


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
    return {
        "text": _moved(match, str(match.player(seat.other))),
        "path": reverse("matches:match", args=[match.pk]),
        "heard": 0,
        "ply": match.ply,
    }


def _moved(match: Match, name: str) -> str:
    """Return the text about the latest move, which is the opponent's; one that places nothing is named."""
    facts = {"name": name, "game": match.game_name}
    turn = positions.replay(match).turns[-1]
    if turn.squares:
        return gettext("%(name)s moved in %(game)s: your turn.") % facts
    # Its text has a verb already, such as "passes".
    return gettext("%(name)s %(does)s in %(game)s: your turn.") % {**facts, "does": localized(turn.text)}


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


def turns_of_page(page: Context) -> Context | None:
    """Return the number of waiting turns, and of those besides the match on view, with one query at most."""
    request, user, view = page.get("request"), page.get("user"), page.get("board_view")
    if request is None or not isinstance(user, User):
        return None
    is_match = page.get("match_settings") is not None  # and no page of one turn, which follows nothing
    on_view = view if is_match and isinstance(view, MatchView) and view.seat is not None else None
    if not hasattr(request, "other_turns"):
        request.other_turns = count_waiting(user, besides=on_view.match.pk if on_view else "")
    waits_here = on_view is not None and on_view.turn == "mine"
    return {"waiting": request.other_turns + waits_here, "others": request.other_turns}


def title(page: Context) -> SafeString | None:
    """Draw the number of waiting turns before the title of a page, where any waits."""
    turns = turns_of_page(page)
    return SafeString(f"({turns['waiting']}) ") if turns and turns["waiting"] else None


def my_turns(page: Context) -> SafeString | None:
    """Draw the link to the most urgent of the waiting turns, with their number, in the head of every page."""
    turns = turns_of_page(page)
    if turns is None:
        return None
    after = getattr(page.get("match"), "pk", "")
    return MY_TURNS.bound({"others": turns["others"], "after": after}).html


def next_turn(page: Context) -> Context | None:
    """Return the waiting turns in other matches, for the players of this match."""
    board_view = page.get("board_view")
    return None if board_view is None or board_view.seat is None else turns_of_page(page)


def next_match(page: Context) -> SafeString | None:
    """Draw the way to the most urgent turn on the card at the end of a match; it is pushed without a request."""
    view: MatchView = page["board_view"]
    match, seat = view.match, view.seat
    count = waiting_at_end(match, match.player(seat)) if seat else 0
    return draw("notifications/next_match", match_id=match.pk, waiting=count) if count else None


def settings_panel(page: Context) -> Context:
    """Return the context of the settings for the viewer."""
    return settings_of(page["request"].user)


def settings_of(user: User, form: PreferencesForm | None = None) -> Context:
    """Return the context of the settings."""
    preferences = preferences_of(user)
    return {
        "preferences": preferences,
        "preferences_form": form or PreferencesForm.showing(preferences),
        **{name: value for channel in channels().values() for name, value in channel.settings(user).items()},
    }


def push_key(page: Context) -> SafeString:
    """Return the public key of the site in base64url: a browser that has subscribed with a former one does so again."""
    return SafeString(web_push.public_key())
