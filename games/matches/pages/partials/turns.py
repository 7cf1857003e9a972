"""The list of turns, each with a link to the board after it."""

from __future__ import annotations

from django.utils.safestring import SafeString
from django.utils.translation import ngettext

from core.live.partials import active_language, joined, memoized
from core.live.templates import draw
from games.matches.pages.board_view import common
from games.matches.pages.match_view import MatchView
from games.matches.pages.paths import turn_path
from games.matches.pages.sentences import formula, told, voiced
from games.matches.templatetags.sentences import localized
from games.rules import PlayedMove

MINUTE, HOUR = 60, 3600  # seconds


def turns(view: MatchView) -> SafeString:
    """Return the list of all turns so far."""
    return draw("matches/turns", turns=turns_since(view, 0))


def turns_since(view: MatchView, ply: int) -> SafeString:
    """Return the list entries of the turns after this ply, oldest first, and of downtimes since then."""
    return _turns_since(view, ply)


@common
def _turns_since(view: MatchView, ply: int) -> SafeString:
    match_id = view.match.pk
    lines = [_turn(view.language, match_id, line.ply, str(line.user), line.turn) for line in view.lines(ply)]
    for number, down in reversed(list(enumerate(view.downtimes))):
        if ply <= down.ply <= view.ply:
            lines.insert(
                down.ply - ply, draw("matches/down", ply=down.ply, number=number, what=_went_down(down.seconds))
            )
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
    return draw(
        "matches/turn",
        seat=int(turn.seat),
        path=turn_path(match_id, ply),
        name=name,
        what=text if spoken == text else voiced(text, spoken),
        detail=localized(turn.detail, language),
        **_explained(ply, turn, language),
    )


def explained_points(ply: int, turn: PlayedMove) -> SafeString:
    """Return the points of a turn; as a button that explains them if the rules give their parts."""
    return draw("matches/explained_points", **_explained(ply, turn, active_language()))


def _explained(ply: int, turn: PlayedMove, language: str) -> dict[str, object]:
    """Return the values of the template `explained_points`; `places` says for scripts which square brought what."""
    return {
        "ply": ply,
        "points": turn.points,
        "places": " ".join(f"{part.square}:{part.points}" for part in turn.parts if part.square),
        "worth": _worth(language, turn.points),
        "formula": formula(turn, language),
    }


@memoized(maxsize=4_000)
def _worth(language: str, points: int) -> str:
    return ngettext("%(points)d point", "%(points)d points", points) % {"points": points}
