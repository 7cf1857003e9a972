"""Finished matches, and their ratings."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.core.management import call_command

from accounts.models import User
from games.catalogue import games
from games.matches.models import Match
from games.matches.play import positions
from games.matches.play.opening import start_match
from games.matches.play.services import find_match, play_move
from games.matches.time.control import TimeControl
from games.ratings.glicko2 import Standing
from games.ratings.models import Rating, RatingPool, Score
from games.ratings.services import count_match
from games.ratings.update import State
from tests.moves import given_up

NOON = datetime(2026, 11, 1, 12, tzinfo=UTC)
DAYS, LIVE = TimeControl.correspondence(days=3), TimeControl.live(minutes=5, increment=8)


@pytest.fixture(autouse=True)
def _undamped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every match count in full, as before shares; test_shares.py has the present rules."""
    monkeypatch.setattr(Match._meta.get_field("rating_rules"), "_get_default", lambda: 1)


def begun(first: User, second: User, *, slug: str = "sudoku", rated: bool = True, live: bool = False) -> Match:
    """Return a match that has just started."""
    options, control = games()[slug].options_type(), LIVE if live else DAYS
    match = start_match(game_slug=slug, options=options, first=first, second=second, time_control=control, rated=rated)
    if live:
        Match.objects.filter(pk=match.pk).update(clock_since=match.started_at, deadline_at=None)
    return find_match(match.pk)


def opened(first: User, second: User, slug: str) -> Match:
    """Return a rated match in which both players have made a move."""
    match = begun(first, second, slug=slug)
    for player in (first, second):
        position = positions.current(match)
        move = match.game.encode(next(iter(match.game.legal_moves(position))))
        match = play_move(match.pk, player, match.ply + 1, move)
    return match


def beats(winner: User, loser: User, *, slug: str = "sudoku", rated: bool = True, live: bool = False) -> Match:
    """Return a match that the loser has resigned."""
    return given_up(begun(winner, loser, slug=slug, rated=rated, live=live), loser)


def ended(
    first: User,
    second: User,
    winner: int | None,
    at: datetime = NOON,
    points: tuple[int, int] = (10, 10),
    *,
    slug: str = "sudoku",
    live: bool = False,
) -> Match:
    """Return a rated match that was played to its end at this time with this result, and counted."""
    match = stored(first, second, winner, at, points, slug=slug, live=live)
    count_match(match)
    return match


def stored(
    first: User,
    second: User,
    winner: int | None,
    at: datetime = NOON,
    points: tuple[int, int] = (10, 10),
    *,
    slug: str = "sudoku",
    live: bool = False,
) -> Match:
    """Return such a match without counting it."""
    match = begun(first, second, slug=slug, live=live)
    Match.objects.filter(pk=match.pk).update(
        finished_at=at,
        ending=Match.Ending.PLAYED,
        winner=winner,
        scores=slug == "digifeud",
        first_points=points[0],
        second_points=points[1],
        deadline_at=None,
    )
    return find_match(match.pk)


def rating_of(player: User, slug: str = "sudoku", *, live: bool = False) -> Rating:
    """Return the player's rating."""
    return Rating.objects.get(player=player, pool__game_slug=slug, pool__is_live=live)


def score_of(player: User, slug: str = "digifeud") -> int | None:
    """Return the player's total score in this game; None without a match that has a score."""
    return Score.objects.filter(player=player, game_slug=slug).values_list("total", flat=True).first()


def settle(player: User, rating: float, *, slug: str = "sudoku") -> Rating:
    """Give the player a settled rating without matches, and return it."""
    kind = RatingPool.Kind.BOTS if player.is_bot else RatingPool.Kind.PEOPLE
    pool, _ = RatingPool.objects.get_or_create(game_slug=slug, is_live=False, kind=kind)
    row = Rating.objects.filter(pool=pool, player=player).first() or Rating(pool=pool, player=player)
    row.state = State(Standing(rating, 60.0, 0.06), datetime.now(UTC), won=6, lost=4)
    row.save()
    return row


def check() -> None:
    """Fail unless recomputing gives the stored ratings, to the bit."""
    call_command("recompute_ratings", check=True, verbosity=0)
