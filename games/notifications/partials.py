"""Partials of the notifications on other pages."""

from __future__ import annotations

from django.utils.safestring import SafeString

from accounts.models import User
from core.hooks import Context
from core.live.templates import draw
from games.matches.pages.match_view import MatchView
from games.notifications.channel import channels
from games.notifications.forms import PreferencesForm
from games.notifications.live_news import MY_TURNS
from games.notifications.preferences import preferences_of
from games.notifications.turns import count_waiting, waiting_at_end


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
