"""What players ask for besides moves: to be present, draws, a claimed win, more time for the opponent, and nudges.

A request is judged by the row, and again if the row has changed meanwhile (optimistic locking). All are idempotent.
"""

from __future__ import annotations

from collections.abc import Callable
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
NUDGE_PAUSE = timedelta(days=1)  # from the opponent's turn to a nudge, and between two nudges


def _change(
    match_id: str,
    player: User,
    changes_for: Callable[[Match, Seat], MatchColumns | None],
    *,
    over: Ending | None = None,
    follow: Callable[[Match], object] | None = None,
) -> Match:
    """Write the columns that `changes_for` returns for this player; return the match as it then stands.

    It returns None where there is nothing to do. A match that has ended is refused, unless it ended by `over`. `follow`
    is called in the transaction of the change. Raises Match.DoesNotExist, NotPlaying, MatchOver, and what `changes_for`
    raises.
    """
    while True:
        match = find_match(match_id)
        seat = seat_in(match, player)
        if match.finished_at and match.ended is not over:
            raise MatchOver
        changes = changes_for(match, seat)
        if changes is None:
            return match
        with transaction.atomic():
            if after := update_if(match, changes=changes):
                if follow:
                    follow(after)
                return after


def may_offer_draw(match: Match) -> bool:
    """Return whether a draw may be offered or answered now: once a turn, by either player; raises RulesGone."""
    if match.draw_offered_by is None and match.draw_offered_ply == match.ply:
        return False  # the offer of this turn was declined or withdrawn
    computer = match.first.is_computer or match.second.is_computer
    return (
        match.game.draws_by_agreement
        and not match.twin_id
        and not match.finished_at
        and match.ply >= FEWEST_MOVES
        and not computer
    )


def offer_draw(match_id: str, player: User) -> Match:
    """Offer the opponent a draw, or accept the one that the opponent offers; return the match as it then stands.

    The offer stands until the opponent accepts, declines or moves; there is no other one in the same turn.
    Raises Refused and Match.DoesNotExist.
    """

    def offer(match: Match, seat: Seat) -> MatchColumns | None:
        if match.finished_at or match.draw_offered_by == seat:
            return None
        if match.draw_offered_by:
            return _agreement(match)
        if not may_offer_draw(match):
            raise NoDraws
        return {"draw_offered_by": seat, "draw_offered_ply": match.ply}

    return _change(match_id, player, offer, over=Ending.AGREED)


def accept_draw(match_id: str, player: User) -> Match:
    """End the match as a draw, which the opponent has offered, and return it.

    Raises Refused, such as NoDrawOffer where the offer has lapsed, and Match.DoesNotExist.
    """

    def accept(match: Match, seat: Seat) -> MatchColumns | None:
        if match.finished_at:
            return None
        if match.draw_offered_by != seat.other:
            raise NoDrawOffer
        return _agreement(match)

    return _change(match_id, player, accept, over=Ending.AGREED)


def decline_draw(match_id: str, player: User) -> Match:
    """Decline the draw that the opponent offers, or withdraw the player's own offer; return the match.

    Raises Refused and Match.DoesNotExist.
    """
    return _change(match_id, player, lambda match, _seat: {"draw_offered_by": None} if match.draw_offered_by else None)


def _agreement(match: Match) -> MatchColumns:
    with positions.stored_match():
        end = match.game.agree_draw(positions.replay(match).position)
    return end_columns(end, Ending.AGREED, clock.now())


def is_decided(match: Match, seat: Seat, view: View | None = None) -> bool:
    """Return whether the opponent, a person, is to move and cannot catch up with this seat, whatever happens.

    The game decides from this seat's view alone; pass `view` where it is at hand. Raises RulesGone.
    """
    if match.twin_id or not _waits(match, seat):  # the points of both boards count
        return False
    return match.game.is_decided(view or match.game.view(positions.replay(match).position, seat), seat)


def claimable_at(match: Match) -> datetime:
    """Return when the win of a decided match may be claimed: the `patience` of its time control after the turn began.

    The time that the site was down does not count.
    """
    return (match.clock.since or match.moved_at) + match.time_control.patience


def claim_win(match_id: str, player: User) -> Match:
    """End the match as won by this player, and return it.

    Raises Match.DoesNotExist and Refused: NotDecided where the opponent may still catch up or is not to move, TooSoon
    before `claimable_at`.
    """

    def claim(match: Match, seat: Seat) -> MatchColumns | None:
        now = clock.now()
        if match.finished_at and match.winner == seat:
            return None
        if match.finished_at:
            raise MatchOver
        if not is_decided(match, seat):
            raise NotDecided
        if now < claimable_at(match):
            raise TooSoon(claimable_at(match), now)
        with positions.stored_match():
            end = match.game.claim(positions.replay(match).position, seat)
        return end_columns(end, Ending.CLAIMED, now)

    return _change(match_id, player, claim, over=Ending.CLAIMED)


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

    Raises Refused and Match.DoesNotExist.
    """

    def gift(match: Match, seat: Seat) -> MatchColumns | None:
        if match.time_given_ply == match.ply and match.to_move == seat.other:
            return None
        clocks = match.clock
        if not may_give_time(match, seat) or clocks.deadline is None or clocks.has_run_out(clock.now()):
            raise NotWaiting
        rests = clocks.control.rests
        schedule = rest_schedule(match.player(seat.other), clocks.deadline) if rests else NEVER_RESTS
        return {**clock_changes(match, clocks.with_gift(schedule)), "time_given_ply": match.ply}

    return _change(match_id, player, gift)


def may_nudge(match: Match, seat: Seat) -> bool:
    """Return whether this seat may nudge the opponent now: once a day, in correspondence."""
    if match.is_live or not _waits(match, seat):
        return False
    now, since = clock.now(), match.nudged_at or match.moved_at
    may_be_due = now >= since + NUDGE_PAUSE  # which needs no clocks, and is false of almost every move that is drawn
    return may_be_due and now >= _nudge_from(match)


def nudge(match_id: str, player: User) -> Match:
    """Nudge the opponent of this player on their turn in a correspondence match; return the match.

    Raises Refused, such as NudgedAlready within `NUDGE_PAUSE`, and Match.DoesNotExist.
    """

    def nudged(match: Match, seat: Seat) -> MatchColumns:
        now = clock.now()
        if match.is_live or not _waits(match, seat):
            raise NotWaiting
        if now < _nudge_from(match):
            raise NudgedAlready(_nudge_from(match) - now)
        if blocked_between(match.first, match.second):
            raise Blocked
        return {"nudged_at": now}

    return _change(match_id, player, nudged, follow=match_nudged.enqueue)


def was_nudged(match: Match) -> bool:
    """Return whether the player to move was nudged in this turn."""
    return match.nudged_at is not None and match.nudged_at >= match.moved_at


def _waits(match: Match, seat: Seat) -> bool:
    """Return whether the opponent of this seat is a person and to move."""
    return match.to_move == seat.other and _runs_against_a_person(match, seat)


def _runs_against_a_person(match: Match, seat: Seat) -> bool:
    is_awaited = match.finished_at is None and not match.is_gathering and not match.sealed_move
    return is_awaited and not match.player(seat.other).is_computer


def _nudge_from(match: Match) -> datetime:
    return max(match.clock.since or match.moved_at, match.nudged_at or match.moved_at) + NUDGE_PAUSE


def is_absent(match: Match, seat: Seat | None) -> bool:
    """Return whether the row of a running live match says that this player is absent; no query."""
    return bool(seat and match.is_live and not match.finished_at and match.clock.away_since.of(seat))


def present(match: Match, seat: Seat) -> Match:
    """Return a copy of the match in which this player is present."""
    return match.with_clock(match.clock.present(seat))


def arrive(match: Match, seat: Seat | None) -> Match:
    """Record that this player is present, and begin the match if both are, in one transaction; return the match after.

    `match` itself stays as it is: open pages may be drawn from it meanwhile. Without a query where there is nothing to
    record: in correspondence, for a spectator, for a player who is present already.
    """
    if seat is None or not is_absent(match, seat):
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
