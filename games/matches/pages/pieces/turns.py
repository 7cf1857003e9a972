"""The list of turns, each with a link to the board after it."""

from __future__ import annotations

from functools import lru_cache

from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

from games.matches.pages.markup import Fragment, joined
from games.matches.pages.match_view import MatchView
from games.matches.pages.paths import turn_path
from games.matches.pages.pieces.sentences import detail, voiced
from games.matches.templatetags.sentences import aloud, said
from games.rules import PlayedMove

_TURNS = Fragment('<ol id="turns" aria-label="{label}">{turns}</ol>')
_TURN = Fragment("""<li id=turn-{ply}><a href={path}><span class=who>{name}</span>
 <span class=what>{what}</span>{detail}</a> <b class=points>{points}</b></li>""")


def turns(view: MatchView) -> SafeString:
    """Return all turns so far."""
    return _TURNS(label=gettext("Turns"), turns=turns_since(view, 0))


def turns_since(view: MatchView, ply: int) -> SafeString:
    """Return the turns after this ply, oldest first."""
    language = get_language()
    match_id = view.match.pk
    return joined(_turn(match_id, line.ply, str(line.user), line.turn, language) for line in view.lines(ply))


@lru_cache(maxsize=20_000)
def _turn(match_id: str, ply: int, name: str, turn: PlayedMove, language: str) -> SafeString:
    text = said(turn.text)
    spoken = aloud(text)
    return _TURN(
        ply=ply,
        path=turn_path(match_id, ply),
        name=name,
        what=text if spoken == text else voiced(text, spoken),
        detail=detail(turn),
        points=turn.points,
    )
