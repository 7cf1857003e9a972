"""Who has lost a match of an event without having come to it, or without having played it to its end."""

from __future__ import annotations

from games.events.models import Entry, Pairing
from games.matches.errors import RulesGone
from games.matches.models import Match
from games.matches.outcomes import Ending
from games.matches.play import positions
from games.matches.play.mirrors import boards_of
from games.rules import Seat

LOST_BY_TIME = (Ending.TIME, Ending.ABORTED)


def absent_seats(match: Match) -> list[Seat]:
    """Return the seats that have lost a finished match without having come: live to the match, else to the first move.

    Both of them if neither came; none where the rules are not installed. Of a mirror match those of its first board
    that have lost it, or one board each, and have moved on neither.
    """
    if match.twin_id:
        first, second = boards_of(match)
        missed = {*_missed(first), *(seat.other for seat in _missed(second))}
        return [seat for seat in missed if not (_has_moved(first, seat) or _has_moved(second, seat.other))]
    return _missed(match)


def _missed(match: Match) -> list[Seat]:
    if match.voided_at:
        return []
    if match.is_live and match.clock_since is None:
        return [seat for seat in Seat if match.clock.away_since.of(seat)] if match.ended in LOST_BY_TIME else []
    loser = match.forfeited_by
    if match.ended is not Ending.TIME or loser is None or _has_moved(match, loser):
        return []
    return [loser]


def _has_moved(match: Match, seat: Seat) -> bool:
    try:
        return positions.have_moved(positions.replay(match).turns).of(seat)
    except RulesGone:
        return True


def unplayed_by(match: Match, pairing: Pairing) -> list[Seat]:
    """Return the seat that has not played a match of a league to its end: out of time, or withdrawn from the league."""
    loser = None if match.voided_at else match.forfeited_by
    if loser is None:
        return []
    entry = pairing.first if loser is Seat.FIRST else pairing.second
    has_left = entry is not None and entry.state != Entry.State.IN and entry.state != Entry.State.AWAY
    return [loser] if match.ended is Ending.TIME or has_left else []
