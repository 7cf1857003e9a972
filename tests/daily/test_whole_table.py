"""The whole table of a deal, and all that a player and a program are told of where they stand in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from itertools import count

import pytest
import time_machine
from django.test import Client

from accounts.models import User
from games.catalogue import bots, games
from games.computers.services import find_computer
from games.daily import table
from games.daily.exports import deals_of
from games.daily.models import DailyDeal, Try
from games.daily.services import begin, level_on, make_deals
from games.daily.table import deals_today, friends_in, result_of, rows_of, rule_of, views_of
from games.matches.models import Match
from games.matches.pages.data import person_data
from games.social.following import follow
from tests.api.conftest import Caller, data_of
from tests.daily.conftest import FRIDAY
from tests.daily.test_deals import calling
from tests.html import html_of
from tests.page_lines import lines_of

SignedIn = Callable[[User], Client]
Ending = Match.Ending
numbers = count(1)


@pytest.fixture(autouse=True)
def _on_friday() -> Iterator[None]:
    with time_machine.travel(FRIDAY, tick=False):
        yield


def ended(name: str, lead: int | None, small_lead: int = 0, **facts: object) -> User:
    """Return a player whose try of Friday's deal in 10 BY 10 ended so, each a minute after the one before."""
    player, at = User.objects.create_user(name), FRIDAY + timedelta(minutes=next(numbers))
    match = begin(player, "tenbyten")
    tallies = [[10 + small_lead, 10], [1 + (lead or 0), 1]]
    result = {"ending": Ending.PLAYED, "finished_at": at, "tallies": tallies, "winner": 1} | facts
    Match.objects.filter(pk=match.pk).update(**result)
    row = {"ended_at": at, "has_result": True, "lead": lead, "small_lead": small_lead}
    Try.objects.filter(match=match).update(**row)
    return player


@pytest.fixture
def tries(deal: DailyDeal, anna: User) -> dict[str, User]:
    """Return players with tries in all kinds of order; anna follows some, and has none."""
    ended("void", None)
    Try.objects.update(has_result=False)
    players = [
        ended("late", None, ending=Ending.TIME, winner=2),
        ended("gina", 0, -3, winner=2),
        ended("dora", 1, 2),
        ended("emma", 1, 4),
        ended("finn", 1, 2),
        ended("gave", None, ending=Ending.RESIGNED, winner=2),
        ended("ida", 0, 0, winner=None),
    ]
    User.objects.filter(pk=ended("gone", 2, 9).pk).update(is_active=False)
    for name in ("finn", "emma", "late"):
        follow(anna, User.objects.get(username=name))
    return {player.username: player for player in players}


def of_friday(viewer: User | None) -> table.DealView:
    (view,) = views_of(viewer, [DailyDeal.objects.get(game_slug="tenbyten", day=FRIDAY.date())])
    return view


def with_deals() -> list[str]:
    return [slug for slug in games() if bots().get(slug)]


TABLE = [
    (1, "emma", "won 2 to 1", (1, 4)),
    (2, "dora", "won 2 to 1", (1, 2)),
    (2, "finn", "won 2 to 1", (1, 2)),
    (4, "ida", "drew 1 to 1", (0, 0)),
    (5, "gina", "lost 1 to 1", (0, -3)),
    (6, "late", "out of time", (None, 0)),
    (6, "gave", "resigned", (None, 0)),
]


def test_rows(tries: dict[str, User], anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    view = of_friday(anna)
    shown = [(row.place, row.player.username, row.result, row.lead) for row in rows_of(view)]
    assert shown == TABLE
    assert [row.player.username for row in friends_in(view, anna)] == ["emma", "finn", "late"]
    assert [row.match_id for row in rows_of(view)] == [tries[name].deal_tries.get().match_id for _p, name, *_w in TABLE]
    monkeypatch.setattr(table, "LONGEST", 2)
    assert [row.player.username for row in rows_of(view)] == ["emma", "dora"]
    own = [of_friday(tries[name]) for name in ("emma", "finn", "gina", "gave")]
    assert [(one.place, one.better_than, one.bar, one.summary) for one in own] == [
        (1, 100, "▰▰▰▰▰▰▰▰▰▰", "won 2 to 1 · better than 100%"),
        (2, 66, "▰▰▰▰▰▰▰▱▱▱", "won 2 to 1 · better than 66%"),
        (5, 33, "▰▰▰▱▱▱▱▱▱▱", "lost 1 to 1 · better than 33%"),
        (6, 0, "▱▱▱▱▱▱▱▱▱▱", "resigned · better than 0%"),
    ]
    assert (of_friday(anna).place, of_friday(anna).bar, of_friday(anna).summary) == (None, "", "")
    void = of_friday(User.objects.get(username="void"))
    assert (void.is_finished, void.is_open, void.place, void.better_than, void.result) == (True, True, None, None, "")


def test_a_result_of_points_and_the_rules(deal: DailyDeal, anna: User) -> None:
    match = begin(anna, "digifeud")
    match.ending, match.finished_at, match.winner, match.first_points, match.second_points = "played", FRIDAY, 2, 7, 9
    assert result_of(match) == "lost 7 to 9"
    rules = {view.deal.game_slug: rule_of(view.deal) for view in deals_today(anna)}
    assert list(rules) == with_deals()
    assert rules["digifeud"] == "The larger difference in points is better."
    assert rules["tenbyten"] == "The difference in games counts, then that in chips."


def test_pages(tries: dict[str, User], anna: User, signed_in: SignedIn) -> None:
    path = "/today/tenbyten/"
    page = signed_in(tries["finn"]).get(path)
    rows = [
        f"{'* ' if name == 'finn' else ''}{place} | {name[0].upper()}[{name}](/matches/by/{name}/) | "
        f"[{words}](/matches/{tries[name].deal_tries.get().match_id}/)"
        for place, name, words, _lead in TABLE
    ]
    assert [line for line in lines_of(page) if " | " in line][-len(rows) :] == rows
    for words in ("Your place: 2 of 7", "The difference in games counts, then that in chips. Equal results"):
        assert words in html_of(page)
    deal = DailyDeal.objects.select_related("committed").get(game_slug="tenbyten", day=FRIDAY.date())
    assert f">{deal.committed.commitment}<" in html_of(page)
    stranger, visitor = signed_in(anna), Client()
    assert "7 players have finished it" in html_of(stranger.get(path))
    assert "emma" not in html_of(stranger.get(path))
    assert "7 players have finished it" in html_of(visitor.get("/today/"))
    begin(anna, "tenbyten")
    assert "begun" in html_of(stranger.get(path))
    assert "emma" not in html_of(stranger.get(path))
    assert "You cancelled your match" in html_of(signed_in(User.objects.get(username="void")).get(path))
    with time_machine.travel(FRIDAY + timedelta(days=1), tick=False):
        make_deals()
        tomorrows = html_of(stranger.get(path))
        assert 'href="/today/tenbyten/2026-11-27/"' in tomorrows
        assert "No one has finished it." not in tomorrows
        before = html_of(visitor.get("/today/tenbyten/2026-11-27/"))  # until the hour of grace is over
        assert ("emma" in before, "Play the deal" in before, "2026-11-26" in before) == (True, False, False)
        assert "Friends" not in before


def test_programs(tries: dict[str, User], anna: User) -> None:
    path, sees = "/deals/tenbyten/2026-11-27", calling(tries["finn"])
    rows = data_of(sees.get(path))
    assert rows == [
        {
            "place": place,
            "player": {"name": name, "is_guest": False, "is_computer": False},
            "match": tries[name].deal_tries.get().match_id,
            "lead": lead,
            "small_lead": small_lead,
        }
        for place, name, _words, (lead, small_lead) in TABLE
    ]
    today = data_of(sees.get("/deals/daily"))
    assert [one["game"] for one in today] == with_deals()
    deal = DailyDeal.objects.get(game_slug="tenbyten", day=FRIDAY.date())
    assert today[with_deals().index("tenbyten")] == {
        "game": "tenbyten",
        "day": "2026-11-27",
        "computer": person_data(find_computer(level_on("tenbyten", FRIDAY.date()))),
        "seal": deal.committed.commitment,
        "closes": "2026-11-28T01:00:00Z",
        "finished": 7,
        "match": tries["finn"].deal_tries.get().match_id,
        "place": 2,
        "better_than": 66,
    }
    own = data_of(calling(anna).post("/deals/summy"))
    assert (own["you"], own["to_move"], own["pace"]) == ("first", "first", "3d")
    assert Caller().get("/deals/tenbyten/2026-11-29").status_code == 404


def test_export(tries: dict[str, User]) -> None:
    finn = tries["finn"]
    match = begin(finn, "digifeud")
    old = tries["finn"].deal_tries.get(deal__game_slug="tenbyten")
    assert deals_of(finn) == [
        {
            "day": FRIDAY.date(),
            "game_slug": "digifeud",
            "match": match.pk,
            "ended_at": None,
            "has_result": False,
            "lead": None,
            "small_lead": 0,
        },
        {
            "day": FRIDAY.date(),
            "game_slug": "tenbyten",
            "match": old.match_id,
            "ended_at": old.ended_at,
            "has_result": True,
            "lead": 1,
            "small_lead": 2,
        },
    ]
