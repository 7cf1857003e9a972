"""The partial that other apps fill beside the board, by the slot `beside`."""

from __future__ import annotations

from core.live.partials import Partial
from core.templatetags.slots import slot_html
from games.matches.pages.match_view import MatchView
from games.matches.pages.reply import PUSHED, Reply


def beside(view: MatchView, reply: Reply = PUSHED) -> Partial:
    """Return what other apps show beside the board; an empty element without any."""
    extra = slot_html("beside", {"match": view.match, "board_view": view}, reply.request)
    return Partial("matches/beside", extra=extra)
