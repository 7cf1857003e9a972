"""Which rows each action and list of a class means: those beside, which differ in a column that counts, stay."""

from __future__ import annotations

import pytest

from accounts.models import User
from core import clock
from games.classes import challenges, lists, rounds, services
from games.classes.models import Pupil, Round, SchoolClass, WrongSum
from games.lobby.models import Offer
from games.matches.models import Match
from games.puzzles.models import Attempt, Puzzle
from games.rules import FalseSum, plain
from tests.alike import finds, one, reaches, someone, touches

pytestmark = pytest.mark.django_db


def pupil_of(school_class: SchoolClass) -> User:
    return one(Pupil, school_class=school_class, user=someone(is_guest=True, pupil_name="Emma")).user


def test_who_belongs_to_a_class() -> None:
    pupil = one(Pupil, user=someone(is_guest=True, pupil_name="Emma"))
    finds(pupil, lambda row: services.class_of(row.user), "user")
    touches(pupil, lambda row: services.pupils_of(row.school_class), "school_class")
    match = one(Match, first=pupil.user)
    mate = one(Pupil, school_class=pupil.school_class)
    finds(mate, lambda row: services.may_watch(match, row.user), "school_class user")
    teacher = pupil.school_class.teacher
    assert services.may_watch(match, teacher)
    reaches(one(SchoolClass), lambda row: services.find_class(row.pk, row.teacher), "")
    school_class = one(SchoolClass)
    reaches(school_class, lambda row: services.find_class(row.pk, school_class.teacher), "teacher")
    touches(school_class, lambda row: services.classes_of(row.teacher), "teacher")
    touches(school_class, lambda row: services.delete_all_of(row.teacher), "teacher")
    reaches(school_class, lambda row: services.delete(row), "")


def test_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    today = clock.now().date()
    ends = one(SchoolClass, ends_on=today)
    touches(ends, lambda row: services.end_classes(), "ends_on")
    soon = one(SchoolClass, ends_on=today + services.WARNED_BEFORE)
    touches(soon, lambda row: services.end_classes(), "ends_on warned_at")


def test_wrong_sums_are_kept_once() -> None:
    kept = one(WrongSum, match=one(Match, ply=3), ply=4)
    count = WrongSum.objects.count()

    def is_kept(row: WrongSum) -> bool:
        services.keep_wrong_sum(row.match, row.pupil.user, FalseSum(plain(""), row.equation))
        return WrongSum.objects.count() == count

    finds(kept, is_kept, "equation match ply pupil")


def test_matches_of_pupils() -> None:
    school_class = one(SchoolClass)
    emma = pupil_of(school_class)
    match = one(Match, game_slug="digifeud", first=emma)
    finds(match, lambda row: lists.running_of(emma), "finished_at first game_slug")
    finds(match, lambda row: lists.row_of(emma.pupil).matches, "first game_slug voided_at")
    finds(match, lambda row: rounds.latest_game(emma) != ("", ""), "first game_slug")
    options = match.options
    finds(match, lambda row: rounds._has_begun(emma, "digifeud", options), "finished_at first game_slug ply")
    second = one(Match, game_slug="digifeud", second=emma)
    match.delete()
    finds(second, lambda row: lists.running_of(emma), "finished_at game_slug second")
    finds(second, lambda row: rounds.latest_game(emma) != ("", ""), "game_slug second")
    finds(second, lambda row: lists.row_of(emma.pupil).matches, "game_slug second voided_at")


def test_challenges_inside_a_class() -> None:
    school_class = one(SchoolClass)
    emma, finn = pupil_of(school_class), pupil_of(school_class)
    offer = one(Offer, game_slug="digifeud", kind=Offer.Kind.DIRECT, challenger=emma, opponent=finn)
    touches(offer, lambda row: challenges.challenges_of(school_class), "challenger game_slug kind opponent status")
    reaches(offer, lambda row: challenges.decline(school_class, finn, row.pk), "challenger kind opponent status")
    reaches(offer, lambda row: challenges.withdraw(school_class, emma, row.pk), "challenger kind opponent status")
    assert [one.user for one in challenges.classmates_of(school_class, emma)] == [finn]


def test_rounds() -> None:
    latest = one(Round, game_slug="digifeud")
    finds(latest, lambda row: rounds.latest_choice(row.school_class)[0], "game_slug school_class")
    puzzle = one(Puzzle, game_slug="digifeud")
    latest = one(Round, game_slug="digifeud", puzzle=puzzle)
    pupil = one(Pupil, school_class=latest.school_class)
    latest.pupils.add(pupil)
    other = one(Round, game_slug="digifeud", puzzle=one(Puzzle, game_slug="digifeud"))
    other.pupils.add(one(Pupil, school_class=other.school_class))
    assert rounds.puzzle_for(pupil.user) == puzzle.pk
    done = one(Attempt, puzzle=puzzle, player=pupil.user, solved_at=clock.now())
    finds(done, lambda row: not rounds.puzzle_for(pupil.user), "player puzzle solved_at")
    assert rounds.round_of(latest.school_class).puzzle == puzzle.pk  # type: ignore[union-attr]
