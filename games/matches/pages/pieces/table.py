"""Everything of a match that changes: the table of the page, and its title."""

from __future__ import annotations

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games.matches.pages.markup import Fragment
from games.matches.pages.match_view import MatchView
from games.matches.pages.pieces.about import about
from games.matches.pages.pieces.beside import beside
from games.matches.pages.pieces.board import board, interlude, rack
from games.matches.pages.pieces.play import play
from games.matches.pages.pieces.scores import scores
from games.matches.pages.pieces.status import status
from games.matches.pages.pieces.turns import turns
from games.matches.pages.reply import PUSHED, Reply
from games.matches.templatetags.sentences import named

_TABLE = Fragment("""<div id="table" data-version="{version}" data-ply="{ply}" data-turn="{turn}" data-title="{title}"
 data-now="{now}">{scores}{status}{beside}{board}{interlude}{rack}{play}{turns}{about}</div>""")


def page_title(view: MatchView) -> str:
    """Return the title of the page."""
    names = f"{view.match.first} – {view.match.second} · {named(view.game)}"
    return f"{gettext('Your turn')} · {names}" if view.my_turn else names


def table(view: MatchView, reply: Reply = PUSHED) -> SafeString:
    """Return everything of a match that changes; swapped whole after a request of the page."""
    return _TABLE(
        version=view.match.version,
        ply=view.ply,
        turn=view.turn,
        title=page_title(view),
        now=view.now,
        scores=scores(view).html,
        status=status(view, reply).html,
        beside=beside(view, reply).html,
        board=board(view),
        interlude=interlude(view).html,
        rack=rack(view).html,
        play=play(view, reply).html,
        turns=turns(view),
        about=about(view),
    )
