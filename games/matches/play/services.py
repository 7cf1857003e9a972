"""Services of a match: start, move, resign, time, void, rematch; draws are in draws.py, the commit in writer.py."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime

from django.db import transaction
from django.db.models import Q, QuerySet

from accounts.models import User
from accounts.online import presence
from accounts.player import lock_players
from accounts.services import blocked_between
from core import clock
from core.prepared import PreparedRows
from core.sweeps import Sweep
from core.telemetry import STAGES
from games.matches.errors import (
    Blocked,
    MatchOver,
    MoveSealed,
    NotBegun,
    NotPlaying,
    NotYourTurn,
    Refused,
    StaleMove,
    StillRunning,
    TimeIsUp,
    Undecided,
    Unsure,
)
from games.matches.hooks import match_voided, pupil_checks
from games.matches.models import Match
from games.matches.outcomes import Ending
from games.matches.play import deals, positions, sealing, writer
from games.matches.play.deals import NO_MIX, Mix
from games.matches.play.forfeits import forfeit
from games.matches.play.heartbeat import heart
from games.matches.play.opening import start_match as start_match
from games.matches.play.starts import absent_seat, check_may_begin
from games.matches.play.updates import MatchColumns, update_if
from games.matches.play.vacation import spend_vacation
from games.matches.play.writer import Conflict, PendingMove
from games.rules import Seat

TICK_BATCH = 100
_deadlines = Sweep("deadlines")
COMPUTER_MOVES = Q(to_move=Seat.FIRST, first__is_computer=True) | Q(to_move=Seat.SECOND, second__is_computer=True)
_by_key = PreparedRows(lambda pk: Match.objects.select_related("first", "second").filter(pk=pk), str)
_some_overdue = PreparedRows(lambda now: _overdue(now).order_by().values_list("pk")[:1], datetime)


def find_match(match_id: str) -> Match:
    """Return the match with both players; raises Match.DoesNotExist."""
    if match := _by_key.first(match_id):
        return match
    raise Match.DoesNotExist


def play_move(
    match_id: str, player: User, ply: int, text: str, *, sure: bool = True, chosen: bool = True, is_present: bool = True
) -> Match:
    """Play the move in notation as move number `ply`, and return the match as it then stands.

    Idempotent: the same player, ply and move once more return the match as well. Raises Match.DoesNotExist, Refused,
    BadNotation and IllegalMove; Unsure, which is Refused, for a move that its game warns of unless the player is
    `sure`; Undecided for one whose tiles may be played in several ways, unless the player has `chosen` this one;
    IntegrityError if the stored rows contradict each other. The player counts as online, except with
    `is_present=False`, for a move that was planned before.
    """
    heart.ensure()
    now = clock.now()

    def commit(match: Match) -> Match:
        if player.is_pupil and is_present:
            for check in pupil_checks:
                check(player)
        move = judged(match, player, ply, text, now, sure=sure, chosen=chosen)
        if is_present:
            presence.touch(player)
        return sealing.commit(move) if match.twin_id else writer.commit(move)

    if cached := positions.cached_match(match_id):
        with suppress(Refused, Conflict):  # the cached match may be stale: the row decides
            return commit(cached)
    failed = None
    while True:
        match = find_match(match_id)
        if _was_played(match, seat_in(match, player), ply, match.game.encode(match.game.decode(text))):
            return match
        try:
            return commit(match)
        except TimeIsUp:
            if heart.is_silent():  # the time that the site was down is still to be given back
                if not heart.serves:
                    raise  # by a web process: a scheduler alone does not serve the site
                heart.beat()
                continue
            if not spend_vacation(match, now) and (end_on_time(match, now) or find_match(match_id).finished_at):
                raise  # else another process extended the deadline first
        except Conflict as conflict:
            if conflict.__cause__ and match.version == failed:
                raise conflict.__cause__ from None  # nothing else has changed the row, so trying again would not help
            failed = match.version


def resign(match_id: str, player: User) -> Match:
    """Resign, or cancel the match before its first move, and return it. Idempotent.

    A match that cannot be replayed keeps its stored points and changes no rating. Raises Refused, Match.DoesNotExist.
    """
    match = find_match(match_id)
    seat = seat_in(match, player)
    while not match.finished_at:
        if after := forfeit(match, seat, Ending.RESIGNED, clock.now()):
            return after
        match = find_match(match_id)  # a move came first
    resigned = match.ended is Ending.RESIGNED and match.forfeited_by == seat
    if resigned or match.ended is Ending.ABORTED:
        return match
    raise MatchOver


def resign_all(player: User) -> None:
    """Resign all running matches of a player whose account is deleted, in one transaction.

    Rows are locked in one global order (lock ordering against deadlocks): first all matches by primary key, then pool
    by pool what their ends change.
    """
    mine = Match.objects.filter(Q(first=player) | Q(second=player), finished_at=None)
    with transaction.atomic():
        rows = mine.select_for_update(no_key=True).order_by("pk").only("game_slug", "time_kind")
        for match in sorted(rows, key=lambda match: (match.game_slug, match.is_live, match.pk)):
            with suppress(MatchOver):  # it ended meanwhile
                resign(match.pk, player)


def end_on_time(match: Match, now: datetime) -> bool:
    """End a match whose deadline has passed as lost by the player to move; cancel it if it has no move yet.

    One of an event that waits for a player is lost by that player, and cancelled if it waits for both. Return False if
    the deadline has not passed, or if the row has changed. Raises RulesGone.
    """
    if not match.clock.has_run_out(now):
        return False
    return forfeit(match, absent_seat(match) or Seat(match.to_move), Ending.TIME, now) is not None


def end_overdue() -> int:
    """End up to `TICK_BATCH` matches whose deadline has passed, each exactly once (compare-and-set); return how many.

    In correspondence with vacation, `spend_vacation` extends the deadline instead where it can. A computer player never
    loses on time. A match that cannot be replayed is parked and stays running until a player resigns or staff void it:
    its time cannot be judged without its rules. While the site is down, none is ended.
    """
    if heart.is_silent():
        return 0
    now = clock.now()
    if not _some_overdue(now):  # as almost always, twice a second
        return 0
    first_due = _overdue(now).select_related("first", "second").order_by("deadline_at")
    return sum(
        _deadlines.run(first_due, lambda match: not spend_vacation(match, now) and end_on_time(match, now), TICK_BATCH)
    )


def _overdue(now: datetime) -> QuerySet[Match]:
    """Return the running matches whose deadline has passed, without those in which a computer player is to move."""
    return Match.objects.filter(finished_at=None, deadline_at__lte=now).exclude(COMPUTER_MOVES)


def void_match(match_id: str) -> Match:
    """Declare a match void, and end it if it runs; it counts for neither player. Return it. Idempotent.

    Raises Match.DoesNotExist.
    """
    match = find_match(match_id)
    now = clock.now()
    while not match.voided_at:
        changes: MatchColumns = {"voided_at": now, "counts": False, "scores": False}
        if not match.finished_at:
            changes |= {"deadline_at": None, "draw_offered_by": None, "finished_at": now, "ending": Ending.VOID}
        with transaction.atomic():
            if after := update_if(match, changes=changes):
                match_voided.enqueue(after)
                return after
        match = find_match(match_id)  # it ended meanwhile
    return match


def offer_rematch(match_id: str, player: User, starter: Seat | None = None, *, mix: Mix = NO_MIX) -> Match | None:
    """Ask for a rematch; return the new match if the opponent has asked for the same, else None. Idempotent.

    `starter` is the seat, in this match, of the player to make the first move; None agrees with the opponent's request,
    or else switches seats. Another starter than the opponent's is a counter-offer. A computer player always agrees.
    `mix` is what the player's browser adds to the deal. Raises Refused and Match.DoesNotExist.
    """
    match = find_match(match_id)
    seat = seat_in(match, player)
    if not match.is_over:
        raise StillRunning
    if match.rematch:
        return match.rematch
    if blocked_between(match.first, match.second) or not (match.first.is_active and match.second.is_active):
        raise Blocked
    opponent = match.player(seat.other)
    check_may_begin(player, opponent if opponent.is_computer else None, live=match.is_live)
    has_asked = _ask_rematch(match, {"rematch_by": None}, seat, starter or Seat.SECOND, mix)
    if not has_asked and (match := find_match(match_id)).rematch:
        return match.rematch
    if has_asked or match.rematch_by == seat:
        # If the process died here, a repeated request makes a computer agree.
        return offer_rematch(match_id, opponent) if opponent.is_computer else None
    request: MatchColumns = {
        "rematch": None,
        "rematch_by": match.rematch_by,
        "rematch_starter": match.rematch_starter,
    }
    if starter not in (None, match.rematch_starter):
        _ask_rematch(match, request, seat, starter, mix)
        return None
    return _start_rematch(match, player, request, mix)


def begin_rematch(match: Match) -> Match:
    """Begin the next match of two players, whom no one has to ask: on the same terms, the other starts. Idempotent.

    Raises Refused, such as at a limit of either player.
    """
    with transaction.atomic():
        if not lock_players(match.first, match.second) or blocked_between(match.first, match.second):
            raise Blocked
        if begun := Match.objects.filter(rematch_of=match).first():
            return begun
        check_may_begin(match.first, match.second, live=match.is_live)
        again = start_match(
            game_slug=match.game_slug,
            options=match.options.seats_exchanged(),
            first=match.second,
            second=match.first,
            time_control=match.time_control,
            rated=match.rated,
        )
        update_if(match, expected={"rematch": None}, changes={"rematch": again})
    return again


def seat_in(match: Match, player: User) -> Seat:
    """Return the player's seat; raises NotPlaying."""
    seat = match.seat_of(player)
    if seat is None:
        raise NotPlaying
    return seat


def _was_played(match: Match, seat: Seat, ply: int, move: str) -> bool:
    """Return whether this seat made exactly this move at this ply, or has sealed it."""
    if match.sealed_move:
        return (seat, ply, move) == (match.to_move, match.ply + 1, match.sealed_move)
    if not 0 < ply <= match.ply or positions.replay(match).turns[ply - 1].seat is not seat:
        return False
    return match.moves.filter(ply=ply, text=move).exists()


@STAGES.labels("judge").time()
def judged(match: Match, player: User, ply: int, text: str, now: datetime, *, sure: bool, chosen: bool) -> PendingMove:
    """Return the move if it is legal in this match object; without a query if its replay is cached.

    Raises BadNotation, IllegalMove and Refused, such as TimeIsUp after the deadline.
    """
    seat = seat_in(match, player)
    move = match.game.encode(match.game.decode(text))
    if match.finished_at:
        raise MatchOver
    if ply != match.ply + 1:
        raise StaleMove
    if seat != match.to_move:
        raise NotYourTurn
    if match.is_gathering:
        raise NotBegun
    if match.sealed_move:
        raise MoveSealed
    if match.clock.has_run_out(now) and not player.is_computer:
        raise TimeIsUp
    before = positions.replay(match)
    played = before.play(match.game, move, bytes(match.seed))
    if not chosen and match.game.leaves_choice(match.game.view(before.position, seat), match.game.decode(move)):
        raise Undecided
    warning = played.turns[-1].warning
    if warning and not sure:
        raise Unsure(warning)
    return PendingMove(match, move, now, played)


def _ask_rematch(match: Match, expected: MatchColumns, seat: Seat, starter: Seat | None, mix: Mix) -> bool:
    """Record that this seat asks for a rematch, with the deal it proposes; return False if the row has changed."""
    with transaction.atomic():
        deal = deals.prepared(mix)
        terms: MatchColumns = {"rematch_by": seat, "rematch_starter": starter, "rematch_deal": deal}
        if not update_if(match, expected=expected, changes=terms):  # first: its lock serialises requests of one ticket
            return False
        if deal:
            deal.save(force_insert=True)
    return True


def _start_rematch(match: Match, player: User, request: MatchColumns, mix: Mix) -> Match | None:
    """Start the rematch if the `request` still stands, else return one that was started meanwhile, or None.

    The second player begins unless the request says otherwise. Raises Refused, such as at a limit of either player.
    """
    starter = Seat(match.rematch_starter or Seat.SECOND)
    with transaction.atomic():
        if not lock_players(match.first, match.second):
            raise Blocked
        check_may_begin(player, match.second if player.pk == match.first_id else match.first, live=match.is_live)
        standing = Match.objects.select_related("rematch", "rematch_deal").get(pk=match.pk)
        if standing.rematch:
            return standing.rematch  # another request came first, before the lock
        opponents_deal = standing.rematch_deal
        deal = opponents_deal or deals.prepared(mix)
        values = (mix.value, bytes(opponents_deal.proposal) if opponents_deal else b"")
        again = start_match(
            game_slug=match.game_slug,
            options=match.options if starter is Seat.FIRST else match.options.seats_exchanged(),
            first=match.player(starter),
            second=match.player(starter.other),
            time_control=match.time_control,
            rated=match.rated and not match.event_key,
            deal=deal,
            values=values if match.player(starter).pk == player.pk else values[::-1],
        )
        if update_if(match, expected=request, changes={"rematch": again}):
            return again
        transaction.set_rollback(True)
    return Match.objects.filter(rematch_of=match).first()  # the opponent's request came first
