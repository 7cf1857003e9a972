"""The only code that writes matches: start, move, resign, time, void, rematch."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from functools import partial

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone

from accounts import presence
from accounts.locks import lock_players
from accounts.models import User
from accounts.services import blocked_between
from accounts.sweeps import Sweep
from games.matches import live, positions
from games.matches.errors import (
    Blocked,
    MatchOver,
    NotBegun,
    NotPlaying,
    NotYourTurn,
    RulesGone,
    StaleMove,
    StillRunning,
    TimeIsUp,
    Unsure,
)
from games.matches.models import Match, Move, commitment_of
from games.matches.origins import Origin
from games.matches.positions import Replay
from games.matches.signals import match_voided
from games.matches.time import clocks
from games.matches.time.control import TimeControl
from games.matches.time.vacation import spend_vacation
from games.matches.updates import update_if
from games.rules import Forfeit, Options, Position, Seat

TICK_BATCH = 100
_deadlines = Sweep("deadlines")
COMPUTER_MOVES = Q(to_move=Seat.FIRST, first__is_computer=True) | Q(to_move=Seat.SECOND, second__is_computer=True)


def start_match(
    *,
    game_slug: str,
    options: Options,
    first: User,
    second: User,
    time_control: TimeControl,
    rated: bool = False,
    origin: Origin | None = None,
) -> Match:
    """A new match; `first` makes the first move. A live match waits for both to arrive.

    With a guest it is never rated, nor where it goes on from an `origin`: it inherits points, and its rules. Raises
    Blocked where one of the two has left the site.
    """
    now = timezone.now()
    match = Match(
        game_slug=game_slug,
        option_data=(options if origin else options.renewed()).data(),
        first=first,
        second=second,
        rated=rated and not origin and first.plays_rated and second.plays_rated,
        started_at=now,
        moved_at=now,
        **(origin.columns if origin else {}),
    )
    match.time_control = time_control
    match.commitment = commitment_of(match.seed)
    position = positions.replay(match).position
    match.to_move = position.to_move
    match.first_points, match.second_points = position.scores
    clocks.set_clocks(match, now)
    with transaction.atomic():
        if not lock_players(first, second):
            raise Blocked
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
    if match.is_gathering:
        raise NotBegun
    now = timezone.now()
    late = match.deadline_at and match.deadline_at <= now and not player.is_computer
    if late and not spend_vacation(match, now):
        if end_on_time(match, now) or find_match(match_id).finished_at:
            raise TimeIsUp
        return play_move(match_id, player, ply, text, sure=sure)  # a clock was quicker, and gave more time
    presence.touch(player)
    if not sure:
        _warn(match, move)
    return _commit_move(match, seat, move, now)


def resign(match_id: str, player: User) -> Match:
    """The player gives up; raises Refused. Resigning a match that one has resigned changes nothing.

    Before the first move that cancels the match: it counts for nothing. A match that cannot be replayed ends as it is
    stored.
    """
    match = find_match(match_id)
    seat = _seat(match, player)
    while not match.finished_at:
        if _forfeit(match, seat, Forfeit.RESIGNED, timezone.now()):
            return match
        match = find_match(match_id)  # a move came in between
    if match.ending == Match.Ending.ABORTED or (match.ending == Match.Ending.RESIGNED and match.winner == seat.other):
        return match
    raise MatchOver


def resign_all(player: User) -> None:
    """Give up every running match of a player who leaves the site: all of them or none.

    Rows are locked in one order for everybody, all matches first and then pool by pool what their ends change, so that
    nothing waits in a circle.
    """
    mine = Match.objects.filter(Q(first=player) | Q(second=player), finished_at=None)
    with transaction.atomic():
        held = mine.select_for_update(no_key=True).order_by("pk").only("game_slug", "time_kind")
        for match in sorted(held, key=lambda match: (match.game_slug, match.is_live, match.pk)):
            with suppress(MatchOver):  # it came to its end in this very moment
                resign(match.pk, player)


def end_on_time(match: Match, now: datetime) -> bool:
    """Ends a match whose deadline has passed, against the player to move; False where somebody was quicker.

    A match without any move is cancelled instead.
    """
    if match.deadline_at is None or match.deadline_at > now:
        return False
    still = {"deadline_at": match.deadline_at}  # and not a later one, which another clock may just have set
    return _forfeit(match, Seat(match.to_move), Forfeit.TIME, now, **still)


def end_overdue() -> int:
    """Ends matches whose time has run out, each exactly once however many clocks run; the number it ended.

    Over days, where the players agreed on it, who has days off left gets another hour instead. A computer player loses
    none on time: it moves by the clock, late only when the whole site stood still. A match that cannot be replayed
    runs on, parked, until a player resigns or staff declare it void: without its rules no time can be lost in it.
    """
    now = timezone.now()
    overdue = Match.objects.filter(finished_at=None, deadline_at__lte=now).exclude(COMPUTER_MOVES)
    first_due = overdue.select_related("first", "second").order_by("deadline_at")
    return sum(
        _deadlines.run(first_due, lambda match: not spend_vacation(match, now) and end_on_time(match, now), TICK_BATCH)
    )


def void_match(match_id: str) -> Match:
    """Declares a match void, which ends it if it runs: it counts for nobody. Twice changes nothing.

    Raises Match.DoesNotExist.
    """
    match = find_match(match_id)
    while not match.voided_at:
        now = timezone.now()
        ended: dict[str, object] = {"deadline_at": None, "finished_at": now, "ending": Match.Ending.VOID}
        changes: dict[str, object] = {
            "voided_at": now,
            "counts": False,
            "scores": False,
            **({} if match.finished_at else ended),
        }
        with transaction.atomic():
            if update_if(match, voided_at=None, finished_at=match.finished_at, changes=changes):
                match_voided.send(Match, match=match)
                return match
        match = find_match(match_id)  # it ended in this very moment
    return match


def offer_rematch(match_id: str, player: User, starter: Seat | None = None) -> Match | None:
    """The player would like to play again: the new match if the other has asked for the same, else None.

    `starter` is the seat, in this match, of who shall make the first move; None agrees to what the other wants, or else
    wants the seats switched. Who wants it the other way round asks back. A computer player always agrees. Raises
    Refused.
    """
    match = find_match(match_id)
    seat = _seat(match, player)
    if not match.finished_at:
        raise StillRunning
    if match.rematch:
        return match.rematch
    if blocked_between(match.first, match.second) or not (match.first.is_active and match.second.is_active):
        raise Blocked
    if update_if(match, rematch_by=None, changes={"rematch_by": seat, "rematch_starter": starter or Seat.SECOND}):
        opponent = match.player(seat.other)
        return offer_rematch(match_id, opponent) if opponent.is_computer else None
    match = find_match(match_id)
    if match.rematch_by == seat or match.rematch:
        return match.rematch
    wanted: dict[str, object] = {"rematch": None, "rematch_by": match.rematch_by}
    wanted["rematch_starter"] = match.rematch_starter
    if starter not in (None, match.rematch_starter):
        update_if(match, changes={"rematch_by": seat, "rematch_starter": starter}, **wanted)
        return None
    return _start_rematch(match, wanted)


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
            if not update_if(match, ply=match.ply, finished_at=None, changes=_stand(match, played, now)):
                raise StaleMove
    except IntegrityError:  # somebody, or another tab, made a move at this ply a moment ago
        match = find_match(match.pk)
        if _was_played(match, seat, ply, move):
            return match
        raise StaleMove from None
    positions.remember(match.pk, played)
    return match


def _stand(match: Match, played: Replay, now: datetime) -> dict[str, object]:
    """The columns of the match after a move."""
    position = played.position
    stand: dict[str, object] = {
        "ply": played.ply,
        "to_move": position.to_move,
        "first_points": position.scores[0],
        "second_points": position.scores[1],
        "moved_at": now,
        **clocks.after_move(match, played.turns, position.to_move, now),
    }
    return stand | _ended(position, Match.Ending.PLAYED, now) if position.result else stand


def _ended(position: Position, ending: str, now: datetime) -> dict[str, object]:
    winner = position.result.winner if position.result else None
    return {
        "counts": position.result.counts if position.result else True,
        "scores": position.result.scores if position.result else False,
        "first_points": position.scores[0],
        "second_points": position.scores[1],
        "deadline_at": None,
        "finished_at": now,
        "ending": ending,
        "winner": winner,
    }


def _forfeit(match: Match, seat: Seat, how: Forfeit, now: datetime, **still: object) -> bool:
    """End the match against this seat, before its first move cancel it; False if it has changed (compare-and-set)."""
    try:
        position = positions.replay(match).position
        if match.ply == 0:
            changes = _ended(replace(position, result=positions.CANCELLED), Match.Ending.ABORTED, now)
        else:
            with positions.stored_match():
                position = match.game.forfeit(position, seat, how)
            changes = _ended(position, how.value, now)
    except RulesGone:
        if how is not Forfeit.RESIGNED:
            raise
        changes = _given_up(match, seat, now)
    return update_if(match, ply=match.ply, finished_at=None, changes=changes, **still)


def _given_up(match: Match, seat: Seat, now: datetime) -> dict[str, object]:
    """Return the columns of a resignation without the rules: the points stay as stored, and no rating moves."""
    ended = {"deadline_at": None, "finished_at": now, "counts": False, "scores": False}
    if match.ply == 0:
        return {**ended, "ending": Match.Ending.ABORTED, "winner": None}
    return {**ended, "ending": Forfeit.RESIGNED.value, "winner": seat.other}


def _start_rematch(match: Match, wanted: dict[str, object]) -> Match | None:
    """The next match of the two, if they still want the same; who moved second begins unless they asked otherwise."""
    starter = Seat(match.rematch_starter or Seat.SECOND)
    with transaction.atomic():
        again = start_match(
            game_slug=match.game_slug,
            options=match.options,
            first=match.player(starter),
            second=match.player(starter.other),
            time_control=match.time_control,
            rated=match.rated,
        )
        if update_if(match, changes={"rematch": again}, **wanted):
            return again
        transaction.set_rollback(True)
    return Match.objects.filter(rematch_of=match).first()  # the other was quicker
