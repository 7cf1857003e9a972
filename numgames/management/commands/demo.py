"""A few players, offers and matches to look at."""

from __future__ import annotations

from itertools import islice
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from games.analysis.services import ask
from games.catalogue import games
from games.lobby.models import Offer
from games.lobby.services import make_offer
from games.matches import positions
from games.matches.models import Match
from games.matches.services import play_move, resign, start_match
from games.matches.time.control import TimeControl
from games.matches.time.presets import STRICT_CORRESPONDENCE
from games.puzzles.services.dailies import choose_all
from games.puzzles.services.extraction import search_next
from games.puzzles.services.solving import try_move
from games.puzzles.services.verification import check_next
from games.rules import AnyGame, Position
from numgames.demo.matches import play_finished
from numgames.demo.season import play_season

NAMES = ["anna", "bob", "carl", "dora"]
PASSWORD = "just for looking"  # noqa: S105 - it is printed for everybody
SEARCHED = 16  # finished matches that are looked through for puzzles; the clock does the others
CONSIDERED = 300  # moves, of which the best is played


class Command(BaseCommand):
    """`manage.py demo`: once it has run, it changes nothing any more."""

    help = "Makes a few players with a known password, and matches between them."

    def handle(self, **options: Any) -> None:
        """Fills an empty site and says how to sign in."""
        if settings.SECURE:
            raise CommandError("The demo's players have a known password: not on a public site.")
        if not User.objects.filter(username__in=NAMES).exists():
            players = [User.objects.create_user(name, password=PASSWORD) for name in NAMES]
            play_finished(players, timezone.now())
            for game in games().values():
                _fill(game, *players)
            _challenge(next(iter(games().values())), *players)
            won = Match.objects.filter(ending=Match.Ending.PLAYED, winner__isnull=False).order_by("started_at")
            _have_analysed(won)
            play_season({match.game_slug: match for match in won}.values(), players, timezone.now())
            _find_puzzles(players[1:])
        self.stdout.write(f"Sign in as {', '.join(NAMES[:-1])} or {NAMES[-1]} with the password: {PASSWORD}")


def _have_analysed(won: QuerySet[Match]) -> None:
    """The latest match of each game is analysed by the clock as soon as it runs."""
    for slug in games():
        if latest := won.filter(game_slug=slug).last():
            ask(latest)


def _fill(game: AnyGame, anna: User, bob: User, carl: User, dora: User) -> None:
    """Matches in all states, and open offers."""
    _match(game, anna, bob, 12)
    _match(game, bob, carl, 5)
    _match(game, dora, anna, 0)
    if not (given_up := _match(game, bob, dora, 3)).finished_at:
        resign(given_up.pk, dora)
    for challenger, days, rated in ((bob, 1, True), (dora, 7, False)):
        terms = {"options": game.options_type(), "time_control": TimeControl.correspondence(days=days, vacation=True)}
        make_offer(challenger=challenger, game_slug=game.slug, rated=rated, **terms)


def _challenge(game: AnyGame, anna: User, bob: User, carl: User, dora: User) -> None:
    """Something for anna to answer."""
    make_offer(
        challenger=carl,
        game_slug=game.slug,
        options=game.options_type(),
        kind=Offer.Kind.DIRECT,
        opponent=anna,
        rated=True,
    )


def _find_puzzles(solvers: list[User]) -> None:
    """Puzzles from the first of the finished matches; some have solved the daily ones already."""
    for _match in range(SEARCHED):
        search_next()
    while check_next():
        pass
    for daily in choose_all():
        for solver in solvers:
            try_move(daily.puzzle, solver, daily.puzzle.best)


def _match(game: AnyGame, first: User, second: User, plies: int) -> Match:
    """A match of so many plies, or of fewer if it is over before."""
    terms = {"options": game.options_type(), "time_control": STRICT_CORRESPONDENCE}
    match = start_match(game_slug=game.slug, first=first, second=second, rated=True, **terms)
    while match.ply < plies and not match.finished_at:
        position = positions.replay(match).position
        player = match.player(position.to_move)
        match = play_move(match.pk, player, match.ply + 1, game.encode(_good_move(game, position)))
    return match


def _good_move(game: AnyGame, position: Position) -> object:
    """The move that scores most among the first few."""
    return max(islice(game.legal_moves(position), CONSIDERED), key=lambda move: game.judge(position, move).points)
