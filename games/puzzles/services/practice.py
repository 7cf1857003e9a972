"""My mistakes: costly moves of a player's own matches, which come again as puzzles until they are solved twice."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.hooks import Facts
from accounts.models import User
from core import clock
from games.analysis.evaluation.moments import LEAST_COST, deciding
from games.analysis.evaluation.report import TurnReport
from games.analysis.models import VERSION, Analysis
from games.analysis.reading import MISTAKE, play_again, read_report
from games.catalogue import games
from games.jobs.models import Job
from games.jobs.services import enqueue, enqueue_all
from games.matches.errors import refusal
from games.matches.models import Match
from games.puzzles.kinds import Theme
from games.puzzles.making.mistakes import Examined, examine
from games.puzzles.models import Mistake, Puzzle
from games.puzzles.services.solving import judged
from games.rules import Position, Seat
from games.workers import TooSlow, run

COLLECT = "puzzles.mistakes"  # the kind of job that collects the mistakes of one match; its key is that of the match
AHEAD = timedelta(days=1)  # by which the matches of a player who looks precede others: longer than any of them waits
ON_THEIR_WAY = (Analysis.State.ASKED, Analysis.State.WORKING)
SEES = "mistakes"  # what a visible page of a player's mistakes says that it displays
MOST_WAITING = 500  # waiting matches that are looked through for those of a player
FIRST = timedelta(days=7)  # from the end of the match until a mistake is due: the match is forgotten by then
PAUSE, LONGEST_PAUSE = timedelta(days=3), timedelta(days=60)  # after it was shown; the pause doubles each time
ENOUGH = 2  # times that it has to be solved
EACH = 3  # mistakes of a player in one match, besides those among the moments that decided it
MOST = 300  # mistakes of a player that are not learned; older ones go

# The mistake is not due, or learned.
NotReady = refusal("NotReady", _("This position is not ready yet."))


def enqueue_mistakes(match: Match) -> None:
    """Enqueue the collection of the mistakes in this match, whose analysis is complete."""
    if _is_suitable(match):
        enqueue(COLLECT, match.pk)


def look(player: User, displays: Facts) -> None:
    """Have the mistakes of a player who looks at their page collected now, before those of others. Idempotent."""
    if displays.get("sees") != SEES:
        return
    due_at = clock.now() - AHEAD
    # One that failed is tried again after its pause.
    later = _jobs().filter(due_at__gt=due_at, tries=0, key__in=_uncollected(player))
    enqueue_all([(COLLECT, key) for key in later.values_list("key", flat=True)], due_at=due_at)


def is_awaited(job: Job) -> bool:
    """Return whether a player looks at the mistakes that the job collects."""
    return clock.now() - job.due_at >= AHEAD


def waiting_of(player: User) -> int:
    """Return in how many matches of the player mistakes are still to be found."""
    analyses = Analysis.objects.filter(_of(player, "match__"), state__in=ON_THEIR_WAY, version=VERSION)
    return len(_uncollected(player)) + analyses.count()


def _jobs() -> QuerySet[Job]:
    return Job.objects.filter(kind=COLLECT, state=Job.State.WAITING)


def _uncollected(player: User) -> list[str]:
    keys = list(_jobs().order_by("due_at").values_list("key", flat=True)[:MOST_WAITING])
    return list(Match.objects.filter(_of(player), pk__in=keys).values_list("pk", flat=True)) if keys else []


def _of(player: User, path: str = "") -> Q:
    return Q(**{f"{path}first": player}) | Q(**{f"{path}second": player})


def collect(match: Match) -> list[Mistake]:
    """Collect both players' mistakes in an analysed match and return them. Idempotent; what was practised stays.

    After another analysis, mistakes that are none by it go. Raises PoolClosed if this process is about to exit.
    """
    analysis = Analysis.objects.filter(match=match, version=VERSION, state=Analysis.State.DONE).first()
    if analysis is None or not _is_suitable(match):
        return []
    played = play_again(match)
    report = read_report(analysis, played)
    moments = {row.ply for row in deciding(report)}
    dear_moves = []
    for row in dear(report.rows, moments):
        player = match.player(row.turn.seat)
        if player.is_computer or player.is_bot:
            continue
        before, text = played.positions[row.ply - 1], played.moves[row.ply - 1]
        if (examined := _examine(match, row, before, text)) and examined.solutions:
            dear_moves.append((player, row, examined))
    with transaction.atomic():
        old = {(one.player_id, one.ply): one for one in Mistake.objects.filter(match=match).select_related("puzzle")}
        new = [
            _save(match, player, row, played.moves, examined, old.pop((player.pk, row.ply), None))
            for player, row, examined in dear_moves
        ]
        Puzzle.objects.filter(mistake__in=old.values()).delete()
        for player in {player for player, _row, _examined in dear_moves}:
            _forget_oldest(player)
    return new


def dear(rows: Iterable[TurnReport], moments: set[int]) -> list[TurnReport]:
    """Return the turns that are practised: misses of each player that cost most, and those among the moments."""
    misses = sorted((row for row in rows if row.is_miss), key=lambda row: -row.cost)
    costly: dict[Seat, list[int]] = defaultdict(list)
    for row in misses:
        if row.cost >= MISTAKE and len(costly[row.turn.seat]) < EACH:
            costly[row.turn.seat].append(row.ply)
    plies = {ply for some in costly.values() for ply in some}
    plies |= {row.ply for row in misses if row.ply in moments and row.cost >= LEAST_COST}
    return sorted((row for row in misses if row.ply in plies), key=lambda row: row.ply)


def _examine(match: Match, row: TurnReport, before: Position, text: str) -> Examined | None:
    try:
        return run(examine, match.game_slug, before, text, row.choices, match.pk, row.ply)
    except TooSlow:
        return None


def _is_suitable(match: Match) -> bool:
    """Return whether puzzles can be made of it: replayed by the present rules, from seed and moves alone."""
    game = games().get(match.game_slug)
    is_own_deal = not (match.origin_id or match.twin_id or match.voided_at)
    return game is not None and is_own_deal and match.rules_version == game.rules_version


def _save(
    match: Match, player: User, row: TurnReport, moves: tuple[str, ...], one: Examined, old: Mistake | None
) -> Mistake:
    best, made_at = row.choices[0], match.finished_at or clock.now()
    columns = {
        "best": best.text,
        "best_points": best.points,
        "second_points": row.turn.points,
        "choices": one.choices,
        "answers": len(one.solutions),
        "kind": one.kind,
        "solutions": list(one.solutions),
        "best_chance": best.chance,
        "hardness": row.cost,
    }
    about = {
        "theme": one.theme.value,
        "cost": round(row.cost, 4),
        "why": [one.why.key, dict(one.why.values)] if one.why else [],
    }
    if old:
        Puzzle.objects.filter(pk=old.puzzle_id).update(**columns)
        Mistake.objects.filter(pk=old.pk).update(**about)
        return old
    puzzle = Puzzle.objects.create(
        game_slug=match.game_slug,
        option_data=match.option_data,
        rules_version=match.rules_version,
        seed=bytes(match.seed),
        moves=list(moves[: row.ply - 1]),
        ply=row.ply - 1,
        state=Puzzle.State.OWN,
        checked_at=clock.now(),
        **columns,
    )
    return Mistake.objects.create(
        player=player, match=match, puzzle=puzzle, made_at=made_at, due_at=made_at + FIRST, **about
    )


def _forget_oldest(player: User) -> None:
    surplus = Mistake.objects.filter(player=player, solved__lt=ENOUGH).order_by("-made_at").values("puzzle")[MOST:]
    Puzzle.objects.filter(pk__in=list(surplus.values_list("puzzle", flat=True))).delete()


def mistakes_of(player: User) -> QuerySet[Mistake]:
    """Return the player's mistakes that can be practised or were learned, in the order in which they are due."""
    rows = Mistake.objects.filter(player=player, puzzle__state=Puzzle.State.OWN, puzzle__game_slug__in=games())
    return rows.filter(match__voided_at=None).select_related("puzzle", "match").order_by("due_at", "pk")


def due_of(player: User, now: datetime) -> QuerySet[Mistake]:
    """Return the player's mistakes that are due, the longest due first."""
    return mistakes_of(player).filter(due_at__lte=now, solved__lt=ENOUGH)


def next_of(mistakes: Iterable[Mistake], now: datetime) -> datetime | None:
    """Return when the next of these is due; None if one is due already, or all are learned."""
    first = min((one.due_at for one in mistakes if one.solved < ENOUGH), default=now)
    return first if first > now else None


def note(player: User, puzzle: Puzzle, *, is_solved: bool) -> bool:
    """Note the answer to one's own mistake: it comes again after a growing pause, or is learned. Return whether it was.

    To be called in the transaction that stores the answer. A mistake that is not due is left as it is, so an answer
    counts once.
    """
    now = clock.now()
    mistake = Mistake.objects.select_for_update().filter(player=player, puzzle=puzzle, due_at__lte=now).first()
    if mistake is None or mistake.solved >= ENOUGH:
        return False
    mistake.due_at = now + min(PAUSE * 2**mistake.shown, LONGEST_PAUSE)
    mistake.shown, mistake.solved = mistake.shown + 1, mistake.solved + is_solved
    mistake.save(update_fields=["due_at", "shown", "solved"])
    return True


def answer_mistake(player: User, puzzle: Puzzle, text: str) -> bool:
    """Answer one's own mistake with a move and return whether it is right. For programs; pages answer in a run.

    Raises NotReady unless it is due, so an answer counts once, BadNotation and IllegalMove.
    """
    move, turn = judged(puzzle, text)
    is_solved = puzzle.is_answered_by(move, turn.points)
    with transaction.atomic():
        if not note(player, puzzle, is_solved=is_solved):
            raise NotReady
    return is_solved


@dataclass(frozen=True)
class Advice:
    """The theme in which a player gave away most, and how many positions of it are due."""

    theme: Theme
    number: int


def advice_for(player: User) -> Advice | None:
    """Return what the player should practise now; None while nothing is due."""
    costs, counts = defaultdict[str, float](float), Counter[str]()
    for theme, cost in due_of(player, clock.now()).values_list("theme", "cost"):
        costs[theme] += cost
        counts[theme] += 1
    if not costs:
        return None
    theme = max(sorted(costs), key=lambda one: costs[one])
    return Advice(Theme(theme), counts[theme])
