"""The stock of puzzles: loaded from packs, found in matches, and verified before they are offered.

The matches are finished ones of the site or, for games with too few puzzles, between two computers. A puzzle is
verified by a job: its answers have to be the best moves by winning chance.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Count, Max, Q, QuerySet

from core import clock
from core.sweeps import Sweep, log_once
from games.catalogue import games, puzzles_file
from games.jobs.models import Job
from games.jobs.services import enqueue_all
from games.matches.models import Match
from games.matches.play.seals import unsealed
from games.matches.play.updates import announce_live_partial
from games.puzzles.kinds import CHECK_VERSION, THEMES_VERSION, Kind, first_rating, main_kind
from games.puzzles.making.extraction import Found, find, play_and_find
from games.puzzles.making.mistakes import reason_against
from games.puzzles.making.packs import Packed, read_pack
from games.puzzles.making.themes import themes_of
from games.puzzles.making.verification import verified_hardness
from games.puzzles.models import Puzzle, PuzzleTheme, Source
from games.puzzles.services.selection import choose_all, today
from games.puzzles.services.solving import position_of
from games.rules import BadNotation, IllegalMove
from games.workers import TooSlow, run

SEARCH, CHECK = "puzzles.search", "puzzles.check"  # the kinds of job that search one source, and check one puzzle
EXPLAIN = "puzzles.explain"  # the kind of job that finds out why the answer to one puzzle is better
THEMES = "puzzles.themes"  # the kind of job that finds the themes of one puzzle
RESERVE = 10  # puzzles of each game reserved for future days
COMPARED = 300  # puzzles with which a new one is compared to estimate its rating
MOST_QUEUED = 20  # searches in the queue: they rest so long between two that further ones would wait for hours
MOST_CHECKS = 20  # checks in the queue, and as many for themes: more would be overdue so long that they seem stuck
PLAYED = 3  # matches between two computers added at once
PLENTY = 5000  # puzzles of one game after which no more are searched
OF_MATCH = "end_puzzle"  # the live partial of a match that leads to a puzzle from it
# What a puzzle and the result of a search have in common; `kind` and `solutions` are of other types there.
SAME = ("ply", "best", "best_points", "second_points", "choices", "answers", "line", "best_chance", "points_chance")

State = Puzzle.State
log = logging.getLogger(__name__)
_stock = Sweep("stock of puzzles")


def load_packs() -> None:
    """Load the puzzles and themes that are missing from the packs of all games, and choose today's. Idempotent.

    They count as checked, since a pack has only puzzles that passed the check. What the site has stays as it is: a
    puzzle that was withdrawn remains so. With a `PUZZLE_STOCK` of 0 nothing is loaded. A pack that cannot be read is
    logged and left out.
    """
    if not settings.PUZZLE_STOCK:
        return
    for slug in games():
        try:
            pack = read_pack(slug, puzzles_file(slug))
        except (OSError, ValueError, LookupError, TypeError) as fault:
            log.error("The puzzles of %s cannot be read: %s", slug, type(fault).__name__)
        else:
            _load([one for one in pack if one.rules == games()[slug].rules_version])
    choose_all()


def _load(pack: list[Packed]) -> None:
    """Insert the puzzles of a game that the site does not have, all at once; they are rated within the pack."""
    ids = set(Puzzle.objects.filter(pk__in=[one.id for one in pack]).values_list("pk", flat=True))
    hardness = [one.hardness for one in pack]
    now = clock.now()
    missing = [
        Puzzle(
            id=one.id,
            game_slug=one.slug,
            option_data=one.options,
            rules_version=one.rules,
            seed=one.seed,
            moves=one.moves,
            hardness=one.hardness,
            rating=first_rating(one.hardness, hardness),
            for_daily=one.daily,
            state=State.OFFERED,
            checked_at=now,
            **_columns(one.found),
        )
        for one in pack
        if one.id not in ids
    ]
    Puzzle.objects.bulk_create(missing, ignore_conflicts=True)  # another process may load them at the same time
    without = set(_without_themes().filter(game_slug=pack[0].slug).values_list("pk", flat=True)) if pack else set()
    _store_themes({one.id: one.themes for one in pack if one.themes is not None and one.id in without})


def _columns(puzzle: Found) -> dict[str, Any]:  # of the types of the columns
    """Return the columns that say what the puzzle is, without its hardness."""
    return {name: getattr(puzzle, name) for name in SAME} | {"kind": puzzle.kind, "solutions": list(puzzle.solutions)}


def add_matches(matches: Sequence[Match]) -> None:
    """Enqueue the search of these matches for puzzles, at most until `MOST_QUEUED` wait. Idempotent.

    Unfinished matches and those without a move are skipped, and those that continue another match: a puzzle is replayed
    from seed and moves alone. So are mirror matches, as the other board of one has the same seed, and those of pupils,
    which no one outside their class sees.
    """
    room = MOST_QUEUED - Job.objects.filter(kind=SEARCH, state=Job.State.WAITING).count()
    own = [
        match
        for match in matches
        if match.finished_at and match.ply and not (match.origin_id or match.twin_id or match.has_pupil)
    ][: max(0, room)]
    sources = [Source(match=match, game_slug=match.game_slug) for match in own]
    with transaction.atomic():
        Source.objects.bulk_create(sources, ignore_conflicts=True)
        enqueue_searches(Source.objects.filter(match__in=own, searched_at=None))


def add_computer_match(slug: str) -> Source | None:
    """Return the source of the next match between two computers; None if another process has searched it meanwhile."""
    last = Source.objects.filter(game_slug=slug).aggregate(last=Max("number"))["last"] or 0
    source = Source(game_slug=slug, number=last + 1)
    Source.objects.bulk_create([source], ignore_conflicts=True)
    return Source.objects.filter(game_slug=slug, number=last + 1, searched_at=None).first()


def enqueue_searches(sources: Iterable[Source]) -> None:
    """Enqueue a search of each of these sources."""
    enqueue_all((SEARCH, str(source.pk)) for source in sources)


def replenish() -> None:
    """Enqueue searches for games with too few puzzles and none in preparation: of older and of computers' matches."""
    dead = Job.objects.filter(kind=SEARCH, state=Job.State.DEAD).values_list("key", flat=True)
    waiting = Source.objects.filter(searched_at=None).exclude(pk__in=[int(key) for key in dead])
    under_way = {*waiting.values_list("game_slug", flat=True), *unchecked().values_list("game_slug", flat=True)}
    short = sorted(_short_of() - under_way)
    if not short:
        return
    own_deal = Match.objects.filter(unsealed(), origin=None, twin=None)
    older = own_deal.filter(finished_at__isnull=False, puzzle_source=None, ply__gt=0, game_slug__in=short)
    add_matches(list(older.select_related("first", "second").order_by("-finished_at")[:MOST_QUEUED]))
    _stock.each(short, _add_computer_matches)


def _add_computer_matches(slug: str) -> None:
    with transaction.atomic():
        enqueue_searches(source for _match in range(PLAYED) if (source := add_computer_match(slug)))


def search(source: Source) -> list[Puzzle]:
    """Search the match for puzzles, save them and return them; none if it was searched before. Idempotent.

    A match that cannot be replayed, or whose search takes too long, yields none. Raises PoolClosed if this process is
    about to exit, and unexpected errors.
    """
    if source.searched_at:
        return []
    try:
        moves, finds = _search(source)
    except (BadNotation, IllegalMove, ValueError, LookupError, TooSlow) as fault:  # a retry would not help
        log_once("puzzles", str(source), fault)
        moves, finds = [], []
    with transaction.atomic():
        if not Source.objects.filter(pk=source.pk, searched_at=None).update(searched_at=clock.now()):
            return []  # another process was first (compare-and-set)
        plies = _known(source)
        puzzles = [_save(source, moves[: one.ply], one) for one in finds if one.ply not in plies]
        enqueue_checks()
        return puzzles


def seed_of(slug: str, number: int) -> bytes:
    """Return the seed of a match between two computers, derived from `SECRET_KEY`: fixed for a site, but secret."""
    return hashlib.sha256(f"{settings.SECRET_KEY} puzzles {slug} {number}".encode()).digest()


def _search(source: Source) -> tuple[list[str], list[Found]]:
    """Return the moves of the match and the puzzles that a worker finds in it.

    Both are empty if the game is not installed, its rules have changed since, or it has `PLENTY` puzzles.
    """
    match = source.match
    if source.game_slug not in games() or (match and not match.finished_at):
        return [], []
    if _not_withheld().filter(game_slug=source.game_slug).count() >= PLENTY:
        return [], []
    if match is None:
        return run(play_and_find, source.game_slug, _seed(source))
    if match.rules_version != games()[match.game_slug].rules_version:
        return [], []  # puzzles are solved by the current rules
    moves = list(match.moves.values_list("text", flat=True))
    return moves, run(find, match.game_slug, match.option_data, bytes(match.seed), moves)


def _save(source: Source, moves: Sequence[str], puzzle: Found) -> Puzzle:
    alike = Puzzle.objects.filter(game_slug=source.game_slug).exclude(state=State.OWN)
    others = list(alike.order_by("-made_at").values_list("hardness", flat=True)[:COMPARED])
    return Puzzle.objects.create(
        source=source,
        game_slug=source.game_slug,
        rules_version=games()[source.game_slug].rules_version,
        option_data=source.match.option_data if source.match else games()[source.game_slug].options_type().data(),
        seed=_seed(source),
        moves=list(moves),
        hardness=puzzle.hardness,
        rating=first_rating(puzzle.hardness, others),
        for_daily=puzzle.kind is main_kind(games()[source.game_slug]) and _is_for_daily(source.game_slug),
        **_columns(puzzle),
    )


def _not_withheld() -> QuerySet[Puzzle]:
    """Return the puzzles that are offered or may become so."""
    return Puzzle.objects.exclude(state__in=(State.WITHHELD, State.OWN))


def _known(source: Source) -> set[int]:
    """Return the plies of puzzles from matches with the same seed, so that copies of a match yield none twice."""
    stored = Puzzle.objects.filter(game_slug=source.game_slug, seed=_seed(source)).exclude(state=State.OWN)
    return set(stored.values_list("ply", flat=True))


def _seed(source: Source) -> bytes:
    return bytes(source.match.seed) if source.match else seed_of(source.game_slug, source.number or 0)


def _is_for_daily(slug: str) -> bool:
    """Return whether the next puzzle is reserved for a future day: the first, then one in three up to RESERVE."""
    reserve = _not_withheld().filter(game_slug=slug, for_daily=True, daily=None).count()
    free = _not_withheld().filter(game_slug=slug, for_daily=False).count()
    return reserve < RESERVE and 2 * reserve <= free


def _short_of() -> set[str]:
    """Return the games with too few offered puzzles, free or reserved; none if `PUZZLE_STOCK` is 0."""
    free, reserve = Count("pk", filter=Q(for_daily=False)), Count("pk", filter=Q(for_daily=True, daily=None))
    puzzles = Puzzle.objects.filter(state=State.OFFERED)
    rows = puzzles.values_list("game_slug").annotate(free=free, kept=reserve)
    enough = settings.PUZZLE_STOCK
    full = {slug for slug, free, reserve in rows if free >= enough and reserve >= min(enough, RESERVE)}
    return set(games()) - full if enough else set()


def unchecked() -> QuerySet[Puzzle]:
    """Return the puzzles of installed games that wait to be checked, without those whose check is a dead letter.

    An offered puzzle that has to be checked again has no `checked_at`; it is offered meanwhile.
    """
    return waiting().exclude(pk__in=Job.objects.filter(kind=CHECK, state=Job.State.DEAD).values("key"))


def waiting() -> QuerySet[Puzzle]:
    """Return the puzzles of installed games that are not checked."""
    return Puzzle.objects.filter(checked_at=None, state__in=[State.UNCHECKED, State.OFFERED], game_slug__in=games())


def withdraw_outdated() -> None:
    """Withdraw the puzzles that were found under former rules of their game: the best move may be another one now.

    Those found under later rules stay: they belong to a newer process, during an upgrade.
    """
    outdated = Q(pk__in=())
    for slug, game in games().items():
        outdated |= Q(game_slug=slug, rules_version__lt=game.rules_version)
    Puzzle.objects.filter(outdated).exclude(state=State.WITHHELD).update(state=State.WITHHELD)


def doubt_outdated() -> None:
    """Have the offered puzzles checked again that a former version of the check has passed. Idempotent."""
    passed = Puzzle.objects.filter(state=State.OFFERED, checked_at__isnull=False)
    passed.filter(check_version__lt=CHECK_VERSION).update(checked_at=None)


def enqueue_checks() -> None:
    """Enqueue the checks of the most urgent puzzles: those of today, then the oldest. Idempotent."""
    checks = Job.objects.filter(kind=CHECK)
    room = MOST_CHECKS - checks.filter(state=Job.State.WAITING).count()
    if room <= 0:
        return
    others = waiting().exclude(pk__in=checks.values("key")).values_list("pk", flat=True)
    todays = list(others.filter(daily__day=today())[:room])
    oldest = others.exclude(pk__in=todays).order_by("made_at")[: room - len(todays)]
    for puzzles in (todays, oldest):  # one after the other: of jobs that are due at once the first one runs first
        enqueue_all((CHECK, pk) for pk in puzzles)


def enqueue_reasons() -> None:
    """Enqueue the search for a reason of today's puzzles, and of tomorrow's if they are chosen. Idempotent."""
    unexplained = Puzzle.objects.filter(
        daily__day__gte=today(), why__isnull=True, state=State.OFFERED, game_slug__in=games()
    )
    keys = unexplained.exclude(pk__in=Job.objects.filter(kind=EXPLAIN).values("key")).values_list("pk", flat=True)
    enqueue_all((EXPLAIN, pk) for pk in keys)


def explain(puzzle: Puzzle) -> None:
    """Find out why the answer to the puzzle is better than another move. Raises PoolClosed if this process exits."""
    solutions = None if puzzle.asks_for_points else puzzle.solutions
    try:
        reason = run(reason_against, puzzle.game_slug, position_of(puzzle), puzzle.best, solutions, puzzle.ply + 1)
    except TooSlow:
        reason = None
    why = [reason[0], reason[1].key, dict(reason[1].values)] if reason else []
    Puzzle.objects.filter(pk=puzzle.pk).update(why=why)


def enqueue_themes() -> None:
    """Enqueue the search for the themes of the offered puzzles that have none by the present version. Idempotent."""
    jobs = Job.objects.filter(kind=THEMES)
    room = MOST_CHECKS - jobs.filter(state=Job.State.WAITING).count()
    without = _without_themes().filter(state=State.OFFERED, game_slug__in=games())
    keys = without.exclude(pk__in=jobs.values("key")).order_by("made_at").values_list("pk", flat=True)
    enqueue_all((THEMES, pk) for pk in keys[: max(0, room)])


def find_themes(puzzle: Puzzle) -> None:
    """Find the themes of the puzzle and store them. Raises PoolClosed if this process exits."""
    try:
        themes = run(
            themes_of, puzzle.game_slug, position_of(puzzle), puzzle.kind, puzzle.best_points, puzzle.solutions
        )
    except TooSlow:
        themes = []
    _store_themes({puzzle.pk: themes})


def _without_themes() -> QuerySet[Puzzle]:
    return Puzzle.objects.filter(themes_version__lt=THEMES_VERSION)


def _store_themes(themes: Mapping[str, Sequence[str]]) -> None:
    """Store the themes of these puzzles, by their keys, in place of former ones."""
    rows = [PuzzleTheme(puzzle_id=key, theme=theme) for key, some in themes.items() for theme in some]
    with transaction.atomic():
        PuzzleTheme.objects.filter(puzzle__in=list(themes)).delete()
        PuzzleTheme.objects.bulk_create(rows, ignore_conflicts=True)
        Puzzle.objects.filter(pk__in=list(themes)).update(themes_version=THEMES_VERSION)


def check(puzzle: Puzzle) -> bool:
    """Check one puzzle; return whether it is offered by that. Idempotent.

    Its hardness is estimated again, so that it is comparable with that of later puzzles; its rating stays. If it is
    offered, open pages of its match are updated. Raises PoolClosed if this process is about to exit, and unexpected
    errors.
    """
    position = (puzzle.game_slug, puzzle.option_data, bytes(puzzle.seed), puzzle.moves)
    hardness = run(verified_hardness, *position, _found(puzzle))
    row, now = waiting().filter(pk=puzzle.pk), clock.now()
    if hardness is None:
        row.update(state=State.WITHHELD, checked_at=now)
        return False
    if not row.update(state=State.OFFERED, hardness=hardness, checked_at=now, check_version=CHECK_VERSION):
        return False  # another process was first (compare-and-set)
    if puzzle.source and puzzle.source.match_id:
        transaction.on_commit(partial(announce_live_partial, puzzle.source.match_id, OF_MATCH), robust=True)
    return True


def _found(puzzle: Puzzle) -> Found:
    """Return the puzzle as plain values for a worker, without the measures that the worker computes."""
    same = {name: getattr(puzzle, name) for name in SAME}
    return Found(**same, squares=0, kind=Kind(puzzle.kind), solutions=tuple(puzzle.solutions))
