"""Jobs of the computer players: each is written by the move after which it is a computer's turn.

The runner has a worker process find the move, and plays it after a pause. The lease of the job is the claim among
several schedulers; of two that play all the same, the unique pair of match and ply lets one do so. A move whose worker
dies is computed again, `TRIES` times in all.
"""

from __future__ import annotations

import hashlib
import logging
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial

from games import workers
from games.catalogue import bots, games
from games.computers.models import Computer
from games.computers.services import end_hint, hint_of, keep_hint
from games.computers.worker_move import choose
from games.jobs.hooks import Outside, Postponed, Queue, RetryLater
from games.jobs.models import Job
from games.matches.errors import Refused
from games.matches.hooks import matches_of
from games.matches.models import Match
from games.matches.play import positions
from games.matches.play.services import play_move
from games.rules import AnyGame, Seat, SeededRandom
from games.workers import PoolClosed, WorkerDied, size

log = logging.getLogger(__name__)

CPU_LIMIT = 5.0  # seconds of CPU time for one move; the bots of the four games take a fraction of it
CALM = 5  # waiting turns per worker from which the search is halved; each doubling of them halves it again
MOST_HALVINGS = 3


def begin(match: Match, level: int, halvings: int = 0) -> Future[str]:
    """Have a worker find the move of the computer of this level, whose turn it is; return its future at once.

    The search is halved `halvings` times (`Bot.hurried`). It is deterministic for each number of halvings, so a player
    who verifies the move after the end finds it with one of 0 to `MOST_HALVINGS`. In a deal that several players play,
    it is never halved: the computer plays the same against all of them.
    """
    if match.sealed_until:
        halvings = 0
    position = positions.replay(match).position
    view = match.game.view(position, position.to_move)
    return workers.begin(CPU_LIMIT, choose, match.game_slug, level, view, rng_for(match), halvings)


def halvings_for(waiting: int, many: int) -> int:
    """Return how often the search of each move is halved while `waiting` turns wait for `many` workers."""
    return min(MOST_HALVINGS, (waiting // (CALM * max(1, many))).bit_length())


def checked(match: Match, level: int, future: Future[str]) -> str:
    """Return the move that was found, in notation, after checking that it is legal.

    If the bot failed, exceeded its CPU limit, is missing or returned an illegal move, log that and return the game's
    first legal move instead, so that the match goes on.
    """
    position = positions.replay(match).position
    game: AnyGame = match.game
    try:
        text = future.result()
        game.judge(position, game.decode(text))
    except Exception:
        log.exception("Computer %s found no move in match %s, turn %s", level, match.pk, match.ply + 1)
        imagined = game.determinize(game.view(position, position.to_move), SeededRandom(b"any"))
        return game.encode(next(game.legal_moves(imagined)))
    return text


def rng_for(match: Match) -> SeededRandom:
    """Return the random generator for the computer's next move.

    It is derived from the committed seed (commit-reveal), so that all schedulers find the same move for the same
    halvings, and players can verify it after the end. The hash keeps it independent of the random numbers that the
    match itself draws.
    """
    return SeededRandom(hashlib.sha256(b"computer" + bytes(match.seed)).digest(), match.ply + 1)


TURN = "computers.turn"  # in correspondence; the key is that of the match
LIVE_TURN = "computers.live_turn"
PAUSE = timedelta(seconds=1)  # after the opponent's move, so that it can be seen
AHEAD = 2  # moves per worker that are computed or queued at a time; the order of all others can still change
LEASE = timedelta(seconds=10)  # after which the turns of a process that died are another one's
TRIES = 3  # for a move whose worker dies


def jobs_of_turns(matches: Sequence[Match]) -> Mapping[tuple[str, str], datetime]:
    """Return the jobs of the turns of computers that these matches begin: to be computed at once, and played later."""
    return {
        (LIVE_TURN if match.is_live else TURN, match.pk): match.moved_at for match in matches if not match.is_gathering
    }


def in_turn(due: Sequence[Job]) -> Sequence[Job]:
    """Return due jobs in the order in which the computers are to move.

    Live matches come first. Then each opponent's first match comes before any second one (round robin), and then the
    longest wait, so that a person with thirty matches does not delay one with a single match.
    """
    matches = Match.objects.filter(pk__in=[job.key for job in due]).values_list("pk", "to_move", "first", "second")
    opponents = {key: second if to_move == Seat.FIRST else first for key, to_move, first, second in matches}
    counts: Counter[tuple[str, int | None]] = Counter()
    ranks: dict[int, int] = {}
    for job in sorted(due, key=lambda job: (job.due_at, job.pk)):
        person = job.kind, opponents.get(job.key)
        ranks[job.pk] = counts[person]
        counts[person] += 1
    return sorted(due, key=lambda job: (job.kind != LIVE_TURN, ranks[job.pk], job.due_at, job.pk))


COMPUTERS = Queue("computers", batch=AHEAD * max(1, size()), lease=LEASE, order=in_turn)


def think(job: Job) -> Outside | None:
    """Have a worker find the computer's move in the job's match; return None if it is no computer's turn.

    Raises Postponed if this process is about to exit.
    """
    for match in matches_of([job]):
        level = _levels(job).get(match.player_id(Seat(match.to_move)))
        if (
            level is None
            or match.finished_at
            or match.sealed_move
            or match.is_gathering
            or match.game_slug not in games()
        ):
            return None
        try:
            future = begin(match, level, halvings_for(job.waiting, size()))
        except PoolClosed:
            raise Postponed from None
        return Outside(future, partial(play, job, match, level, future), match.moved_at + PAUSE)
    return None


def play(job: Job, match: Match, level: int, future: Future[str]) -> None:
    """Play the move that was found, by the same service as a person's move.

    Raises RetryLater if the worker died, and Postponed if this process is about to exit.
    """
    fault = future.exception()
    if isinstance(fault, PoolClosed):
        raise Postponed
    if isinstance(fault, WorkerDied) and job.tries < TRIES:
        raise RetryLater
    with suppress(Refused):  # the match ended, or another scheduler was quicker
        text = checked(match, level, future)
        end_hint(play_move(match.pk, match.player(Seat(match.to_move)), match.ply + 1, text))


def seek_hint(job: Job) -> Outside | None:
    """Have a worker seek the strongest computer's move for the player to move, from what this player sees.

    Return None if the match has gone on. Raises Postponed if this process is about to exit.
    """
    match = Match.objects.filter(pk=job.key, finished_at=None).first()
    hint = hint_of(match) if match else None
    if match is None or hint is None or hint.text:
        return None
    position = positions.replay(match).position
    view, level = match.game.view(position, position.to_move), max(bots()[match.game_slug])
    rng = SeededRandom(f"hint {match.pk}".encode(), match.ply)  # nothing of the seed
    try:
        future = workers.begin(CPU_LIMIT, choose, match.game_slug, level, view, rng)
    except PoolClosed:
        raise Postponed from None
    return Outside(future, partial(_keep, match, level, future))


def _keep(match: Match, level: int, future: Future[str]) -> None:
    if isinstance(future.exception(), PoolClosed):
        raise Postponed
    keep_hint(match, checked(match, level, future))


def _levels(job: Job) -> Mapping[int, int]:
    """Return the levels of the computers by the keys of their accounts, read once for a batch of jobs."""
    key = ("computers", "levels")
    if key not in job.shared:
        job.shared[key] = dict(Computer.objects.values_list("user", "level"))
    levels: Mapping[int, int] = job.shared[key]  # type: ignore[assignment]  # each key has a type of its own
    return levels
