"""The order of each list: by what it says, and from the end that it says."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Block, User
from core import clock
from games.classes import challenges
from games.classes import services as classes
from games.classes.models import Pupil
from games.clubs import lists as club_lists
from games.clubs import services as clubs
from games.clubs.models import Club, Member
from games.daily.models import News
from games.history import listing
from games.history.models import Participation
from games.jobs import services as jobs
from games.jobs.models import Job
from games.lobby import lists, own
from games.lobby.models import Offer
from games.matches.models import Match
from games.matches.play.services import _overdue
from games.notifications import turns
from games.notifications.models import Notification
from games.puzzles.models import Mistake, Puzzle
from games.puzzles.services import practice
from games.ratings import rankings
from games.ratings.models import Rating
from games.social.following import followed_of, followers_of
from games.social.models import Favourite
from games.studies.models import Study
from tests.alike import LONG, one, someone, sorts
from tests.html import html_of

pytestmark = pytest.mark.django_db


def people(*names: str) -> list[User]:
    return [User.objects.create_user(name) for name in names]


def test_of_people_by_name() -> None:
    club, anna = one(Club), someone()
    finn, dora, emma = people("finn", "dora", "emma")
    for player in (finn, dora, emma):
        one(Member, club=club, player=player)
        one(Favourite, by=anna, of=player)
        one(Favourite, by=player, of=anna)
    by_name = [dora, emma, finn]
    assert [member.player for member in clubs.members_of(club)] == by_name
    assert [*followed_of(anna)] == by_name
    assert [*followers_of(anna)] == [emma, dora, finn]
    assert lists.followed_players(anna) == by_name
    User.objects.filter(pk__in=[one.pk for one in by_name]).update(seen_at=clock.now())
    assert lists.online_by_name() == by_name
    one(Block, by=anna, of=dora)
    assert lists.online_for(anna) == [emma, finn]


def test_of_clubs_by_name() -> None:
    player = someone()
    for name in ("Two", "One", "Three"):
        club = one(Club, name=name, name_key=name.lower())
        one(Member, club=club, player=player)
    names = ["One", "Three", "Two"]
    assert [club.name for club in clubs.clubs_of(player)] == names
    assert [club.name for club in club_lists.found("", None)] == names


def test_of_matches() -> None:
    now = clock.now()
    match = one(Match, game_slug="digifeud", deadline_at=now, moved_at=now)
    sorts(match, lambda row: turns.waiting_turns(row.first), "deadline_at")
    members = [one(Member, club=one(Club), player=match.first)]
    members.append(one(Member, club=members[0].club, player=match.second))
    over = {"game_slug": "digifeud", "first": match.first, "second": match.second, "finished_at": now}
    sorts(one(Match, **over), lambda row: club_lists.matches_among(members[0].club), "-moved_at")
    sorts(one(Match, deadline_at=now - LONG), lambda row: _overdue(now).order_by("deadline_at"), "deadline_at")
    player = match.first
    parts = [one(Participation, game_slug="digifeud", player=player, at=now + step * LONG) for step in (0, 1, -1)]
    rows = Participation.objects.filter(player=player)
    listed = [row.participation for row in listing.latest(rows, player, 2)]
    assert listed == [parts[1], parts[0]]
    assert [row.participation for row in listing.page_of(player).rows] == [parts[1], parts[0], parts[2]]


def test_of_challenges() -> None:
    offer = one(Offer, game_slug="digifeud", kind=Offer.Kind.DIRECT, opponent=someone())
    sorts(offer, lambda row: own.waiting_offers(), "-made_at")
    pupils = [one(Pupil, user=someone(is_guest=True, pupil_name="Emma"))]
    pupils.append(one(Pupil, user=someone(is_guest=True, pupil_name="Finn"), school_class=pupils[0].school_class))
    school_class = pupils[0].school_class
    assert [*classes.pupils_of(school_class)] == pupils
    Offer.objects.filter(pk=offer.pk).update(challenger=pupils[0].user, opponent=pupils[1].user)
    offer.refresh_from_db()
    sorts(offer, lambda row: challenges.challenges_of(school_class), "made_at")


def test_of_puzzles_jobs_and_ratings() -> None:
    now = clock.now()
    player, mistakes = someone(), []
    for step in (0, 1, -1):
        puzzle = one(Puzzle, game_slug="digifeud", state=Puzzle.State.OWN)
        mistakes.append(one(Mistake, puzzle=puzzle, player=player, due_at=now + step * LONG))
    assert [*practice.mistakes_of(player)] == [mistakes[2], mistakes[0], mistakes[1]]
    assert [*practice.due_of(player, now)] == [mistakes[2], mistakes[0]]
    due = [one(Job, kind="history.scan", key=str(step), due_at=now + step * LONG) for step in (0, 1, -1)]
    assert [*jobs._free(9)(["history.scan"], now + LONG)] == [due[2], due[0], due[1]]
    rating = one(Rating, rating=1500.0, settled_until=now + LONG)
    others = [one(Rating, pool=rating.pool, rating=value, settled_until=now + LONG) for value in (1600.0, 1400.0)]
    assert [*rankings.ranked(rating.pool, now)] == [others[0], rating, others[1]]
    computers = [one(Rating, pool=rating.pool, rating=value, player=someone(is_computer=True)) for value in (1.0, 2.0)]
    assert [place.rating for place in rankings.computers_on(rating.pool, now)] == computers[::-1]


def test_of_own_pages(signed_in: Callable[[User], Client]) -> None:
    player, now = someone(), clock.now()
    page = signed_in(player)
    for name, step in (("Middle", 0), ("Latest", 1), ("Oldest", -1)):
        one(Study, owner=player, name=name, made_at=now + step * LONG)
        one(
            Notification,
            user=player,
            event="challenge",
            other=User.objects.create_user(name),
            made_at=now + step * LONG,
        )
        one(News, title=name, published_at=now + (step - 2) * LONG / 1000)
    for path in ("/studies/", "/notifications/", reverse("daily:news")):
        text = html_of(page.get(path))
        places = [text.index(name) for name in ("Latest", "Middle", "Oldest")]
        assert places == sorted(places), path
