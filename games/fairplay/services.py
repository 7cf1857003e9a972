"""The only code that writes comparisons and suspicions."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from statistics import median

from django.db import transaction

from accounts.models import User
from core import clock
from games.analysis.models import Analysis
from games.analysis.reading import analysis_of, play_again, read_report
from games.analysis.services import FEWEST_MOVES, ask
from games.catalogue import evaluator
from games.computers.models import Computer
from games.fairplay.agreement import LEVELS, agreement_of, expected_of, is_suspicious, z_score
from games.fairplay.models import Comparison, Suspicion
from games.jobs.hooks import Postponed
from games.matches.models import Match
from games.ratings.models import Rating, RatingChange
from games.rules import Seat

LATEST = 10  # matches of a player that are looked at together
PAUSE = timedelta(minutes=1)  # until the analysis is looked for again
GIVEN_UP = timedelta(days=2)  # after the end of a match


def compare(match: Match) -> None:
    """Compare the moves of both players of a rated match with the best ones, once its analysis is done. Idempotent.

    Computer players and deleted accounts are left out, and matches of a few moves, void ones, and games without an
    evaluator or figures of its computer players. Raises Postponed while the analysis or the rating is not there yet.
    """
    if not _is_compared(match):
        return
    changes = list(RatingChange.objects.filter(match=match).select_related("rating"))
    analysis = analysis_of(match) or ask(match) if changes else None  # a failed one is not requested again
    if analysis is None or not analysis.is_done:
        if _is_given_up(match, analysis):
            return
        raise Postponed(PAUSE)
    rows = read_report(analysis, play_again(match)).rows
    times = list(match.moves.values_list("made_at", flat=True))
    for change in changes:
        player = match.first if change.rating.player_id == match.first_id else match.second
        seat = Seat.FIRST if player == match.first else Seat.SECOND
        turns = [([choice.chance for choice in row.choices], row.cost) for row in rows if row.turn.seat is seat]
        agreement = agreement_of(turns, _expected(match.game_slug, change))
        seconds = _seconds(times, [row.ply for row in rows if row.turn.seat is seat])
        with transaction.atomic():
            if not _still_counts(match, player):
                continue
            Comparison.objects.update_or_create(
                match=match,
                player=player,
                defaults={
                    "game_slug": match.game_slug,
                    "finished_at": match.finished_at or clock.now(),
                    "rating": change.rating_before,
                    "turns": agreement.turns,
                    "agreed": agreement.agreed,
                    "expected": agreement.expected,
                    "loss": agreement.loss,
                    "seconds": seconds,
                },
            )
            _update_suspicion(player, match.game_slug)


def forget(match: Match) -> None:
    """Delete the comparisons of a match that was declared void, and bring its players' figures up to date."""
    for comparison in Comparison.objects.filter(match=match).select_related("player"):
        with transaction.atomic():
            comparison.delete()
            _update_suspicion(comparison.player, comparison.game_slug)


def delete_figures(user: User) -> None:
    """Delete all figures of a player whose account is deleted."""
    Comparison.objects.filter(player=user).delete()
    Suspicion.objects.filter(player=user).delete()


def _is_compared(match: Match) -> bool:
    is_played = match.finished_at is not None and match.voided_at is None and match.ply >= FEWEST_MOVES
    return (
        is_played
        and match.rated
        and not match.twin_id
        and match.game_slug in LEVELS
        and evaluator(match.game_slug) is not None
    )


def _still_counts(match: Match, player: User) -> bool:
    """Return whether the player may be compared in this match, and lock both, so that neither changes until the commit.

    Meanwhile the match may have become void, or the account deleted: what removes their figures has run then.
    """
    people = User.objects.select_for_update(no_key=True).filter(
        pk=player.pk, is_active=True, is_computer=False, is_bot=False
    )
    matches = Match.objects.select_for_update(no_key=True).filter(pk=match.pk, voided_at=None)
    return bool(people.values_list("pk")) and bool(matches.values_list("pk"))


def _is_given_up(match: Match, analysis: Analysis | None) -> bool:
    has_failed = analysis is not None and analysis.state == Analysis.State.FAILED
    return has_failed or match.finished_at is None or clock.now() - match.finished_at > GIVEN_UP


def _expected(slug: str, change: RatingChange) -> float:
    levels = dict(Computer.objects.values_list("user", "level"))
    ratings = Rating.objects.filter(pool=change.rating.pool_id, player__in=levels).values_list("player", "rating")
    return expected_of(change.rating_before, LEVELS[slug], {levels[player]: rating for player, rating in ratings})


def _seconds(times: Sequence[datetime], plies: Sequence[int]) -> float | None:
    """Return the median thinking time of these turns; the first of a match has none."""
    gaps = [(later - earlier).total_seconds() for earlier, later in pairwise(times)]
    own = [gaps[ply - 2] for ply in plies if ply >= 2]
    return median(own) if own else None


def _update_suspicion(player: User, slug: str) -> None:
    """Compute the figures of a player's latest matches of a game. Call it in a transaction."""
    latest = list(Comparison.objects.filter(player=player, game_slug=slug).order_by("-finished_at", "-pk")[:LATEST])
    matches = [comparison.agreement for comparison in latest]
    suspicion = Suspicion.objects.select_for_update().filter(player=player, game_slug=slug).first()
    if not matches:
        Suspicion.objects.filter(player=player, game_slug=slug).delete()
        return
    suspicious, score = is_suspicious(matches), z_score(matches)
    before = suspicion.highest if suspicion else 0.0
    Suspicion.objects.update_or_create(
        player=player,
        game_slug=slug,
        defaults={
            "matches": len(matches),
            "turns": sum(match.turns for match in matches),
            "agreed": sum(match.agreed for match in matches),
            "expected": sum(match.turns * match.expected for match in matches),
            "score": score,
            "highest": max(before, score) if suspicious else before,
            "is_suspicious": suspicious,
            "updated_at": clock.now(),
        },
    )
