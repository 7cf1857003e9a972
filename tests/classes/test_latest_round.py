"""The latest round of a class: how each pupil stands with its puzzle alone, and which arithmetic is the latest."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import User
from core import clock
from games.catalogue import games
from games.classes import rounds
from games.classes.lists import Fact, Figures
from games.classes.models import Pupil, Round, SchoolClass
from games.computers.services import find_computer
from games.matches.models import Match
from games.puzzles.models import Attempt, Puzzle
from tests.alike import one, someone

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def pupil_of(school_class: SchoolClass, name: str) -> Pupil:
    user = someone(is_guest=True, pupil_name=name, seen_at=clock.now())
    return one(Pupil, school_class=school_class, user=user)


def puzzle_of(level: str = "") -> Puzzle:
    options = games()["digifeud"].options_type
    data = (options.of_level(level) if level else options()).data()
    return one(Puzzle, game_slug="digifeud", option_data=data, state=Puzzle.State.OFFERED, rating=1000)


def test_attempts_at_other_puzzles_say_nothing() -> None:
    school_class, puzzle, other = one(SchoolClass), puzzle_of(), puzzle_of()
    emma, finn, noah, mia = (pupil_of(school_class, name) for name in ("Emma", "Finn", "Noah", "Mia"))
    one(Round, school_class=school_class, game_slug="digifeud", puzzle=puzzle).pupils.set([emma, finn, noah, mia])
    now = clock.now()
    for pupil, of, facts in (
        (emma, puzzle, {"tries": 2, "solved_at": now}),
        (finn, puzzle, {"tries": 1, "given_up_at": now}),
        (noah, puzzle, {"tries": 3}),
        (emma, other, {"tries": 9, "given_up_at": now}),
        (mia, other, {"tries": 9, "solved_at": now}),
    ):
        one(Attempt, puzzle=of, player=pupil.user, **{"tries": 0, **facts})
    view = rounds.round_of(school_class)
    assert view
    assert [(result.who, result.state, result.is_over, result.tries) for result in view.results] == [
        *(("Emma", "solved", True, 2), ("Finn", "shown", True, 1), ("Noah", "trying", False, 3)),
        ("Mia", "waiting", False, 0),
    ]


def match_of(pupil: User, level: str, ago: timedelta) -> Match:
    data = games()["digifeud"].options_type.of_level(level).data()
    return one(Match, first=pupil, game_slug="digifeud", option_data=data, started_at=clock.now() - ago)


def test_the_later_of_match_and_round_gives_the_level() -> None:
    school_class = one(SchoolClass)
    pupil = pupil_of(school_class, "Emma")
    match_of(pupil.user, "+-20", 2 * HOUR)
    match_of(pupil.user, "+-x5", 3 * HOUR)
    match_of(someone(), "+-x5", timedelta())
    assert rounds.latest_game(pupil.user) == ("digifeud", "+-20")
    assert rounds.latest_levels(pupil.user)["digifeud"] == "+-20"
    for ago, expected in ((HOUR, "+-x"), (3 * HOUR, "+-20")):
        Round.objects.all().delete()
        facts = {"game_slug": "digifeud", "begun_at": clock.now() - ago, "puzzle": puzzle_of("+-x")}
        one(Round, school_class=school_class, **facts)
        assert rounds.latest_levels(pupil.user)["digifeud"] == expected


def test_a_puzzle_of_no_named_level_is_of_the_usual_one() -> None:
    school_class = one(SchoolClass)
    pupil = pupil_of(school_class, "Emma")
    match_of(pupil.user, "+-20", HOUR)
    easy, usual = puzzle_of("+-20"), puzzle_of()
    for level, expected in (("", usual), ("+-20", easy)):
        assert rounds.begin_puzzle(school_class, "digifeud", level) == 1
        assert Round.objects.get().puzzle == expected


def test_facts_are_listed_by_misses_then_chances_then_names() -> None:
    figures = Figures()
    for name, chances, missed in (("a", 5, 1), ("d", 3, 2), ("c", 3, 2), ("b", 2, 2), ("e", 4, 4), ("f", 4, 0)):
        figures.chances[name], figures.missed[name] = chances, missed
    assert figures.facts == [Fact("e", 4, 4), Fact("b", 2, 2), Fact("c", 3, 2), Fact("d", 3, 2), Fact("a", 5, 1)]


def test_matches_of_a_round_stand_in_the_order_in_which_they_began() -> None:
    school_class = one(SchoolClass)
    second, first, third = (match_of(someone(), "+-20", ago * HOUR) for ago in (2, 3, 1))
    one(Round, school_class=school_class, game_slug="digifeud").matches.set([second, first, third])
    view = rounds.round_of(school_class)
    assert view
    assert [result.match for result in view.results] == [first.pk, second.pk, third.pk]


def test_pupils_alone_play_the_easiest_computer() -> None:
    school_class = one(SchoolClass)
    emma, finn = (pupil_of(school_class, name).user for name in ("Emma", "Finn"))
    pupil_of(one(SchoolClass), "Gusto")
    pairs = [{match.first, match.second} for match in rounds.begin_round(school_class, "digifeud", alone=True)]
    assert pairs == [{emma, find_computer(1)}, {finn, find_computer(1)}]
