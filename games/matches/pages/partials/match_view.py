"""The element `match_view`, which is everything of a match page that changes, and the title of the page."""

from __future__ import annotations

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from core.live.partials import memoized
from core.live.templates import draw
from games.matches.pages.match_view import MatchView
from games.matches.pages.partials.about import about, game
from games.matches.pages.partials.beside import beside
from games.matches.pages.partials.board import board, interlude
from games.matches.pages.partials.play import play
from games.matches.pages.partials.scores import scores
from games.matches.pages.partials.status import status
from games.matches.pages.partials.turns import turns
from games.matches.pages.reply import PUSHED, Reply


def page_title(view: MatchView) -> str:
    """Return the title of the page, which says first what the viewer is asked to do."""
    match = view.match
    asks = bool(view.seat and match.rematch_by and match.rematch_by == view.seat.other and not match.rematch_id)
    asked_by = str(view.opponent) if asks and view.opponent and view.opponent.is_active else ""
    return _title(view.language, *view.names, view.game.name, view.my_turn, asked_by)


@memoized(maxsize=4_000)
def _title(language: str, first: str, second: str, game: str, my_turn: bool, asked_by: str) -> str:
    names = f"{first} – {second} · {gettext(game)}"
    if asked_by:
        return f"{gettext('%(name)s asks for a rematch.') % {'name': asked_by}} · {names}"
    return f"{gettext('Your turn')} · {names}" if my_turn else names


def match_view(view: MatchView, reply: Reply = PUSHED) -> SafeString:
    """Return everything of a match that changes, as htmx swaps it after a request of the page."""
    return draw(
        "matches/match_view",
        view=view,
        page_title=page_title(view),
        game=game(view),
        scores=scores(view),
        status=status(view, reply),
        beside=beside(view, reply),
        board=board(view),
        interlude=interlude(view),
        play=play(view, reply),
        turns=turns(view),
        about=about(view),
    )
