"""The list of turns, each with a link to the board after it."""

from __future__ import annotations

from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from core.live.partials import EMPTY, Fragment, active_language, joined, memoized
from games.matches.pages.board_view import common
from games.matches.pages.match_view import MatchView
from games.matches.pages.paths import turn_path
from games.matches.pages.sentences import detail, formula, told, voiced
from games.rules import PlayedMove

MINUTE, HOUR = 60, 3600  # seconds

_TURNS = Fragment('<ol id="turns" aria-label="{label}">{turns}</ol>')
_TURN = Fragment("""<li id=turn-{ply} data-seat={seat}><a href={path}><span class=who>{name}</span>
 <span class=what>{what}</span>{detail}</a> {points}</li>""")
_POINTS = Fragment("<b class=points>{points}</b>")
_EXPLAINED = Fragment("""<button class=points popovertarget=parts-{ply}{parts}
 aria-label='{worth}'>{points}</button>
 <span id=parts-{ply} class=told popover>{formula}</span>""")
_PLACES = Fragment(" data-parts='{places}'")

_DOWN = Fragment("<li id=turn-{ply}-down-{number} class=down>{what}</li>")


def turns(view: MatchView) -> SafeString:
    """Return the list of all turns so far."""
    return _TURNS(label=gettext("Turns"), turns=turns_since(view, 0))


def turns_since(view: MatchView, ply: int) -> SafeString:
    """Return the list entries of the turns after this ply, oldest first, and of downtimes since then."""
    return _turns_since(view, ply)


@common
def _turns_since(view: MatchView, ply: int) -> SafeString:
    match_id = view.match.pk
    lines = [_turn(view.language, match_id, line.ply, str(line.user), line.turn) for line in view.lines(ply)]
    for number, down in reversed(list(enumerate(view.downtimes))):
        if ply <= down.ply <= view.ply:
            lines.insert(down.ply - ply, _DOWN(ply=down.ply, number=number, what=_went_down(down.seconds)))
    return joined(lines)


def _went_down(seconds: int) -> str:
    """Return a sentence that says for how long the site was down, in its largest fitting unit."""
    if seconds < 2 * MINUTE:
        sentence = ngettext(
            "The site was down for %(number)d second. No clock ran.",
            "The site was down for %(number)d seconds. No clock ran.",
            seconds,
        )
        return sentence % {"number": seconds}
    if seconds < 2 * HOUR:
        minutes = round(seconds / MINUTE)
        sentence = ngettext(
            "The site was down for %(number)d minute. No clock ran.",
            "The site was down for %(number)d minutes. No clock ran.",
            minutes,
        )
        return sentence % {"number": minutes}
    hours = round(seconds / HOUR)
    sentence = ngettext(
        "The site was down for %(number)d hour. No clock ran.",
        "The site was down for %(number)d hours. No clock ran.",
        hours,
    )
    return sentence % {"number": hours}


@memoized(maxsize=20_000)
def _turn(language: str, match_id: str, ply: int, name: str, turn: PlayedMove) -> SafeString:
    text, spoken = told(language, turn)
    return _TURN(
        ply=ply,
        seat=int(turn.seat),
        path=turn_path(match_id, ply),
        name=name,
        what=text if spoken == text else voiced(text, spoken),
        detail=detail(turn),
        points=explained_points(ply, turn, language),
    )


def explained_points(ply: int, turn: PlayedMove, language: str = "") -> SafeString:
    """Return the points of a turn; as a button that explains them if the rules give their parts."""
    if not turn.parts:
        return _POINTS(points=turn.points)
    places = " ".join(f"{part.square}:{part.points}" for part in turn.parts if part.square)
    parts = _PLACES(places=places) if places else EMPTY
    active = language or active_language()
    worth, told_parts = _worth(active, turn.points), formula(turn, active)
    return _EXPLAINED(ply=ply, points=turn.points, worth=worth, formula=told_parts, parts=parts)


@memoized(maxsize=4_000)
def _worth(language: str, points: int) -> str:
    return ngettext("%(points)d point", "%(points)d points", points) % {"points": points}
