"""Draws are counted when a match has ended: each match once, and exactly."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.catalogue import games
from games.computers.services import begin_guided
from games.fairness import services
from games.fairness.models import DrawCount
from games.fairness.services import COUNT, count_waiting, countable, differences, recount
from games.jobs.models import Job
from games.matches.models import Match, commitment_of
from games.matches.outcomes import Ending
from games.matches.play.opening import start_match
from games.matches.play.services import resign, void_match
from games.matches.play.starts import Origin
from games.rules import Seat
from tests.fairness.conftest import NOON, count_all, over, seed_of, store
from tests.jobs.running import run_jobs
from tests.lobby.conftest import at_once

pytestmark = pytest.mark.sql


def kept() -> list[tuple[object, ...]]:
    """Return all stored counts, without their primary keys."""
    rows = DrawCount.objects.order_by("game_slug", "place", "key")
    return [(one.game_slug, one.place, one.key, one.matches, one.counts) for one in rows]


def waiting() -> set[str]:
    """Return the matches that wait to be counted."""
    return set(Job.objects.filter(kind=COUNT).values_list("key", flat=True))


def counted() -> int:
    """Return the number of counted matches, as in the counts of Digifeud's first order."""
    return sum(DrawCount.objects.filter(game_slug="digifeud", place=0).values_list("matches", flat=True))


def test_a_match_is_counted_after_its_end_and_once(match: Match, anna: User) -> None:
    count_waiting()
    assert counted() == 0
    resign(match.pk, anna)
    assert waiting() == {match.pk}
    assert counted() == 0
    assert (count_waiting(), counted()) == (1, 1)
    assert (count_waiting(), counted()) == (0, 1)
    numbers = DrawCount.objects.get(game_slug="digifeud", place=0)
    assert sum(map(sum, numbers.counts.values())) == 50
    assert sum(numbers.counts["1"]) == 9


def test_the_end_of_a_match_waits_for_no_tally(match: Match, anna: User) -> None:
    with CaptureQueriesContext(
        connection,
    ) as queries:
        resign(match.pk, anna)
    assert not [query["sql"] for query in queries if '"fairness_' in query["sql"]]


def test_however_it_ended_it_counts(match: Match) -> None:
    void_match(match.pk)
    count_all()
    assert counted() == 1
    assert differences() == (1, [])


def test_guided_and_continued_matches_are_left_out(match: Match, anna: User, bob: User) -> None:
    resign(match.pk, anna)
    resign(begin_guided(anna, "digifeud").pk, anna)
    again = start_match(
        game_slug="digifeud",
        options=match.options,
        first=anna,
        second=bob,
        time_control=match.time_control,
        origin=Origin(Match.objects.get(pk=match.pk), 0, Seat.FIRST),
    )
    resign(again.pk, anna)
    count_all()
    assert counted() == 1
    assert not waiting()
    assert differences() == (1, [])


def test_only_what_was_shuffled_once_by_chance_and_stays_is_counted(anna: User, bob: User) -> None:
    one, pupil = over("digifeud", anna, bob, 1), User.objects.create(username="Pupil-1", pupil_name="Emma")
    Match.objects.bulk_create([one])
    assert list(countable(Match.objects.all())) == [one]
    others: tuple[dict[str, object], ...] = (
        {"twin": one},
        {"origin": one, "origin_ply": 0, "origin_seat": 1},
        {"sealed_until": NOON},
        {"finished_at": None, "ending": Ending.RUNNING, "winner": None, "deadline_at": NOON},
        {"first": pupil},
        {"second": pupil},
        {"game_slug": "gone"},
    )
    for number, facts in enumerate(others, 2):
        Match.objects.bulk_create([over("digifeud", anna, bob, number)])
        Match.objects.filter(commitment=commitment_of(seed_of(number))).update(**facts)
        assert list(countable(Match.objects.all())) == [one], facts


def test_tiles_of_other_options_are_counted_apart(anna: User, bob: User) -> None:
    sets = [{"operators": operators} for operators in ("+-", "+-x", "+-x/", "+-x")]
    store([over("digifeud", anna, bob, number, option_data=data) for number, data in enumerate(sets)])
    count_all()
    assert counted() == 4
    assert sorted(DrawCount.objects.filter(place=1).values_list("matches", flat=True)) == [1, 1, 2]
    assert DrawCount.objects.filter(place=0).count() == 1


def test_the_check_finds_every_difference(hundred: list[Match]) -> None:
    call_command("recount_draws", "--check")
    row = DrawCount.objects.filter(game_slug="summy").get()
    face, (first, second, *rest) = next(iter(row.counts.items()))
    row.counts[face] = [first + 1, second - 1, *rest]
    row.save()
    with pytest.raises(CommandError, match="1 counts of draws"):
        call_command("recount_draws", "--check")
    row.delete()
    with pytest.raises(CommandError):
        call_command("recount_draws", "--check")


def test_the_check_leaves_out_what_still_waits(hundred: list[Match], anna: User, bob: User) -> None:
    store([over("sudoku", anna, bob, 1000)])
    assert differences() == (100, [])


def test_counting_again_gives_the_same(hundred: list[Match]) -> None:
    before = kept()
    DrawCount.objects.update(matches=7)
    assert recount() == 100
    assert kept() == before
    DrawCount.objects.all().delete()
    call_command("recount_draws")
    assert kept() == before


def test_a_clock_that_dies_loses_nothing(anna: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    store([over("digifeud", anna, bob, number) for number in range(5)])

    def die(sums: object) -> None:
        raise OperationalError("the server went away")

    with monkeypatch.context() as broken:
        broken.setattr(services, "_add", die)
        count_waiting()
    assert (len(waiting()), counted()) == (5, 0)
    run_jobs(timezone.now() + timedelta(seconds=2))
    assert (len(waiting()), counted()) == (0, 5)


@pytest.mark.django_db(transaction=True)
def test_six_clocks_at_once_count_each_match_once(anna: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "BATCH", 5)
    slugs = sorted(games())
    store([over(slugs[number % len(slugs)], anna, bob, number) for number in range(60)])
    at_once(*[count_waiting] * 6)
    count_all()
    assert differences() == (60, [])
    assert not waiting()


def test_a_copied_match_was_drawn_once(hundred: list[Match], anna: User, bob: User) -> None:
    before = kept()
    copied = (0, 0, 0, len(games()))  # the hundred are of every game in turn, so these are of Digifeud
    Match.objects.bulk_create([over("digifeud", bob, anna, number) for number in copied])
    assert differences() == (100, [])
    assert recount() == 100
    assert kept() == before


def test_options_that_a_game_no_longer_knows_do_not_stop_the_others(anna: User, bob: User) -> None:
    strange = over("digifeud", anna, bob, 1, option_data={"operators": "%"})
    store([strange, over("digifeud", anna, bob, 2)])
    count_all()
    assert counted() == 1
    assert differences()[1] == []
