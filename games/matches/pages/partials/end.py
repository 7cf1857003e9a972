"""The end of a match in a card over the board: the result, both players' points, the best turn, and what comes next."""

from __future__ import annotations

from datetime import timedelta
from itertools import accumulate

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from core import clock
from core.live.templates import draw
from core.templatetags.slots import slot_html
from games.matches.models import Match
from games.matches.pages.match_view import MatchView
from games.matches.pages.partials.status import ending
from games.matches.pages.paths import picture_path, turn_path
from games.matches.pages.reply import Reply
from games.matches.pages.sentences import worth
from games.matches.templatetags.sentences import localized
from games.rules import PlayedMove, Seat

RECENT = timedelta(seconds=3)  # since the end, while its jobs may not have run


def end(view: MatchView, reply: Reply, rematch: SafeString) -> SafeString:
    """Return the card; without a script it is a plain section of the page."""
    just_ended = reply.request is None and is_recent(view.match)
    context = {"match": view.match, "board_view": view, "just_ended": just_ended}
    return draw(
        "matches/end",
        outcome=view.outcome,
        result=ending(view.outcome, view.winner),
        players=view.players,
        extra=slot_html("end-news", context, reply.request),
        story=story(view),
        best=_best(view),
        plays=view.seat is not None,
        rematch=rematch,
        next=slot_html("end", context, reply.request),
        game=view.match.game_slug,
    )


def is_recent(match: Match) -> bool:
    """Return whether the match ended within `RECENT`: results of the jobs of its end may still be missing."""
    return match.finished_at is not None and clock.now() - match.finished_at < RECENT


def story(view: MatchView) -> str:
    """Return a sentence about when the winner took the lead for good; empty where points of turns do not show it."""
    result = view.view.result
    winner = result.winner if result else None
    if winner is None:
        return ""
    leads = list(accumulate(turn.points if turn.seat is winner else -turn.points for turn in view.turns))
    if not leads or leads[-1] <= 0 or not _are_all_points(view, winner):
        return ""
    behind = [ply for ply, lead in enumerate(leads, 1) if lead <= 0]
    since = behind[-1] + 1 if behind else 1
    if since == len(leads) > 1:
        return gettext("The last turn decided it.")
    if winner is view.seat:
        return gettext("You led from turn %(ply)s.") % {"ply": since}
    return gettext("%(name)s led from turn %(ply)s.") % {"name": view.match.player(winner), "ply": since}


def _are_all_points(view: MatchView, seat: Seat) -> bool:
    """Return whether this seat's total is the points of its turns, give or take a quarter for the end of the game.

    It is not in a match of several games.
    """
    points = sum(turn.points for turn in view.turns if turn.seat is seat)
    return abs(points - view.view.scores[seat.index]) * 4 <= points


def _best(view: MatchView) -> dict[str, str] | None:
    """Return the viewer's turn with the most points, for a spectator that of both players; None without points."""
    own = [(turn, ply) for ply, turn in enumerate(view.turns, 1) if view.seat in (None, turn.seat)]
    best, ply = max(own, key=lambda entry: entry[0].points, default=(None, 0))
    if not isinstance(best, PlayedMove) or not best.points:
        return None
    return {
        "path": turn_path(view.match.pk, ply),
        "picture": picture_path(view.match.pk, ply),
        "worth": worth(localized(best.text), best.points),
    }
