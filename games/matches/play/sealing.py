"""The two boards of a mirror match, played in step: two matches with one seed; each player starts one.

A move is sealed until the move of the same ply on the other board is made; then both are committed in one transaction.
So no player sees what the stream of a ply draws, or how the opponent played a position, while the other board still
waits for that ply. Once one board is over, the other goes on alone. `docs/mirror.md` says why neither board then tells
anything about the other.
"""

from __future__ import annotations

from contextlib import suppress

from django.db import transaction
from django.db.models import Q

from core import clock
from games.jobs.models import Job
from games.jobs.services import enqueue
from games.matches.errors import NoMirror
from games.matches.models import Match, commitment_of
from games.matches.play import positions, writer
from games.matches.play.updates import clock_changes, update_if
from games.matches.play.vacation import rest_schedule
from games.matches.play.writer import Conflict, PendingMove
from games.matches.time.clock import NEVER_RESTS
from games.matches.time.terms import MatchTerms
from games.rules import Seat

REVEAL = "matches.reveal"  # the kind of job; the key is that of one board


def check_mirror(terms: MatchTerms) -> None:
    """Raise NoMirror for terms of a mirror match that cannot be played."""
    if terms.is_live or not terms.game.has_mirrors:
        raise NoMirror


def twin_of(match: Match) -> Match:
    """Return the second board for this match, which is not stored yet either.

    Its commitment is that of the seed itself; the values that were mixed into it are those of the first board.
    """
    one, other = (match.mixed_by & seat for seat in Seat)
    twin = Match(
        game_slug=match.game_slug,
        rules_version=match.rules_version,
        option_data=match.option_data,
        first=match.second,
        second=match.first,
        rated=match.rated,
        event_key=match.event_key,
        started_at=match.started_at,
        moved_at=match.moved_at,
        seed=match.seed,
        commitment=commitment_of(match.seed),
        mixed_by=(Seat.SECOND if one else 0) | (Seat.FIRST if other else 0),
        to_move=match.to_move,
        first_points=match.first_points,
        second_points=match.second_points,
        tallies=match.tallies,
        twin=match,
        is_first_board=False,
    )
    twin.time_control = match.time_control
    return twin


def commit(move: PendingMove) -> Match:
    """Seal the move, or commit it where the other board is over; return the match as it then stands.

    If the move of the same ply is sealed on the other board, both are committed. Raises what `writer.commit` raises.
    """
    match = move.match
    if Match.objects.filter(pk=match.twin_id, finished_at__isnull=False).exists():
        return writer.commit(move)
    mover = match.player(Seat(match.to_move))
    schedule = rest_schedule(mover, move.made_at) if match.rests else NEVER_RESTS
    stopped = clock_changes(match, match.clock.stopped(move.made_at, schedule))
    with transaction.atomic():
        if not update_if(match, changes={"sealed_move": move.text, **stopped}):
            raise Conflict
        enqueue(REVEAL, match.pk)
    reveal(match.pk)
    return Match.objects.select_related("first", "second").get(pk=match.pk)


def reveal(match_id: str) -> None:
    """Commit the sealed moves of both boards, if both are sealed. Idempotent; of two processes, one does it."""
    boards = Match.objects.select_related("first", "second").filter(Q(pk=match_id) | Q(twin=match_id)).order_by("pk")
    sealed = [board for board in boards if board.sealed_move and not board.finished_at]
    if len(sealed) != len(Seat):
        return
    now = clock.now()
    moves = [
        PendingMove(board, text, now, positions.replay(board).play(board.game, text, bytes(board.seed)))
        for board in sealed
        if (text := board.sealed_move)
    ]
    with suppress(Conflict), transaction.atomic():
        for move in moves:
            writer.commit(move)


def reveal_late(job: Job) -> None:
    """Do the same as a job: for a process that died after a move was sealed."""
    reveal(job.key)
