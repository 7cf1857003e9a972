"""The demo site: a few players, their offers and their matches in all states."""

from __future__ import annotations

from itertools import islice

from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from games.analysis.services import ask
from games.catalogue import games
from games.jobs.hooks import DEFAULT
from games.jobs.runner import run_due
from games.lobby.models import Offer
from games.lobby.services import make_offer
from games.matches.models import Match
from games.matches.play import positions
from games.matches.play.services import play_move, resign, start_match
from games.matches.time.control import STRICT_CORRESPONDENCE, TimeControl
from games.puzzles.jobs import check_all, search_all
from games.puzzles.services.selection import choose_all
from games.puzzles.services.solving import try_move
from games.puzzles.services.stock import load_packs
from games.rules import AnyGame, Position
from numgames.demo.finished_matches import play_finished
from numgames.demo.season import play_season

NAMES = ["anna", "bob", "carl", "dora"]
PASSWORD = "just for looking"  # noqa: S105 - the demo prints it
SEARCHED = 16  # finished matches searched for puzzles, in about a minute, where the games bring none
CONSIDERED = 300  # moves, of which the best is played


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
    _challenge(next(iter(games().values())), *players)
    matches = Match.objects.filter(ending=Match.Ending.PLAYED, winner__isnull=False).order_by("started_at")
    _request_analyses(matches)
    run_due(DEFAULT)
    play_season({match.game_slug: match for match in matches}.values(), players, timezone.now())
    _find_puzzles(players[1:], searched)


def _request_analyses(matches: QuerySet[Match]) -> None:
    """Request an analysis of the latest match of each game; the scheduler computes it."""
    for slug in games():
        if latest := matches.filter(game_slug=slug).last():
            ask(latest)


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


def _challenge(game: AnyGame, anna: User, bob: User, carl: User, dora: User) -> None:
    """Create a challenge that waits for anna's answer."""
    make_offer(
        challenger=carl,
        game_slug=game.slug,
        options=game.options_type(),
        kind=Offer.Kind.DIRECT,
        opponent=anna,
        rated=True,
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
    match = start_match(
        game_slug=game.slug,
        options=game.options_type(),
        first=first,
        second=second,
        time_control=STRICT_CORRESPONDENCE,
        rated=True,
    )
    while match.ply < plies and not match.finished_at:
        position = positions.replay(match).position
        player = match.player(position.to_move)
        match = play_move(match.pk, player, match.ply + 1, game.encode(_good_move(game, position)))
    return match


def _good_move(game: AnyGame, position: Position) -> object:
    """Return the move with the most points among the first few."""
    return max(islice(game.legal_moves(position), CONSIDERED), key=lambda move: game.judge(position, move).points)
