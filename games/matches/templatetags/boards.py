"""The template filter that draws a board."""

from __future__ import annotations

from collections.abc import Iterable

from django import template
from django.utils.safestring import SafeString

from games.matches.pages.board_html import draw_rows
from games.rules import Board, Square

register = template.Library()


@register.filter
def still(board: Board, last: Iterable[Square]) -> SafeString:
    """Return the rows of a board without interaction; `last` are the squares of the last turn."""
    return draw_rows(board, last, still=True)
