"""What a match page offers after the end: the card of its end, a rematch, the replay, the way to the lobby."""

from __future__ import annotations

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from accounts.models import User
from core.live.partials import EMPTY, Partial
from core.live.templates import draw
from core.templatetags.slots import slot_html
from games.matches.pages.match_view import MatchView
from games.matches.pages.partials.end import end
from games.matches.pages.paths import turn_path
from games.matches.pages.reply import PUSHED, Reply
from games.rules import Seat


def over(view: MatchView, reply: Reply = PUSHED) -> Partial:
    """Return what the page offers after the end, in the place of the form for moves."""
    return Partial(
        "matches/over",
        "play",
        end=end(view, reply, rematch(view, reply) if view.seat else EMPTY),
        extra=slot_html("over", {"match": view.match, "board_view": view}, reply.request),
        replay=turn_path(view.match.pk, view.ply),
    )


def rematch(view: MatchView, reply: Reply = PUSHED) -> SafeString:
    """Return the form to ask for a rematch or to answer a request, or the link to the rematch that has begun."""
    match = view.match
    if not match.rematch_id and view.opponent and not view.opponent.is_active:
        return EMPTY  # the account is deleted or closed
    asker = match.rematch_by
    return draw(
        "matches/rematch",
        begun=match.rematch_id,
        match_id=match.pk,
        token=reply.token,
        state=("waiting" if asker == view.seat else "asked") if asker else "",
        opponent=view.opponent,
        begins=_begins(view, view.rematch_starter),
        starter=int(match.rematch_starter or Seat.SECOND),
        first_begins=_begins(view, match.first),
        second_begins=_begins(view, match.second),
    )


def _begins(view: MatchView, starter: User | None) -> str:
    if starter is None:
        return ""
    if starter == view.opponent:
        return gettext("%(name)s begins.") % {"name": starter}
    return gettext("You begin.")
