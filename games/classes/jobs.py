"""The job of a match of pupils that is over: a worker process finds the facts of its turns."""

from __future__ import annotations

from concurrent.futures import Future
from functools import partial

from games import workers
from games.classes.arithmetic import Turn, measure
from games.classes.models import MatchFacts
from games.classes.services import announce, class_of
from games.jobs.hooks import Outside, Postponed
from games.jobs.models import Job
from games.matches.hooks import matches_of
from games.matches.models import Match
from games.matches.play import positions
from games.rules import Seat
from games.workers import PoolClosed

FACTS = "classes.match_ended"  # the kind of job
CPU_LIMIT = 60.0  # seconds; a turn takes some hundredths


def find_facts(job: Job) -> Outside | None:
    """Tell the class, and have a worker measure the turns of the pupils. Raises Postponed if this process exits."""
    for match in matches_of([job]):
        if own := class_of(match.first) or class_of(match.second):
            announce(own)
        if not match.has_rules or not match.game.has_facts:
            return None
        seats = [seat for seat in Seat if match.player(seat).is_pupil]
        before = positions.all_of(match)[:-1]
        moves = match.moves.order_by("ply").values_list("text", flat=True)
        turns = [turn for turn in zip(before, moves, strict=True) if turn[0].to_move in seats]
        try:
            future = workers.begin(CPU_LIMIT, measure, match.game_slug, match.rules_version, turns)
        except PoolClosed:
            raise Postponed from None
        return Outside(future, partial(_keep, match, future))
    return None


def _keep(match: Match, future: Future[list[Turn]]) -> None:
    """Store the turns; a match that was deleted with its class meanwhile leaves none."""
    if isinstance(future.exception(), PoolClosed):
        raise Postponed
    if Match.objects.filter(pk=match.pk).exists():
        MatchFacts.objects.update_or_create(match=match, defaults={"turns": future.result()})
