"""The command that fills an empty site with demo data: players, offers, matches in all states, a season, puzzles."""

from __future__ import annotations

import time
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import islice
from math import exp
from random import Random

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from accounts.models import User
from accounts.names import name_key
from core import clock
from games.analysis.services import ask
from games.catalogue import bots, games, puzzles_file
from games.clubs import services as clubs
from games.clubs.models import Club
from games.computers.jobs import rng_for
from games.daily.services import begin, make_deals
from games.events.formats import run
from games.events.models import Event, Pairing
from games.events.seasons import keep_leagues
from games.events.services import announce_event, enter, record_result
from games.history.services import enqueue_scans, save_participations
from games.lobby.models import Offer
from games.lobby.services import make_offer
from games.matches.hooks import match_ended
from games.matches.models import Deal, Match, Move, commitment_of
from games.matches.play import positions
from games.matches.play.deals import unmixed_deal
from games.matches.play.opening import start_match
from games.matches.play.services import play_move, resign
from games.matches.time.control import STRICT_CORRESPONDENCE, USUAL_LIVE, TimeControl
from games.puzzles.jobs import check_all, search_all
from games.puzzles.making.packs import read_pack
from games.puzzles.models import SolvedDay
from games.puzzles.services.selection import DAY, choose_all, today
from games.puzzles.services.solving import try_move
from games.puzzles.services.stock import load_packs
from games.ratings.recount import pools, recompute
from games.rules import AnyGame, Forfeit, Position, Seat, SeededRandom
from games.social.following import follow
from games.social.services import say

PLAYED = 8  # different matches of every game
GENERATED = 12  # moves, of which one of the three with the most points is played
LONGEST = 80  # plies, after which the player behind resigns
BUDGET = 2.5  # seconds of generation for each game; games with slow move generation get fewer matches
SEASON = 104  # matches of each game; two of five are live, and some end when a player resigns
LENGTH = timedelta(days=110)
LIVE, CORRESPONDENCE = TimeControl.live(minutes=10, increment=10), TimeControl.correspondence(days=3)
STRENGTHS = (0.8, 0.5, -0.1, -0.9)  # of the players in order; the log odds are the difference
NAMES = ["anna", "bob", "carl", "dora"]
STREAKS = (6, 23, 2)  # days before today on which anna, bob and carl solved a puzzle
TALK = ("Hello! Have fun.", "You too! Nice opening.", "That corner is worth a lot…", "I saw it too late :-)")
PASSWORD = "just for looking"  # noqa: S105 - the demo prints it
SEARCHED = 16  # finished matches searched for puzzles, in about a minute, where the games bring none
CONSIDERED = 300  # moves, of which the best is played
LONGEST_DEAL = 160  # plies of a try of the deal of the day, after which its player resigns
DEAL_LEVELS = (6, 4, 2)  # of the computers that play it for bob, carl and dora

Say = Callable[[str], None]


@dataclass(frozen=True)
class Play:
    """A match that was played to its end: the positions before the first and after each move."""

    game: AnyGame
    seed: bytes
    moves: list[str]
    positions: list[Position]


def played(game: AnyGame, rng: Random) -> list[Play]:
    """Return some different matches of this game, which begin as the computers' matches behind its puzzles did."""
    begun: dict[bytes, list[str]] = {}
    for one in read_pack(game.slug, puzzles_file(game.slug)):
        if one.options == game.options_type().data() and one.rules == game.rules_version:
            begun[one.seed] = max(begun.get(one.seed, []), one.moves, key=len)
    begun = begun or {rng.randbytes(32): [] for _match in range(PLAYED)}
    since, plays = time.perf_counter(), list[Play]()
    for seed, moves in sorted(begun.items(), key=lambda item: -len(item[1]))[:PLAYED]:
        if not plays or time.perf_counter() - since < BUDGET:
            plays.append(_played_on(game, seed, moves, rng))
    return plays


def _played_on(game: AnyGame, seed: bytes, begun: list[str], rng: Random) -> Play:
    positions: list[Position] = [game.setup(game.options_type(), SeededRandom(seed, 0))]
    moves = list[str]()
    while positions[-1].result is None and len(moves) < max(LONGEST, len(begun) + 1):
        if len(moves) < len(begun):
            move = game.decode(begun[len(moves)])
        else:
            some = list(islice(game.legal_moves(positions[-1]), GENERATED))
            some.sort(key=lambda move: game.judge(positions[-1], move).points, reverse=True)
            move = rng.choice(some[:3])
        moves.append(game.encode(move))
        positions.append(game.apply(positions[-1], move, SeededRandom(seed, len(moves))))
    return Play(game, seed, moves, positions)


@transaction.atomic
def play_season(plays: list[Play], players: list[User]) -> list[Match]:
    """Play these matches of one game again and again over the weeks, with other players, dates and ends."""
    rng = Random(1)  # noqa: S311 - the same season in every demo
    season = [_finished(plays[number % len(plays)], players, number, rng) for number in range(SEASON)]
    matches = [match for match, _moves in season]
    Match.objects.bulk_create(matches)
    Deal.objects.bulk_create(unmixed_deal(match.pk, match.commitment) for match in matches)
    save_participations(matches)
    enqueue_scans(match.pk for match in matches)
    Move.objects.bulk_create(
        Move(match=match, ply=ply, text=text, made_at=match.started_at + lasted * ply / len(moves))
        for match, moves in season
        for lasted in [match.moved_at - match.started_at]
        for ply, text in enumerate(moves, 1)
    )
    return matches


def _finished(play: Play, players: list[User], number: int, rng: Random) -> tuple[Match, list[str]]:
    """Return a finished match with its moves; the stronger player wins more often."""
    game, plies, position = play.game, len(play.moves), play.positions[-1]
    resigned = position.result is None or rng.random() < 0.4
    if resigned:
        plies = rng.randint(plies * 3 // 5 + 1, max(plies - 1, 1)) if plies > 2 else plies
        position = play.positions[plies]
        loser = Seat.FIRST if position.scores[0] < position.scores[1] else Seat.SECOND
        position = game.forfeit(position, loser, Forfeit.RESIGNED)
    one, other = sorted(rng.sample(range(len(players)), 2))
    is_expected = rng.random() < 1 / (1 + exp(STRENGTHS[other] - STRENGTHS[one]))
    winner, loser_of = (players[one], players[other]) if is_expected else (players[other], players[one])
    result = position.result
    first, second = (winner, loser_of) if result and result.winner == Seat.FIRST else (loser_of, winner)
    match = Match(game_slug=game.slug, first=first, second=second, rated=True, to_move=position.to_move)
    match.ending = Match.Ending.RESIGNED if resigned else Match.Ending.PLAYED
    match.rules_version, match.option_data = game.rules_version, game.options_type().data()
    match.seed, match.commitment = play.seed, commitment_of(play.seed)
    match.version = match.ply = plies
    (match.first_points, match.second_points), match.tallies = position.scores, position.tallies
    if result:
        match.winner, match.counts, match.scores = result.winner, result.counts, result.scores
    match.time_control = LIVE if number % 5 in (1, 3) else CORRESPONDENCE
    match.moved_at = clock.now() - LENGTH * (1 - (number + 1) / SEASON) - timedelta(minutes=rng.randrange(20, 900))
    pace = timedelta(seconds=25) if match.time_control == LIVE else timedelta(hours=5)
    match.started_at, match.finished_at = match.moved_at - pace * plies * rng.uniform(0.4, 1), match.moved_at
    return match, play.moves[:plies]


def fill_site(searched: int, say_progress: Say) -> None:
    """Create the demo's players and all their matches, unless one of the players exists already.

    `searched` is the number of finished matches that are searched for puzzles at once where the games bring none. The
    analyses and what follows the end of a match wait for the running site, so that it opens sooner.
    """
    if User.objects.filter(username__in=NAMES).exists():
        return
    players = [User.objects.create_user(name, password=PASSWORD) for name in NAMES]
    anna, bob, carl, dora = players
    for follower, followed in ((anna, bob), (anna, carl), (bob, anna), (dora, anna)):
        follow(follower, followed)
    rng = Random(10)  # noqa: S311 - only for the demo
    sample_matches = list[Match]()
    for game in reversed([*games().values()]):  # the front shows the match that was played in last
        say_progress(game.slug)
        season = play_season(played(game, rng), players)
        ended = [match for match in season if match.ending == Match.Ending.PLAYED] or season
        sample_matches.append(
            min(ended[-PLAYED:], key=lambda match: match.ply)
        )  # an analysis takes as long as it has moves
        _begin_matches(game, *players)
    talked_in = Match.objects.filter(first=anna, second=bob, finished_at=None).latest("moved_at")
    for number, text in enumerate(TALK):
        say(talked_in, (bob, anna)[number % 2], text=text)
    options, kind = game.options_type(), Offer.Kind.DIRECT
    make_offer(challenger=carl, opponent=anna, game_slug=game.slug, options=options, kind=kind, rated=True)
    say_progress("events")
    begin_events(players)
    found_club(players[0], players[1:3], asking=players[3])
    say_progress("ratings")
    for pool in pools():
        recompute(pool)
    say_progress("puzzles")
    _solve_puzzles(players, searched)
    say_progress("deals")
    _play_deals(players[1:])
    for match in sample_matches:
        match_ended.enqueue(match)
    ask(min(sample_matches, key=lambda match: match.ply))


def _solve_puzzles(players: list[User], searched: int) -> None:
    """Load the games' puzzles, or find some; bob solves all of today's, carl and dora two."""
    load_packs()
    if not choose_all():
        search_all(searched)
        check_all()
    for number, daily in enumerate(choose_all()):
        for solver in players[1 : 4 if number < 2 else 2]:
            try_move(daily.puzzle, solver, daily.puzzle.best)
    SolvedDay.objects.bulk_create(
        SolvedDay(player=player, day=today() - DAY * ago)
        for player, days in zip(players, STREAKS, strict=False)
        for ago in range(1, days + 1)
    )


def _play_deals(players: list[User]) -> None:
    """Have these players play today's deal of each game; the first one is left for the visitor. All moves are quick."""
    make_deals()
    for slug in filter(bots().get, games()):
        for player, level in zip(players, DEAL_LEVELS, strict=False):
            match = begin(player, slug)
            quick = min(match.second.computer.level, DEAL_LEVELS[0])
            while not match.finished_at and match.ply < LONGEST_DEAL:
                match = _computed(match, level if match.to_move == Seat.FIRST else quick)
            if not match.finished_at:
                resign(match.pk, player)


def _computed(match: Match, level: int) -> Match:
    """Return the match after the move that the computer of this level chooses."""
    position = positions.replay(match).position
    levels = bots()[match.game_slug]
    move = levels[min(level, max(levels))].choose(match.game.view(position, position.to_move), rng_for(match))
    return _play(match, match.game.encode(move))


def _play(match: Match, move: str) -> Match:
    """Return the match after this move. Its player is not here, so that no visitor's analysis waits for this one."""
    player = match.player(positions.replay(match).position.to_move)
    return play_move(match.pk, player, match.ply + 1, move, is_present=False)


def _begin_matches(game: AnyGame, anna: User, bob: User, carl: User, dora: User) -> None:
    """Create matches of this game in all states, and open offers."""
    _match(game, anna, bob, 12)
    _match(game, carl, dora, 0)
    _match(game, dora, anna, 6)
    _match(game, bob, carl, 7)
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


def found_club(founder: User, members: Sequence[User], asking: User) -> None:
    """Create a club with these members, a player who asks to join, and a challenge among them."""
    text = "We play after dinner, each at an own table.\nNew members are welcome."
    club = clubs.make(Club(name="The Number Table", name_key=name_key("The Number Table"), text=text), founder)
    for player in members:
        clubs.join(club, player)
        clubs.admit(club, founder, player)
    clubs.join(club, asking)
    game = next(iter(games().values()))
    make_offer(challenger=members[0], game_slug=game.slug, options=game.options_type(), kind=Offer.Kind.CLUB, club=club)


def begin_events(players: list[User]) -> None:
    """Create an arena about to begin, a finished cup, and a running season of each kind of league of the first game."""
    slug = next(iter(games()))
    now = clock.now()
    _event("arena", slug, players, starts_at=now + timedelta(minutes=12), lasts=timedelta(minutes=45), live=True)
    cup = _event("knockout", slug, players, starts_at=now, lasts=None, live=False)
    while cup.state in (Event.State.OPEN, Event.State.RUNNING):
        run(cup.pk, clock.now())
        for pairing in Pairing.objects.filter(round__event=cup, result="").select_related("match"):
            if match := pairing.match:
                position = positions.replay(match).position
                move = next(iter(match.game.legal_moves(position)))
                _play(match, match.game.encode(move))
                record_result(resign(match.pk, max(match.first, match.second, key=lambda one: one.pk)))
        cup.refresh_from_db()
    keep_leagues()
    for season in Event.objects.filter(kind=Event.Kind.LEAGUE, game_slug=slug, state=Event.State.OPEN):
        for player in players:
            enter(season.pk, player)
        Event.objects.filter(pk=season.pk).update(starts_at=now)
        run(season.pk, now)


def _event(
    kind: str, slug: str, players: list[User], *, starts_at: datetime, lasts: timedelta | None, live: bool
) -> Event:
    event = Event(kind=kind, game_slug=slug, starts_at=starts_at, lasts=lasts, rated=True, creator=players[0])
    event.option_data = games()[slug].options_type().data()
    event.time_control = USUAL_LIVE if live else STRICT_CORRESPONDENCE
    announce_event(event)
    for player in players:
        enter(event.pk, player)
    return event


def _match(game: AnyGame, first: User, second: User, plies: int) -> Match:
    """Return a match after this many plies, fewer if it ends earlier."""
    options, control = game.options_type(), STRICT_CORRESPONDENCE
    match = start_match(
        game_slug=game.slug, options=options, first=first, second=second, time_control=control, rated=True
    )
    while match.ply < plies and not match.finished_at:
        position = positions.replay(match).position
        moves = islice(game.legal_moves(position), CONSIDERED)
        best = max(moves, key=lambda move: game.judge(position, move).points)
        match = _play(match, game.encode(best))
    return match


class Command(BaseCommand):
    """`manage.py demo`: idempotent."""

    help = "Makes a few players with a known password, and matches between them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the number of what takes most of the time."""
        parser.add_argument(
            "--searched", type=int, default=SEARCHED, help="finished matches searched for puzzles before it ends"
        )

    def handle(self, *, searched: int, **options: object) -> None:
        """Fill the site and tell how to sign in."""
        if settings.SECURE:
            raise CommandError("The demo's players have a known password: not on a public site.")
        fill_site(searched, self._say)
        self.stdout.write(f"Sign in as {', '.join(NAMES[:-1])} or {NAMES[-1]} with the password: {PASSWORD}")

    def _say(self, part: str) -> None:
        self.stdout.write(f"Making the demo: {part}…")
        self.stdout.flush()  # the first line is seen at once where the output is a file or a container's log
