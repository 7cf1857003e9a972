"""Looking for puzzles: in each finished match once, and in matches between two computers where there are too few."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import Count, Max, Q, QuerySet
from django.utils import timezone

from accounts.sweeps import Sweep, log_once
from games.catalogue import games
from games.matches.models import Match
from games.puzzles.difficulty import first_rating
from games.puzzles.extraction import Found, find, play_and_find
from games.puzzles.models import Puzzle, Source
from games.puzzles.services.verification import check_next, unchecked
from games.workers import PoolClosed, WorkerDied, run

_search = Sweep("puzzles")
_stock = Sweep("stock of puzzles")
FORGIVEN = timedelta(minutes=10)  # after which a search that was begun has died, and is begun anew
RESERVE = 10  # puzzles of each game that are kept for the days to come
COMPARED = 300  # puzzles that a new one is compared with
CAUGHT_UP = 50  # older matches enlisted in one go
PLAYED = 3  # matches between two computers in one go
PLENTY = 5000  # puzzles of one game, with which nobody comes to an end


def enlist(matches: Sequence[Match]) -> None:
    """Has finished matches looked through, each once however often it is asked for.

    Not those that go on from a turn of another match: a puzzle is replayed from seed and moves alone.
    """
    own = [match for match in matches if match.finished_at and match.ply and match.origin_id is None]
    over = [Source(match=match, game_slug=match.game_slug) for match in own]
    Source.objects.bulk_create(over, ignore_conflicts=True)


def enlist_computers(slug: str) -> Source | None:
    """Has the next match between two computers looked through; None where another clock was quicker."""
    last = Source.objects.filter(game_slug=slug).aggregate(last=Max("number"))["last"] or 0
    source = Source(game_slug=slug, number=last + 1)
    Source.objects.bulk_create([source], ignore_conflicts=True)
    return Source.objects.filter(game_slug=slug, number=last + 1, searched_at=None).first()


def replenish() -> None:
    """Where puzzles are few, has older matches looked through that never were, and lets two computers play some."""
    waiting = set(Source.objects.filter(searched_at=None).values_list("game_slug", flat=True))
    short = sorted(_short_of() - waiting - set(unchecked().values_list("game_slug", flat=True)))
    if not short:
        return
    older = Match.objects.filter(finished_at__isnull=False, puzzle_source=None, origin=None, ply__gt=0)
    enlist(list(older.filter(game_slug__in=short).order_by("-finished_at")[:CAUGHT_UP]))
    _stock.each(short, lambda slug: [enlist_computers(slug) for _match in range(PLAYED)])


def search_next() -> bool:
    """Looks through the match that has waited longest; whether there was one."""
    now = timezone.now()
    waiting = Source.objects.filter(_free(now), searched_at=None).select_related("match").order_by("pk")
    found = _search.rows(waiting, 1)
    _search.each(found, lambda source: search(source, now))
    return bool(found)


def check_or_search() -> bool:
    """Check one puzzle, or look through one match where none waits. Return whether there was anything to do."""
    return check_next() or search_next()


def search(source: Source, now: datetime) -> list[Puzzle]:
    """The puzzles of this match, kept; none where another clock has claimed it."""
    if not Source.objects.filter(_free(now), pk=source.pk, searched_at=None).update(claimed_at=now):
        return []
    try:
        moves, found = _looked_through(source)
    except PoolClosed:  # this process ends; another one goes on
        Source.objects.filter(pk=source.pk, claimed_at=now).update(claimed_at=None)
        return []
    except (OperationalError, InterfaceError, WorkerDied):  # not the match's fault: again when the claim is forgiven
        raise
    except Exception as fault:  # its game may have other rules or options by now: that will not change by waiting
        log_once("puzzles", str(source), fault)  # names the match
        moves, found = [], []
    with transaction.atomic():
        if not Source.objects.filter(pk=source.pk, claimed_at=now, searched_at=None).update(searched_at=timezone.now()):
            return []  # it took so long that another clock began anew
        known = _known(source)
        return [_keep(source, moves[: one.ply], one) for one in found if one.ply not in known]


def seed_of(slug: str, number: int) -> bytes:
    """The seed of match number so many between two computers: fixed for a site, and unknown outside of it."""
    return hashlib.sha256(f"{settings.SECRET_KEY} puzzles {slug} {number}".encode()).digest()


def _free(now: datetime) -> Q:
    return Q(claimed_at=None) | Q(claimed_at__lt=now - FORGIVEN)


def _looked_through(source: Source) -> tuple[list[str], list[Found]]:
    """The moves of the match and its puzzles, found by a worker; none where the game is gone, or there are plenty."""
    match = source.match
    if source.game_slug not in games() or (match and not match.finished_at):
        return [], []
    if _kept().filter(game_slug=source.game_slug).count() >= PLENTY:
        return [], []
    if match is None:
        return run(play_and_find, source.game_slug, _seed(source))
    moves = list(match.moves.values_list("text", flat=True))
    return moves, run(find, match.game_slug, match.option_data, bytes(match.seed), moves)


def _keep(source: Source, moves: Sequence[str], found: Found) -> Puzzle:
    alike = Puzzle.objects.filter(game_slug=source.game_slug)
    others = list(alike.order_by("-made_at").values_list("hardness", flat=True)[:COMPARED])
    return Puzzle.objects.create(
        source=source,
        game_slug=source.game_slug,
        option_data=source.match.option_data if source.match else games()[source.game_slug].options_type().data(),
        seed=_seed(source),
        moves=list(moves),
        ply=found.ply,
        best=found.best,
        best_points=found.best_points,
        second_points=found.second_points,
        choices=found.choices,
        answers=found.answers,
        hardness=found.hardness,
        rating=first_rating(found.hardness, others),
        for_daily=_is_for_daily(source.game_slug),
    )


def _kept() -> QuerySet[Puzzle]:
    """The puzzles that are offered, or may be yet."""
    return Puzzle.objects.exclude(state=Puzzle.State.WITHHELD)


def _known(source: Source) -> set[int]:
    """After which turns there are puzzles from a match with the same seed, so that no copy of it asks again."""
    return set(Puzzle.objects.filter(game_slug=source.game_slug, seed=_seed(source)).values_list("ply", flat=True))


def _seed(source: Source) -> bytes:
    return bytes(source.match.seed) if source.match else seed_of(source.game_slug, source.number or 0)


def _is_for_daily(slug: str) -> bool:
    """Whether the next puzzle is kept for a day to come: the first, then one in three until enough are."""
    kept = _kept().filter(game_slug=slug, for_daily=True, daily=None).count()
    free = _kept().filter(game_slug=slug, for_daily=False).count()
    return kept < RESERVE and 2 * kept <= free


def _short_of() -> set[str]:
    """The games that have too few puzzles, for whoever wants one and for the days to come."""
    free, kept = Count("pk", filter=Q(for_daily=False)), Count("pk", filter=Q(for_daily=True, daily=None))
    offered = Puzzle.objects.filter(state=Puzzle.State.OFFERED)
    rows = offered.values_list("game_slug").annotate(free=free, kept=kept)
    enough = settings.PUZZLE_STOCK
    stocked = {slug for slug, free, kept in rows if free >= enough and kept >= min(enough, RESERVE)}
    return set(games()) - stocked if enough else set()
