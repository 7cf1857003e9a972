"""The command that fills an empty site with demo data: players, offers, matches in all states, a season, puzzles."""

from __future__ import annotations

import time
from argparse import ArgumentParser
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from itertools import combinations, islice
from math import exp
from random import Random

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.analysis.services import ask
from games.catalogue import games
from games.history.services import enqueue_scans, save_participations
from games.jobs.hooks import DEFAULT
from games.jobs.runner import run_due
from games.lobby.models import Offer
from games.lobby.services import make_offer
from games.matches.hooks import match_ended
from games.matches.models import Deal, Match, Move, commitment_of, new_id
from games.matches.play import positions
from games.matches.play.deals import unmixed_deal
from games.matches.play.services import play_move, resign, start_match
from games.matches.time.control import STRICT_CORRESPONDENCE, USUAL_LIVE, TimeControl
from games.puzzles.jobs import check_all, search_all
from games.puzzles.services.selection import choose_all
from games.puzzles.services.solving import try_move
from games.puzzles.services.stock import load_packs
from games.ratings.recount import pools, recompute
from games.rules import AnyGame, Forfeit, Position, Seat, SeededRandom

PER_GAME = 9  # matches of every game
WEEKS = 12
GENERATED = 12  # moves, of which one of the three with the most points is played
LONGEST = 80  # plies, after which the player behind resigns
BUDGET = 3.0  # seconds of generation for each game; games with slow move generation get fewer matches
COPIES = 104  # of one match of each game; two of five are live
LENGTH = timedelta(days=110)
LIVE, CORRESPONDENCE = TimeControl.live(minutes=10, increment=10), TimeControl.correspondence(days=3)
STRENGTHS = (0.8, 0.5, -0.1, -0.9)  # of the players in order; the log odds are the difference
NAMES = ["anna", "bob", "carl", "dora"]
PASSWORD = "just for looking"  # noqa: S105 - the demo prints it
SEARCHED = 16  # finished matches searched for puzzles, in about a minute, where the games bring none
CONSIDERED = 300  # moves, of which the best is played


def play_finished(players: Sequence[User], now: datetime) -> None:
    """Play every game between these players, oldest match first; each is processed as if it had just ended."""
    rng = Random(10)  # noqa: S311 - only for the demo
    pairs = list(combinations(players, 2))
    plan = [
        (game, *pairs[(place + shift) % len(pairs)])
        for place in range(PER_GAME)
        for shift, game in enumerate(games().values())
    ]
    spent: dict[str, float] = dict.fromkeys(games(), 0.0)
    for place, (game, *pair) in enumerate(plan):
        if spent[game.slug] > BUDGET:
            continue
        since = time.perf_counter()
        first, second = pair if place % 2 else reversed(pair)
        _play_one(game, first, second, now - timedelta(weeks=WEEKS) * (1 - place / len(plan)), rng)
        spent[game.slug] += time.perf_counter() - since


@transaction.atomic
def _play_one(game: AnyGame, first: User, second: User, ended_at: datetime, rng: Random) -> None:
    seed, moves, ending = rng.randbytes(32), list[str](), Match.Ending.PLAYED
    position: Position = game.setup(game.options_type(), SeededRandom(seed, 0))
    while position.result is None and len(moves) < LONGEST:
        move = _some_move(game, position, rng)
        position = game.apply(position, move, SeededRandom(seed, len(moves) + 1))
        moves.append(game.encode(move))
    if position.result is None:
        loser = Seat.FIRST if position.scores[0] < position.scores[1] else Seat.SECOND
        position, ending = game.forfeit(position, loser, Forfeit.RESIGNED), Match.Ending.RESIGNED
    is_live = rng.random() < 0.5
    times = _times(len(moves), ended_at, is_live, rng)
    match = Match(game_slug=game.slug, first=first, second=second, rated=True, ending=ending, to_move=position.to_move)
    match.rules_version, match.option_data = game.rules_version, game.options_type().data()
    match.seed, match.commitment = seed, commitment_of(seed)
    match.started_at, match.moved_at, match.finished_at = times[0], times[-1], times[-1]
    match.version = match.ply = len(moves)
    match.first_points, match.second_points = position.scores
    if result := position.result:
        match.winner, match.counts, match.scores = result.winner, result.counts, result.scores
    match.time_control = USUAL_LIVE if is_live else STRICT_CORRESPONDENCE
    match.save(force_insert=True)
    unmixed_deal(match.pk, match.commitment).save(force_insert=True)
    Move.objects.bulk_create(
        Move(match=match, ply=ply, text=text, made_at=made_at)
        for ply, (text, made_at) in enumerate(zip(moves, times[1:], strict=True), 1)
    )
    match_ended.enqueue(match)


def _some_move(game: AnyGame, position: Position, rng: Random) -> object:
    """Return a random one of the three moves with the most points among the first few."""
    moves = list(islice(game.legal_moves(position), GENERATED))
    moves.sort(key=lambda move: game.judge(position, move).points, reverse=True)
    return rng.choice(moves[:3])


def _times(plies: int, ended_at: datetime, live: bool, rng: Random) -> list[datetime]:
    """Return the start of the match and the time of each move; the last move is at `ended_at`."""
    longest = 40 if live else 9 * 3600  # seconds for a move
    times = [ended_at]
    for _ply in range(plies):
        times.append(times[-1] - timedelta(seconds=round(longest * rng.uniform(0.05, 1))))
    return times[::-1]


@transaction.atomic
def play_season(played: Iterable[Match], players: list[User], until: datetime) -> None:
    """Copy each of these finished matches many times with different players and dates, and recompute the ratings."""
    rng = Random(1)  # noqa: S311 - the same season in every demo
    for match in played:
        moves = list(match.moves.all())
        copies = [_copy(match, players, until, number, rng) for number in range(COPIES)]
        Match.objects.bulk_create(copies)
        Deal.objects.bulk_create(unmixed_deal(copy.pk, copy.commitment) for copy in copies)
        save_participations(copies)
        enqueue_scans(copy.pk for copy in copies)
        Move.objects.bulk_create(
            Move(
                match=copy,
                ply=move.ply,
                text=move.text,
                made_at=copy.started_at + (copy.moved_at - copy.started_at) * move.ply / len(moves),
            )
            for copy in copies
            for move in moves
        )
    for pool in pools():
        recompute(pool)


def _copy(match: Match, players: list[User], until: datetime, number: int, rng: Random) -> Match:
    """Return a copy of the match between two of the players, of whom the stronger one wins more often."""
    one, other = sorted(rng.sample(range(len(players)), 2))
    is_expected = rng.random() < 1 / (1 + exp(STRENGTHS[other] - STRENGTHS[one]))
    winner, loser = (players[one], players[other]) if is_expected else (players[other], players[one])
    copy = Match(**{field.attname: getattr(match, field.attname) for field in Match._meta.concrete_fields})
    copy.pk = new_id()
    copy.first, copy.second = (winner, loser) if match.winner == Seat.FIRST else (loser, winner)
    copy.time_control = LIVE if number % 5 in (1, 3) else CORRESPONDENCE
    ended_at = until - LENGTH * (1 - number / COPIES) - timedelta(minutes=rng.randrange(1, 900))
    copy.started_at = ended_at - copy.time_control.turn_limit(None)
    copy.moved_at = copy.finished_at = ended_at
    return copy


def fill_site(searched: int) -> None:
    """Create the demo's players and all their matches, unless one of the players exists already.

    `searched` is the number of finished matches that are searched for puzzles at once where the games bring none.
    """
    if User.objects.filter(username__in=NAMES).exists():
        return
    players = [User.objects.create_user(name, password=PASSWORD) for name in NAMES]
    play_finished(players, timezone.now())
    for game in games().values():
        _begin_matches(game, *players)
    game, (anna, _bob, carl, _dora) = next(iter(games().values())), players
    options, kind = game.options_type(), Offer.Kind.DIRECT
    make_offer(challenger=carl, opponent=anna, game_slug=game.slug, options=options, kind=kind, rated=True)
    matches = Match.objects.filter(ending=Match.Ending.PLAYED, winner__isnull=False).order_by("started_at")
    for slug in games():
        if latest := matches.filter(game_slug=slug).last():
            ask(latest)  # for an analysis, which the scheduler computes
    run_due(DEFAULT)
    play_season({match.game_slug: match for match in matches}.values(), players, timezone.now())
    _find_puzzles(players[1:], searched)


def _begin_matches(game: AnyGame, anna: User, bob: User, carl: User, dora: User) -> None:
    """Create matches of this game in all states, and open offers."""
    _match(game, anna, bob, 12)
    _match(game, bob, carl, 5)
    _match(game, dora, anna, 0)
    if not (match := _match(game, bob, dora, 3)).finished_at:
        resign(match.pk, dora)
    for challenger, days, rated in ((bob, 1, True), (dora, 7, False)):
        make_offer(
            challenger=challenger,
            game_slug=game.slug,
            options=game.options_type(),
            time_control=TimeControl.correspondence(days=days, vacation=True),
            rated=rated,
        )


def _find_puzzles(solvers: list[User], searched: int) -> None:
    """Load the games' puzzles or, if they bring none, find some, and have the solvers solve the daily ones."""
    load_packs()
    if not choose_all():
        search_all(searched)
        check_all()
    for daily in choose_all():
        for solver in solvers:
            try_move(daily.puzzle, solver, daily.puzzle.best)


def _match(game: AnyGame, first: User, second: User, plies: int) -> Match:
    """Return a match after this many plies, fewer if it ends earlier."""
    options, control = game.options_type(), STRICT_CORRESPONDENCE
    match = start_match(
        game_slug=game.slug, options=options, first=first, second=second, time_control=control, rated=True
    )
    while match.ply < plies and not match.finished_at:
        position = positions.replay(match).position
        player = match.player(position.to_move)
        moves = islice(game.legal_moves(position), CONSIDERED)
        best = max(moves, key=lambda move: game.judge(position, move).points)
        match = play_move(match.pk, player, match.ply + 1, game.encode(best))
    return match


class Command(BaseCommand):
    """`manage.py demo`: idempotent."""

    help = "Makes a few players with a known password, and matches between them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the number of searches for puzzles, which take most of the time."""
        parser.add_argument(
            "--searched", type=int, default=SEARCHED, help="finished matches searched for puzzles before it ends"
        )

    def handle(self, *, searched: int, **options: object) -> None:
        """Fill the site and tell how to sign in."""
        if settings.SECURE:
            raise CommandError("The demo's players have a known password: not on a public site.")
        fill_site(searched)
        self.stdout.write(f"Sign in as {', '.join(NAMES[:-1])} or {NAMES[-1]} with the password: {PASSWORD}")
