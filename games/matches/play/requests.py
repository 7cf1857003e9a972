"""Draws by agreement: offered by one player, accepted or declined by the other, in games that allow it."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial

from django.db import transaction

from accounts.models import User
from accounts.services import blocked_between
from core import clock
from games.matches.errors import (
    Blocked,
    MatchOver,
    NoDrawOffer,
    NoDraws,
    NotDecided,
    NotWaiting,
    NudgedAlready,
    TooSoon,
)
from games.matches.hooks import begin_turns, match_nudged, player_awaited
from games.matches.models import AWAY_SINCE, Match
from games.matches.outcomes import Ending
from games.matches.play import positions, updates
from games.matches.play.services import find_match, seat_in
from games.matches.play.updates import MatchColumns, clock_changes, end_columns, update_if
from games.matches.play.vacation import rest_schedule
from games.matches.time.clock import NEVER_RESTS
from games.rules import Seat, View

FEWEST_MOVES = 2  # of both players together, before a draw may be offered


def may_offer_draw(match: Match) -> bool:
    """Return whether a draw may be offered or answered now: once a turn, by either player; raises RulesGone."""
    if match.draw_offered_by is None and match.draw_offered_ply == match.ply:
        return False  # the offer of this turn was declined or withdrawn
    computer = match.first.is_computer or match.second.is_computer
    return match.game.draws_by_agreement and not match.finished_at and match.ply >= FEWEST_MOVES and not computer


def offer_draw(match_id: str, player: User) -> Match:
    """Offer the opponent a draw, or accept the one that the opponent offers; return the match as it then stands.

    The offer stands until the opponent accepts, declines or moves; there is no other one in the same turn. Idempotent.
    Raises Refused and Match.DoesNotExist.
    """
    match, seat = _find(match_id, player, over=Ending.AGREED)
    while match.draw_offered_by is None and not match.finished_at:
        if not may_offer_draw(match):
            raise NoDraws
        if after := update_if(match, expected=_as_it_is(match), changes=_offer(match, seat)):
            return after
        match, seat = _find(match_id, player, over=Ending.AGREED)  # a move, the end or the opponent's offer came first
    return accept_draw(match_id, player) if match.draw_offered_by == seat.other else match


def accept_draw(match_id: str, player: User) -> Match:
    """End the match as a draw, which the opponent has offered, and return it. Idempotent.

    Raises Refused, such as NoDrawOffer where the offer has lapsed, and Match.DoesNotExist.
    """
    match, seat = _find(match_id, player, over=Ending.AGREED)
    while not match.finished_at:
        if match.draw_offered_by != seat.other:
            raise NoDrawOffer
        with positions.stored_match():
            end = match.game.agree_draw(positions.replay(match).position)
        changes = end_columns(end, Ending.AGREED, clock.now())
        if after := update_if(match, expected=_as_it_is(match), changes=changes):
            return after
        match, seat = _find(match_id, player, over=Ending.AGREED)
    return match


def decline_draw(match_id: str, player: User) -> Match:
    """Decline the draw that the opponent offers, or withdraw the player's own offer; return the match. Idempotent.

    Raises Refused and Match.DoesNotExist.
    """
    match, _seat = _find(match_id, player)
    while match.draw_offered_by:
        if after := update_if(match, expected=_as_it_is(match), changes={"draw_offered_by": None}):
            return after
        match, _seat = _find(match_id, player)
    return match


def _find(match_id: str, player: User, over: Ending | None = None) -> tuple[Match, Seat]:
    """Return the match and the player's seat; raises NotPlaying, and MatchOver unless it ended that way."""
    match = find_match(match_id)
    seat = seat_in(match, player)
    if match.finished_at and match.ended is not over:
        raise MatchOver
    return match, seat


def _offer(match: Match, seat: Seat) -> MatchColumns:
    return {"draw_offered_by": seat, "draw_offered_ply": match.ply}


def _as_it_is(match: Match) -> MatchColumns:
    """Return the expected values of `update_if`: a move, the end or another answer makes it fail."""
    return {"ply": match.ply, "finished_at": None, "draw_offered_by": match.draw_offered_by}


def is_decided(match: Match, seat: Seat, view: View | None = None) -> bool:
    """Return whether the opponent, a person, is to move and cannot catch up with this seat, whatever happens.

    The game decides from this seat's view alone; pass `view` where it is at hand. Raises RulesGone.
    """
    opponent = seat.other
    if match.finished_at or match.is_gathering or match.to_move != opponent or match.player(opponent).is_computer:
        return False
    return match.game.is_decided(view or match.game.view(positions.replay(match).position, seat), seat)


def claimable_at(match: Match) -> datetime:
    """Return when the win of a decided match may be claimed: the `patience` of its time control after the turn began.

    The time that the site was down does not count.
    """
    return (match.clock.since or match.moved_at) + match.time_control.patience


def claim_win(match_id: str, player: User) -> Match:
    """End the match as won by this player, and return it. Idempotent.

    Raises Match.DoesNotExist and Refused: NotDecided where the opponent may still catch up or is not to move, TooSoon
    before `claimable_at`.
    """
    while True:
        match = find_match(match_id)
        seat, now = seat_in(match, player), clock.now()
        if match.ended is Ending.CLAIMED and match.winner == seat:
            return match
        if match.finished_at:
            raise MatchOver
        if not is_decided(match, seat):
            raise NotDecided
        if now < claimable_at(match):
            raise TooSoon(claimable_at(match), now)
        with positions.stored_match():
            end = match.game.claim(positions.replay(match).position, seat)
        expected: MatchColumns = {"ply": match.ply, "finished_at": None}  # a move of the opponent's wins the race
        if after := update_if(match, expected=expected, changes=end_columns(end, Ending.CLAIMED, now)):
            return after


NUDGE_PAUSE = timedelta(days=1)  # from the opponent's turn to a nudge, and between two nudges


def may_give_time(match: Match, seat: Seat) -> bool:
    """Return whether this seat may give the opponent more time now: once in each turn of the opponent.

    In a live match, not before both players have made their first move, which is untimed. Raises RulesGone.
    """
    return _waits(match, seat) and offers_time(match, seat)


def offers_time(match: Match, seat: Seat) -> bool:
    """Return the same as `may_give_time` for any turn: on the player's own turn the page hides the button."""
    if not _runs_against_a_person(match, seat) or match.time_given_ply == match.ply:
        return False
    if not match.is_live:
        return True
    return match.ply > 1 and positions.have_moved(positions.replay(match).turns).of(Seat(match.to_move))


def give_time(match_id: str, player: User) -> Match:
    """Give the opponent of this player more time on their turn, the `gift` of the time control; return the match.

    Idempotent within a turn. Raises Refused and Match.DoesNotExist.
    """
    while True:
        match, seat = _find(match_id, player)
        if match.time_given_ply == match.ply and match.to_move == seat.other:
            return match
        clocks, now = match.clock, clock.now()
        if not may_give_time(match, seat) or clocks.deadline is None or clocks.has_run_out(now):
            raise NotWaiting
        rests = clocks.control.rests
        schedule = rest_schedule(match.player(seat.other), clocks.deadline) if rests else NEVER_RESTS
        changes: MatchColumns = {**clock_changes(match, clocks.with_gift(schedule)), "time_given_ply": match.ply}
        expected: MatchColumns = {"ply": match.ply, "finished_at": None, "deadline_at": clocks.deadline}
        if after := update_if(match, expected=expected, changes=changes):
            return after


def may_nudge(match: Match, seat: Seat) -> bool:
    """Return whether this seat may nudge the opponent now: once a day, in correspondence."""
    return not match.is_live and _waits(match, seat) and clock.now() >= _nudge_from(match)


def nudge(match_id: str, player: User) -> Match:
    """Nudge the opponent of this player on their turn in a correspondence match; return the match.

    Raises Refused, such as NudgedAlready within `NUDGE_PAUSE`, and Match.DoesNotExist.
    """
    while True:
        match, seat = _find(match_id, player)
        now = clock.now()
        if match.is_live or not _waits(match, seat):
            raise NotWaiting
        if now < _nudge_from(match):
            raise NudgedAlready(_nudge_from(match), now)
        if blocked_between(match.first, match.second):
            raise Blocked
        expected: MatchColumns = {"ply": match.ply, "finished_at": None, "nudged_at": match.nudged_at}
        with transaction.atomic():
            if after := update_if(match, expected=expected, changes={"nudged_at": now}):
                match_nudged.enqueue(after)
                return after


def was_nudged(match: Match) -> bool:
    """Return whether the player to move was nudged in this turn."""
    return match.nudged_at is not None and match.nudged_at >= match.moved_at


def _waits(match: Match, seat: Seat) -> bool:
    """Return whether the opponent of this seat is a person and to move."""
    return match.to_move == seat.other and _runs_against_a_person(match, seat)


def _runs_against_a_person(match: Match, seat: Seat) -> bool:
    return match.finished_at is None and not match.is_gathering and not match.player(seat.other).is_computer


def _nudge_from(match: Match) -> datetime:
    return max(match.clock.since or match.moved_at, match.nudged_at or match.moved_at) + NUDGE_PAUSE


def is_news(match: Match, seat: Seat | None) -> bool:
    """Return whether `arrive` has anything to record for this viewer, without a query."""
    if seat is None or not match.is_live or match.finished_at:
        return False
    return match.clock.away_since.of(seat) is not None


def present(match: Match, seat: Seat) -> Match:
    """Return a copy of the match in which this player is present."""
    return match.with_clock(match.clock.present(seat))


def arrive(match: Match, seat: Seat | None) -> Match:
    """Record that this player is present, and begin the match if both are, in one transaction; return the match after.

    `match` itself stays as it is: open pages may be drawn from it meanwhile.

    Idempotent, and without a query where there is nothing to record: in correspondence, for a spectator, for a player
    who is present already.
    """
    if seat is None or not is_news(match, seat):
        return match
    after = present(match, seat)
    with transaction.atomic():
        has_come = _set_away_since(match.pk, seat, None)
        if has_come:
            transaction.on_commit(partial(_announce, match.pk, seat))
        begun_match = _begin(after, clock.now()) if after.is_gathering else None
        if has_come and after.is_gathering and begun_match is None:
            for call in player_awaited:
                call(after, seat.other)
    return begun_match or after


def leave(match_id: str, seat: Seat) -> None:
    """Record that this player has left a live match; do nothing if that is recorded already, or the match is over."""
    if _set_away_since(match_id, seat, clock.now()):
        transaction.on_commit(partial(_announce, match_id, seat))


def _announce(match_id: str, seat: Seat) -> None:
    positions.forget_match(match_id)
    updates.announce_attendance(match_id, seat)


def _set_away_since(match_id: str, seat: Seat, since: datetime | None) -> bool:
    """Write since when this player is away, None for present (compare-and-set); return whether that was a change.

    The version of the row stays. A player cannot leave a finished match.
    """
    was_away = since is None
    matches = Match.objects.filter(pk=match_id) if was_away else Match.objects.filter(pk=match_id, finished_at=None)
    column = AWAY_SINCE.of(seat)
    return bool(matches.filter(**{f"{column}__isnull": not was_away}).update(**{column: since}))


def _begin(match: Match, now: datetime) -> Match | None:
    """Begin the match if both are present (compare-and-set); return it then.

    If two players arrive at the same instant, `arrive` has locked the row: the second transaction waits for the commit
    of the first, and finds both present.
    """
    both: MatchColumns = {"first_away_since": None, "second_away_since": None}
    changes: MatchColumns = {**clock_changes(match, match.clock.begun(now)), **both}
    after = update_if(match, expected={"clock_since": None, "finished_at": None, **both}, changes=changes)
    if after:
        begin_turns(after)
    return after
