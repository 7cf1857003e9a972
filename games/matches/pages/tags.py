"""Template tags that draw the partials of a match where a template asks for them: the library `match_partials`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from django import template
from django.template import Context
from django.utils.safestring import SafeString

from core.live.partials import active_language
from games.matches.pages import sentences as words
from games.matches.pages.board_html import draw_rows
from games.matches.pages.board_view import BoardView
from games.matches.pages.match_view import Line, MatchView
from games.matches.pages.partials import play, preview, stored
from games.matches.pages.partials.board import board as draw_board
from games.matches.pages.partials.board import interlude, rack
from games.matches.pages.partials.cards import own_match
from games.matches.pages.partials.match_view import match_view
from games.matches.pages.partials.turns import explained_points, turns
from games.matches.pages.reply import Reply
from games.matches.pages.stored_match import Stored
from games.rules import Board, Square

register = template.Library()
register.simple_tag(draw_board, name="board")
register.simple_tag(interlude)
register.simple_tag(rack)
register.simple_tag(own_match)
register.simple_tag(turns)
register.simple_tag(explained_points)
register.simple_tag(play.submit)
register.simple_tag(words.worth)
register.filter(words.formula)


@register.filter
def still(board: Board, last: Iterable[Square]) -> SafeString:
    """Return the rows of a board without interaction; `last` are the squares of the last turn."""
    return draw_rows(board, last, still=True)


@register.simple_tag
def did(line: Line) -> SafeString:
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
    return preview.variants(Reply.of(context))


@register.simple_tag(takes_context=True, name="match_view")
def whole_match(context: Context) -> SafeString:
    """Return the element `match_view`: everything of the page's match that changes."""
    return match_view(cast(MatchView, context["board_view"]), Reply.of(context))


@register.simple_tag(takes_context=True)
def stored_view(context: Context) -> SafeString:
    """Return what is stored of the page's match, which cannot be replayed."""
    return stored.stored_view(cast(Stored, context["stored"]), str(context.get("refusal") or ""))
