"""Finished matches of the demo: played by a randomised greedy policy, and spread over the past weeks."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import combinations, islice

from django.db import transaction

from accounts.models import User
from games.catalogue import games
from games.matches.hooks import match_ended
from games.matches.models import Match, Move, commitment_of
from games.matches.play.deals import unmixed_deal
from games.matches.time.control import STRICT_CORRESPONDENCE, USUAL_LIVE
from games.rules import AnyGame, Forfeit, Position, Seat, SeededRandom

PER_GAME = 9  # matches of every game
WEEKS = 12
CONSIDERED = 12  # moves, of which one of the three with the most points is played
LONGEST = 80  # plies, after which the player behind resigns
BUDGET = 3.0  # seconds of generation for each game; games with slow move generation get fewer matches


@dataclass(frozen=True)
class Played:
    """The moves of a match, and the position after them."""

    moves: tuple[str, ...]
    position: Position


def play_finished(players: Sequence[User], now: datetime) -> None:
    """Play every game between these players, oldest match first; each is processed as if it had just ended."""
    rng = random.Random(10)  # noqa: S311 - only for the demo
    pairs = list(combinations(players, 2))
    plan = [(game, *pairs[(place + shift) % len(pairs)]) for place in range(PER_GAME) for shift, game in _games()]
    step = timedelta(weeks=WEEKS) / len(plan)
    spent: dict[str, float] = dict.fromkeys(games(), 0.0)
    for place, (game, first, second) in enumerate(plan):
        if spent[game.slug] > BUDGET:
            continue
        since = time.perf_counter()
        seats = (first, second) if place % 2 else (second, first)
        _store(game, *seats, now - timedelta(weeks=WEEKS) + step * place, rng)
        spent[game.slug] += time.perf_counter() - since


def _games() -> Iterator[tuple[int, AnyGame]]:
    return enumerate(games().values())


@transaction.atomic
def _store(game: AnyGame, first: User, second: User, ended_at: datetime, rng: random.Random) -> None:
    seed = rng.randbytes(32)
    record = _play(game, seed, rng)
    position, ending = record.position, Match.Ending.PLAYED
    if position.result is None:
        loser = Seat.FIRST if position.scores[0] < position.scores[1] else Seat.SECOND
        position, ending = game.forfeit(position, loser, Forfeit.RESIGNED), Match.Ending.RESIGNED
    live = rng.random() < 0.5
    times = _times(len(record.moves), ended_at, live, rng)
    match = Match(
        game_slug=game.slug,
        rules_version=game.rules_version,
        option_data=game.options_type().data(),
        first=first,
        second=second,
        rated=True,
        seed=seed,
        commitment=commitment_of(seed),
        started_at=times[0],
        version=len(record.moves),
        ply=len(record.moves),
        to_move=position.to_move,
        first_points=position.scores[0],
        second_points=position.scores[1],
        moved_at=times[-1],
        finished_at=times[-1],
        ending=ending,
        winner=position.result.winner if position.result else None,
        counts=position.result.counts if position.result else True,
        scores=position.result.scores if position.result else False,
    )
    match.time_control = USUAL_LIVE if live else STRICT_CORRESPONDENCE
    match.save(force_insert=True)
    unmixed_deal(match.pk, match.commitment).save(force_insert=True)
    Move.objects.bulk_create(
        Move(match=match, ply=ply, text=text, made_at=made_at)
        for ply, (text, made_at) in enumerate(zip(record.moves, times[1:], strict=True), 1)
    )
    match_ended.enqueue(match)


def _play(game: AnyGame, seed: bytes, rng: random.Random) -> Played:
    position: Position = game.setup(game.options_type(), SeededRandom(seed, 0))
    moves: list[str] = []
    while position.result is None and len(moves) < LONGEST:
        move = _some_move(game, position, rng)
        position = game.apply(position, move, SeededRandom(seed, len(moves) + 1))
        moves.append(game.encode(move))
    return Played(tuple(moves), position)


def _some_move(game: AnyGame, position: Position, rng: random.Random) -> object:
    """Return a random one of the three moves with the most points among the first few."""
    moves = list(islice(game.legal_moves(position), CONSIDERED))
    moves.sort(key=lambda move: game.judge(position, move).points, reverse=True)
    return rng.choice(moves[:3])


def _times(plies: int, ended_at: datetime, live: bool, rng: random.Random) -> list[datetime]:
    """Return the start of the match and the time of each move; the last move is at `ended_at`."""
    longest = 40 if live else 9 * 3600  # seconds for a move
    times = [ended_at]
    for _ply in range(plies):
        times.append(times[-1] - timedelta(seconds=round(longest * rng.uniform(0.05, 1))))
    return times[::-1]
