"""The only code that writes matches: start, move, resign, time, rematch."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial

from django.db import IntegrityError, transaction
from django.db.models import F, Q
from django.utils import timezone

from accounts import presence
from accounts.models import User
from accounts.services import blocked_between
from games.matches import live, positions
from games.matches.models import Match, Move, seal_of
from games.matches.refusals import (
    Blocked,
    MatchOver,
    NotPlaying,
    NotYourTurn,
    StaleMove,
    StillRunning,
    TimeIsUp,
    Unsure,
)
from games.matches.signals import match_ended
from games.rules import Forfeit, Options, Position, Seat

TICK_BATCH = 100


def start_match(
    *, game_slug: str, options: Options, first: User, second: User, pace: timedelta, rated: bool = False
) -> Match:
    """A new match; `first` makes the first move and has `pace` for every move. With a guest it is never rated."""
    now = timezone.now()
    match = Match(
        game_slug=game_slug,
        option_data=options.data(),
        first=first,
        second=second,
        pace=pace,
        rated=rated and first.plays_rated and second.plays_rated,
        started_at=now,
        moved_at=now,
        deadline_at=now + pace,
    )
    match.seal = seal_of(match.seed)
    position = positions.replay(match).position
    match.to_move = position.to_move
    match.first_points, match.second_points = position.scores
    match.save(force_insert=True)
    transaction.on_commit(partial(live.announce, match))
    return match


def find_match(match_id: str) -> Match:
    """The match with both players; raises Match.DoesNotExist."""
    return Match.objects.select_related("first", "second").get(pk=match_id)


def play_move(match_id: str, player: User, ply: int, text: str, *, sure: bool = True) -> Match:
    """Plays the move in notation as move number `ply`; the match as it then stands.

    The same request once more (same player, ply and move) changes nothing and answers like the first.
    Raises Refused, or the rules' BadNotation and IllegalMove; Unsure for a move that its game warns of, unless the
    player is `sure`.
    """
    match = find_match(match_id)
    seat = _seat(match, player)
    move = match.game.encode(match.game.decode(text))
    if _was_played(match, seat, ply, move):
        return match
    if match.finished_at:
        raise MatchOver
    if ply != match.ply + 1:
        raise StaleMove
    if seat != match.to_move:
        raise NotYourTurn
    now = timezone.now()
    if match.deadline_at and match.deadline_at <= now:
        end_on_time(match, now)
        raise TimeIsUp
    presence.touch(player)
    if not sure:
        _warn(match, move)
    return _commit_move(match, seat, move, now)


def resign(match_id: str, player: User) -> Match:
    """The player gives up; raises Refused. Resigning a match that one has resigned changes nothing."""
    match = find_match(match_id)
    seat = _seat(match, player)
    while not match.finished_at:
        if _forfeit(match, seat, Forfeit.RESIGNED, timezone.now()):
            return match
        match = find_match(match_id)  # a move came in between
    if match.ending == Match.Ending.RESIGNED and match.winner == seat.other:
        return match
    raise MatchOver


def resign_all(player: User) -> None:
    """Gives up every running match of a player who leaves the site."""
    mine = Match.objects.filter(Q(first=player) | Q(second=player), finished_at=None)
    for match_id in mine.values_list("pk", flat=True):
        with suppress(MatchOver):  # it came to its end in this very moment
            resign(match_id, player)


def end_on_time(match: Match, now: datetime) -> bool:
    """Ends a match whose deadline has passed, against the player to move; False where somebody was quicker."""
    return _forfeit(match, Seat(match.to_move), Forfeit.TIME, now, deadline_at__lte=now)


def end_overdue() -> int:
    """Ends matches whose time has run out, each exactly once however many clocks run; the number it ended."""
    now = timezone.now()
    overdue = Match.objects.filter(finished_at=None, deadline_at__lte=now).select_related("first", "second")
    return sum(end_on_time(match, now) for match in overdue.order_by("deadline_at")[:TICK_BATCH])


def offer_rematch(match_id: str, player: User) -> Match | None:
    """The player would like to play again: the new match if the other has asked too, else None. Raises Refused."""
    match = find_match(match_id)
    seat = _seat(match, player)
    if not match.finished_at:
        raise StillRunning
    if match.rematch:
        return match.rematch
    if blocked_between(match.first, match.second) or not (match.first.is_active and match.second.is_active):
        raise Blocked
    if _change(match, rematch_by=None, changes={"rematch_by": seat}):
        return None
    match = find_match(match_id)
    if match.rematch_by == seat or match.rematch:
        return match.rematch
    return _start_rematch(match)


def discount(match_id: str) -> Match:
    """Lets a finished match count for nothing any more; the match. Twice changes nothing; raises StillRunning."""
    match = find_match(match_id)
    if not match.finished_at:
        raise StillRunning
    if match.counts:
        _change(match, counts=True, changes={"counts": False})
    return match


def _seat(match: Match, player: User) -> Seat:
    seat = match.seat_of(player)
    if seat is None:
        raise NotPlaying
    return seat


def _was_played(match: Match, seat: Seat, ply: int, move: str) -> bool:
    """Whether this very move was made at this ply by this seat."""
    if not 0 < ply <= match.ply or positions.replay(match).turns[ply - 1].seat is not seat:
        return False
    return match.moves.filter(ply=ply, text=move).exists()


def _warn(match: Match, move: str) -> None:
    """Raises Unsure where the game asks before such a move, and IllegalMove."""
    turn = match.game.judge(positions.replay(match).position, match.game.decode(move))
    if turn.warning:
        raise Unsure(turn.warning)


def _commit_move(match: Match, seat: Seat, move: str, now: datetime) -> Match:
    """Judges the move, writes it and brings the match up to date, or raises IllegalMove or StaleMove."""
    ply = match.ply + 1
    played = positions.replay(match).play(match.game, move, bytes(match.seed))
    try:
        with transaction.atomic():
            Move.objects.create(match=match, ply=ply, text=move, made_at=now)
            if not _change(match, ply=match.ply, finished_at=None, changes=_stand(match, played.position, ply, now)):
                raise StaleMove
    except IntegrityError:  # somebody, or another tab, made a move at this ply a moment ago
        match = find_match(match.pk)
        if _was_played(match, seat, ply, move):
            return match
        raise StaleMove from None
    positions.remember(match.pk, played)
    return match


def _stand(match: Match, position: Position, ply: int, now: datetime) -> dict[str, object]:
    """The columns of the match after a move."""
    stand: dict[str, object] = {
        "ply": ply,
        "to_move": position.to_move,
        "first_points": position.scores[0],
        "second_points": position.scores[1],
        "moved_at": now,
        "deadline_at": now + match.pace,
    }
    return stand | _ended(position, Match.Ending.PLAYED, now) if position.result else stand


def _ended(position: Position, ending: str, now: datetime) -> dict[str, object]:
    winner = position.result.winner if position.result else None
    return {
        "counts": position.result.counts if position.result else True,
        "first_points": position.scores[0],
        "second_points": position.scores[1],
        "deadline_at": None,
        "finished_at": now,
        "ending": ending,
        "winner": winner,
    }


def _forfeit(match: Match, seat: Seat, how: Forfeit, now: datetime, **still: object) -> bool:
    position = match.game.forfeit(positions.replay(match).position, seat, how)
    changes = _ended(position, how.value, now)
    return _change(match, ply=match.ply, finished_at=None, changes=changes, **still)


def _start_rematch(match: Match) -> Match:
    """The next match of the two; who moved second begins."""
    with transaction.atomic():
        again = start_match(
            game_slug=match.game_slug,
            options=match.options,
            first=match.second,
            second=match.first,
            pace=match.pace,
            rated=match.rated,
        )
        if _change(match, rematch=None, changes={"rematch": again}):
            return again
        transaction.set_rollback(True)
    return Match.objects.get(rematch_of=match)  # the other was quicker


def _change(match: Match, *, changes: dict[str, object], **still: object) -> bool:
    """Writes the changes if the match is still as `still` says, and announces them after the commit."""
    with transaction.atomic(savepoint=False):
        if not Match.objects.filter(pk=match.pk, **still).update(version=F("version") + 1, **changes):
            return False
        for name, value in changes.items():
            setattr(match, name, value)
        match.version += 1
        if changes.get("finished_at"):
            match_ended.send(Match, match=match)
        transaction.on_commit(partial(live.announce, match))
    return True
