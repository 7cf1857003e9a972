"""Rounds: all pupils who are here play their neighbours, a computer or one puzzle, at a press of the teacher."""

from __future__ import annotations

from typing import NamedTuple

from django.db import transaction
from django.db.models import Q

from accounts.models import User
from accounts.online import presence
from core import clock
from games.catalogue import bots, games
from games.classes.models import Pupil, Round, SchoolClass
from games.classes.services import announce, pupils_of
from games.computers.services import computer_for
from games.matches.models import Match
from games.matches.pages.tallies import score_of
from games.matches.play.opening import start_match
from games.matches.time.control import STRICT_CORRESPONDENCE
from games.matches.time.terms import MatchTerms
from games.puzzles.kinds import Level
from games.puzzles.models import Attempt, Puzzle
from games.puzzles.services.selection import next_puzzle
from games.rules import AnyGame, Options, Sentence


def here_of(school_class: SchoolClass) -> list[Pupil]:
    """Return the pupils who are online, in the order of the list."""
    since = clock.now() - presence.PRESENT
    return [one for one in pupils_of(school_class) if one.user.seen_at and one.user.seen_at > since]


def begin_round(school_class: SchoolClass, slug: str, level: str = "", *, alone: bool = False) -> list[Match]:
    """Pair the pupils who are here with their neighbours, or all with the easiest computer; return the matches.

    The odd one out plays the computer. Who has a match of this game and level of arithmetic without a move gets no
    other, as after a double press. Raises ValueError for a level that the game does not have.
    """
    options = games()[slug].options_type.of_level(level)
    with transaction.atomic():
        SchoolClass.objects.select_for_update(no_key=True).get(pk=school_class.pk)
        waiting = [pupil.user for pupil in here_of(school_class) if not _has_begun(pupil.user, slug, options)]
        pairs: list[tuple[User, User]] = []
        while len(waiting) > 1 and not alone:
            pairs.append((waiting.pop(0), waiting.pop(0)))
        if waiting and (levels := bots().get(slug)):
            computer = computer_for(slug, min(levels))
            pairs += [(pupil, computer) for pupil in waiting]
        matches = [_start(slug, options, *pair) for pair in pairs]
        if matches:
            _keep(school_class, slug, here_of(school_class)).matches.set(matches)
        return matches


def begin_puzzle(school_class: SchoolClass, slug: str, level: str = "") -> int:
    """Give all pupils who are here one puzzle, an easy one that the first of them has not seen; return how many.

    It has this level of arithmetic, by default the usual one.
    """
    here, sums = here_of(school_class), level or games()[slug].options_type().level
    puzzle = next_puzzle(here[0].user, slug, Level.EASY, sums=sums) if here else None
    if puzzle is None:
        return 0
    with transaction.atomic():
        _keep(school_class, slug, here, puzzle).matches.clear()
    return len(here)


def _keep(school_class: SchoolClass, slug: str, pupils: list[Pupil], puzzle: Puzzle | None = None) -> Round:
    """Store the round in place of the former one, and tell the open pages of the class."""
    values = {"game_slug": slug, "begun_at": clock.now(), "puzzle": puzzle}
    kept, _is_new = Round.objects.update_or_create(school_class=school_class, defaults=values)
    kept.pupils.set(pupils)
    announce(school_class)
    return kept


class Result(NamedTuple):
    """How a match of a round, or a pupil with its puzzle, stands."""

    who: str
    state: str
    is_over: bool
    tries: int = 0
    match: str = ""


class RoundView(NamedTuple):
    """The latest round of a class as its teacher sees it."""

    slug: str
    puzzle: str
    level: Sentence | None
    results: tuple[Result, ...]

    @property
    def game(self) -> AnyGame:
        """What is played."""
        return games()[self.slug]

    @property
    def done(self) -> int:
        """How many have ended."""
        return sum(one.is_over for one in self.results)


def round_of(school_class: SchoolClass) -> RoundView | None:
    """Return the latest round of a class; None before the first, and if all who played it are gone."""
    latest = Round.objects.filter(school_class=school_class, game_slug__in=games()).select_related("puzzle").first()
    if latest is None:
        return None
    level = None
    if latest.puzzle:
        results = _solvers(latest)
        level = latest.puzzle.game.options_type.levels().get(_sums_of(latest))
    else:
        matches = latest.matches.select_related("first", "second").defer("seed").order_by("started_at", "pk")
        results = [_result(match) for match in matches]
        level = next((level_of(match) for match in matches), None)
    return RoundView(latest.game_slug, latest.puzzle_id or "", level, tuple(results)) if results else None


def level_of(match: MatchTerms) -> Sentence | None:
    """Return the words for the arithmetic of a match or a challenge; None in a game without levels."""
    options = match.options
    return options.levels().get(options.level)


def latest_choice(school_class: SchoolClass) -> tuple[str, str]:
    """Return the game and the level of arithmetic of the latest round, which the next one probably has too."""
    latest = Round.objects.filter(school_class=school_class, game_slug__in=games()).select_related("puzzle").first()
    return (latest.game_slug, _sums_of(latest)) if latest else ("", "")


def latest_game(pupil: User) -> tuple[str, str]:
    """Return the game and the level of arithmetic of the pupil's latest match, which the next one probably has too."""
    theirs = Match.objects.filter(Q(first=pupil) | Q(second=pupil), game_slug__in=games()).defer("seed")
    match = theirs.order_by("-started_at").first()
    return (match.game_slug, match.options.level) if match else ("", "")


def latest_levels(pupil: User) -> dict[str, str]:
    """Return the level of arithmetic of the pupil's latest match, or of a later round, of each game that has levels."""
    theirs = Match.objects.filter(Q(first=pupil) | Q(second=pupil)).defer("seed").order_by("-started_at")
    latest = Round.objects.filter(school_class__pupils__user=pupil).select_related("puzzle").first()
    levels = {}
    for slug, game in games().items():
        if game.options_type.levels():
            match = theirs.filter(game_slug=slug).first()
            levels[slug] = match.options.level if match else game.options_type().level
            if latest and latest.game_slug == slug and not (match and match.started_at > latest.begun_at):
                levels[slug] = _sums_of(latest) or levels[slug]
    return levels


def puzzle_for(pupil: User) -> str:
    """Return the key of the puzzle that everyone plays now and this pupil has still to solve; empty for none."""
    latest = Round.objects.filter(pupils__user=pupil, puzzle__isnull=False).first()
    if latest is None:
        return ""
    attempt = Attempt.objects.filter(puzzle=latest.puzzle_id, player=pupil).first()
    return "" if attempt and attempt.is_over else latest.puzzle_id or ""


def _sums_of(latest: Round) -> str:
    """Return the level of arithmetic of a round; empty in a game without levels, and if its matches are gone."""
    if latest.puzzle:
        options: Options = latest.puzzle.game.options_type.read(latest.puzzle.option_data)
        return options.level
    match = latest.matches.first()
    return match.options.level if match else ""


def _result(match: Match) -> Result:
    first, second = score_of(match).numbers
    who = f"{match.first} {first} : {second} {match.second}" if match.ply else f"{match.first} – {match.second}"
    return Result(who, "over" if match.finished_at else "running", match.finished_at is not None, match=match.pk)


def _solvers(latest: Round) -> list[Result]:
    pupils = latest.pupils.select_related("user").order_by("pk")
    attempts = {one.player_id: one for one in Attempt.objects.filter(puzzle=latest.puzzle_id)}
    return [_solver(pupil, attempts.get(pupil.user_id)) for pupil in pupils]


def _solver(pupil: Pupil, attempt: Attempt | None) -> Result:
    if attempt is None:
        return Result(str(pupil), "waiting", is_over=False)
    state = "solved" if attempt.solved_at else "shown" if attempt.is_over else "trying"
    return Result(str(pupil), state, attempt.is_over, attempt.tries)


def _has_begun(pupil: User, slug: str, options: Options) -> bool:
    fresh = Match.objects.filter(Q(first=pupil) | Q(second=pupil), game_slug=slug, finished_at=None, ply=0)
    return any(match.options.level == options.level for match in fresh)


def _start(slug: str, options: Options, first: User, second: User) -> Match:
    return start_match(game_slug=slug, options=options, first=first, second=second, time_control=STRICT_CORRESPONDENCE)
