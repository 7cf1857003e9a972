"""A season of the demo: copies of finished matches, as if the same players had played for months."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from math import exp
from random import Random

from django.db import transaction

from accounts.models import User
from games.history.services import enqueue_scans, save_participations
from games.matches.models import Deal, Match, Move, commitment_of, new_id
from games.matches.play.deals import unmixed_deal
from games.matches.time.control import TimeControl
from games.ratings.recount import pools, recompute
from games.rules import Seat

CORRESPONDENCE_MATCHES, LIVE_MATCHES = 60, 44  # matches of each game
LENGTH = timedelta(days=110)
LIVE, CORRESPONDENCE = TimeControl.live(minutes=10, increment=10), TimeControl.correspondence(days=3)
STRENGTHS = (0.8, 0.5, -0.1, -0.9)  # of the players in order; the log odds are the difference


def play_season(played: Iterable[Match], players: list[User], until: datetime) -> None:
    """Copy each of these finished matches many times with different players and dates, and recompute the ratings."""
    rng = Random(1)  # noqa: S311 - the same season in every demo
    with transaction.atomic():
        for match in played:
            moves = list(match.moves.all())
            copies = list(_copies(match, players, until, rng))
            Match.objects.bulk_create(copies)
            Deal.objects.bulk_create(unmixed_deal(copy.pk, copy.commitment) for copy in copies)
            save_participations(copies)
            enqueue_scans(copy.pk for copy in copies)
            Move.objects.bulk_create(move for copy in copies for move in _moves(copy, moves))
        for pool in pools():
            recompute(pool)


def _copies(match: Match, players: list[User], until: datetime, rng: Random) -> Iterator[Match]:
    for number in range(CORRESPONDENCE_MATCHES + LIVE_MATCHES):
        one, other = sorted(rng.sample(range(len(players)), 2))
        better = rng.random() < 1 / (1 + exp(STRENGTHS[other] - STRENGTHS[one]))
        winner, loser = (players[one], players[other]) if better else (players[other], players[one])
        ended_at = (
            until
            - LENGTH * (1 - number / (CORRESPONDENCE_MATCHES + LIVE_MATCHES))
            - timedelta(minutes=rng.randrange(1, 900))
        )
        yield _copy(match, winner, loser, ended_at, is_live=number % 5 in (1, 3))


def _copy(match: Match, winner: User, loser: User, ended_at: datetime, *, is_live: bool) -> Match:
    first, second = (winner, loser) if match.winner == Seat.FIRST else (loser, winner)
    control = LIVE if is_live else CORRESPONDENCE
    copied = (
        *("game_slug", "rules_version", "option_data", "seed", "ply", "version", "to_move"),
        *("first_points", "second_points", "ending", "winner", "counts", "scores"),
    )
    copy = Match(
        id=new_id(),
        first=first,
        second=second,
        rated=True,
        started_at=ended_at - control.turn_limit(None),
        moved_at=ended_at,
        finished_at=ended_at,
        **{name: getattr(match, name) for name in copied},
    )
    copy.time_control, copy.commitment = control, commitment_of(match.seed)
    return copy


def _moves(match: Match, moves: list[Move]) -> Iterator[Move]:
    for move in moves:
        made_at = match.started_at + (match.moved_at - match.started_at) * move.ply / len(moves)
        yield Move(match=match, ply=move.ply, text=move.text, made_at=made_at)
