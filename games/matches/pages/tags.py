"""The library `match_partials`: tags that draw the partials of a match where a template asks for them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import cast

from django import template
from django.template import Context
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.timesince import timeuntil

from accounts.templatetags.avatars import avatar
from core import clock
from core.live.partials import active_language, draw
from games.matches.pages import play, previews, stored
from games.matches.pages import record as words
from games.matches.pages.board_view import BoardView, draw_rows
from games.matches.pages.match_view import MatchEntry, MatchView, TurnEntry, match_path, picture_path
from games.matches.pages.page_updates import match_view
from games.matches.pages.play import board as draw_board
from games.matches.pages.play import interlude, rack
from games.matches.pages.previews import Reply
from games.matches.pages.record import explained_points, turns
from games.matches.pages.stored import Stored
from games.matches.pages.tallies import score, score_of
from games.rules import Board, PlayedMove, Square

FAR = timedelta(days=1)  # in which case the lobby need not say when a move is due; as in clock.js


def own_match(one: MatchEntry) -> SafeString:
    """Return the list entry of a running match, in the active language and time zone."""
    match, deadline = one.match, one.match.deadline_at
    return draw(
        "matches/own_match",
        one=one,
        match=match,
        picture=picture_path(match.pk, match.ply),
        score=score(match, one.seat),
        path=match_path("match", match.pk),
        avatar=avatar(one.opponent),
        deadline=timezone.localtime(deadline).isoformat() if deadline else "",
        left=timeuntil(deadline, clock.now(), depth=1) if deadline else "",
        is_far=deadline is not None and deadline - clock.now() > FAR,
    )


register = template.Library()
register.simple_tag(draw_board, name="board")
register.simple_tag(interlude)
register.simple_tag(rack)
register.simple_tag(own_match)
register.simple_tag(turns)
register.simple_tag(score)
register.filter(score_of)
register.simple_tag(explained_points)
register.simple_tag(play.submit)
register.simple_tag(words.worth)
register.filter(words.formula)


@register.filter
def still(board: Board, last: Iterable[Square]) -> SafeString:
    """Return the rows of a board without interaction; `last` are the squares of the last turn."""
    return draw_rows(board, last, still=True)


@register.filter
def told(turn: PlayedMove) -> SafeString | str:
    """Return the text of a turn; screen readers hear its signs as words, and its place."""
    text, spoken = words.told(active_language(), turn)
    return text if spoken == text else words.voiced(text, spoken)


@register.simple_tag
def did(line: TurnEntry) -> SafeString:
    """Return a turn in one sentence."""
    return words.did(active_language(), str(line.user), line.turn)


@register.simple_tag(takes_context=True)
def ply(context: Context, view: BoardView) -> SafeString:
    """Return the hidden form fields with the number of the next move."""
    return play.ply(view, Reply.of(context))


@register.simple_tag(takes_context=True)
def commands(context: Context, view: BoardView) -> SafeString:
    """Return the moves without tiles that may be made now."""
    return play.commands(view, Reply.of(context)).html


@register.simple_tag(takes_context=True)
def move_form(context: Context, view: BoardView) -> SafeString:
    """Return the form of a move: its preview, and the field to type it."""
    return play.move(view, Reply.of(context))


@register.simple_tag(takes_context=True)
def variants(context: Context) -> SafeString:
    """Return the moves with the same tiles, to choose from."""
    return previews.variants(Reply.of(context))


@register.simple_tag(takes_context=True, name="match_view")
def whole_match(context: Context) -> SafeString:
    """Return the element `match_view`: everything of the page's match that changes."""
    return match_view(cast(MatchView, context["board_view"]), Reply.of(context))


@register.simple_tag(takes_context=True)
def stored_view(context: Context) -> SafeString:
    """Return what is stored of the page's match, which cannot be replayed."""
    return stored.stored_view(cast(Stored, context["stored"]), str(context.get("refusal") or ""))
