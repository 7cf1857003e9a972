"""What strangers do changes nothing of one's own: with rows of each model beside, every address answers the same.

A query that has lost a condition shows what is of others; here it is there to be shown.
"""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.db import models
from django.urls import get_resolver
from pytest_django.fixtures import Settings

from accounts.models import User
from core import clock
from games.classes import services as classes
from games.classes.models import SchoolClass
from games.clubs.models import Club
from games.daily.models import DailyDeal
from games.events.models import Event
from games.history.models import Participation
from games.lobby.models import Offer
from games.matches.models import Match, Vacation
from games.matches.play.services import find_match, resign
from games.planned.models import PlannedMove
from games.puzzles.models import Puzzle, Run
from games.ratings.models import RatingPool
from games.studies.models import Study
from tests.accounts.test_everything import VALUES
from tests.clubs.test_clubs import club
from tests.clubs.test_everything import ROWS
from tests.lives import AnyModel, Life, hanging_on
from tests.matches.test_noninterference import APART, NOW, PARAMETER, SignedIn, answers, patterns, running, values
from tests.sizes import cases

pytestmark = pytest.mark.any_stack
# Where strangers are meant to be seen: players who are there, challenges, clubs, events and a ranking.
PUBLIC = {"/lobby/", "/lobby/players/", "/clubs/", "/events/", "/ratings/digifeud/days/"}
KEPT = ("/sitemap", "/pictures/", "/puzzles/past/")  # what was made of them for the first answer is in the second
OF_ROWS: dict[str, AnyModel] = {
    "offer_id": Offer,
    "puzzle_id": Puzzle,
    "run_id": Run,
    "vacation_id": Vacation,
    "pk": PlannedMove,
}
OF_KEYS: dict[str, AnyModel] = {"clubs": Club, "classes": SchoolClass, "events": Event, "studies": Study}
SHARED = (RatingPool, DailyDeal)  # of a game, and of a day
ONCE = ("computers.Computer",)  # there is one of each level
MORE = {"mfa.Authenticator.data": {}, "puzzles.Puzzle.best": "pass"}


def life_of(user: User, other: User, *shared: models.Model) -> Life:
    """Return rows of all models about a player, with a running match, one that is over, a club and a class."""
    match, over = (running(user, other, slug) for slug in ("digifeud", "summy"))
    resign(over.pk, other)
    circle = club(user, f"Club of {user}")
    school_class = classes.make(user, "5b", ["Emma"], clock.now().date() + timedelta(days=9))
    given = [find_match(match.pk), match.moves.get(ply=1), circle, circle.members.get(), school_class, *shared]
    given += [Participation.objects.get(match=match, player=user)]
    life = Life(user, other, *given, values=VALUES | ROWS | MORE)
    for model in hanging_on(User):
        if not shared or model._meta.label not in ONCE:
            life.row(model)
    return life


def addresses(life: Life) -> list[str]:
    """Return every address of the site, with the keys of the rows of this life."""
    match = life.given[Match]
    assert isinstance(match, Match)
    known = values(match) | {name: str(life.given[model].pk) for name, model in OF_ROWS.items()}
    found = []
    for path in patterns(get_resolver().url_patterns):
        if not path.startswith(APART):
            hub = OF_KEYS.get(path.partition("/")[0])
            own = known | ({"key": str(life.given[hub].pk)} if hub else {})
            plain = PARAMETER.sub(lambda name, own=own: own[name[1] or name[2]], path)  # type: ignore[misc]
            found.append("/" + plain.translate(dict.fromkeys(map(ord, "^$?\\"))))
    return found


@cases("who", ["anna", "carl"], default=["anna"])  # who has rows of all kinds sees most
def test_no_address_tells_of_strangers(
    anna: User, bob: User, carl: User, signed_in: SignedIn, who: str, settings: Settings
) -> None:
    settings.RATE_LIMITS = {}
    with time_machine.travel(NOW, tick=False):
        life = life_of(anna, bob)
        browser = signed_in({"anna": anna, "carl": carl}[who])  # of whom there is next to nothing
        first = answers(browser, addresses(life))
        pages = [url for url, answer in first.items() if answer.startswith("200")]
        browser.get("/about/")  # has the messages, which are read only once
        before = first | answers(browser, [url for url in pages if url.startswith(KEPT)])
        stella, tom = (User.objects.create_user(name) for name in ("stella", "tom"))
        life_of(stella, tom, *(life.given[model] for model in SHARED))
        after = answers(browser, pages)
    assert len(pages) > 90
    changed = {url for url in pages if before[url] != after[url]}
    assert changed - PUBLIC == set()
    assert {"/lobby/", "/clubs/", "/events/"} <= changed
