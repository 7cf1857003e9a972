"""What the pages of studies say, whole: to their owner and to who has the link; and what programs and files have."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
import time_machine
from django.test import Client

from accounts.models import User
from games.matches.models import Match
from games.matches.play import positions
from games.social.models import Report
from games.studies import services
from games.studies.exports import studies_of
from games.studies.models import Study
from games.studies.partials import of_report
from tests.alike import one
from tests.analysis.conftest import _same_samples, few_samples, finished
from tests.api.conftest import Caller, calling, data_of, visitor
from tests.events.cups import NOW
from tests.matches.conftest import match
from tests.page_lines import Texts, lines_of

__all__ = ["_same_samples", "calling", "few_samples", "finished", "match", "visitor"]
SignedIn = Callable[[User], Client]
says = Texts(__file__)


@pytest.fixture(autouse=True)
def _noon() -> Iterator[None]:
    with time_machine.travel(NOW, tick=False):
        yield


@pytest.fixture
def studies(finished: Match, anna: User) -> list[Study]:
    """Return studies of anna, one of each way to share: three moves from turn 2 on."""
    moves = finished.game.legal_moves(positions.all_of(finished)[1])
    played = next(text for move in moves if (text := finished.game.encode(move))[0].isalpha() and "=" in text)
    line = {"owner": anna, "match": finished, "begins": 2, "line": [played, "pass", "pass"], "comment": "Why\nnot?"}
    return [
        one(Study, pk=f"of-{sharing}", name=f"Three {sharing}", sharing=sharing, made_at=at, **line)
        for at, sharing in zip((NOW, NOW - timedelta(1), NOW + timedelta(1)), ("own", "link", "puzzle"), strict=True)
    ]


def test_a_study_to_its_owner(studies: list[Study], finished: Match, anna: User, signed_in: SignedIn) -> None:
    browser = signed_in(anna)
    says("a shared study to its owner", browser.get("/studies/of-link/"), match=finished.pk)
    says("after the first move", browser.get("/studies/of-own/?move=1"), "line", match=finished.pk)
    says("after the second move", browser.get("/studies/of-own/?move=2"), "line", match=finished.pk)
    assert lines_of(browser.get("/studies/of-own/?move=4"), "line") == lines_of(browser.get("/studies/of-own/"), "line")
    says("own studies", browser.get("/studies/"))
    says("to be deleted", browser.get("/studies/of-own/delete/"))
    assert "[Your 3 studies](/studies/)" in lines_of(browser.get("/matches/by/anna/"))
    answer = browser.post("/studies/of-own/delete/", follow=True)
    assert lines_of(answer, "messages") == ["The study is deleted."]
    Study.objects.get(pk="of-link").delete()
    assert "[Your study](/studies/)" in lines_of(browser.get("/matches/by/anna/"))


def test_a_study_to_others(
    studies: list[Study], finished: Match, bob: User, client: Client, signed_in: SignedIn
) -> None:
    says("a shared study to a player", signed_in(bob).get("/studies/of-link/"), match=finished.pk)
    says("a puzzle to a visitor", client.get("/studies/of-puzzle/"), match=finished.pk)
    Match.objects.update(rules_version=99)
    says("of rules that are gone", client.get("/studies/of-link/"), match=finished.pk)
    Match.objects.update(rules_version=finished.rules_version)
    says("a puzzle that is unfolded", client.get("/studies/of-puzzle/?move=3"), "answer", match=finished.pk)


def test_programs_and_files_have_all_of_it(
    studies: list[Study], finished: Match, anna: User, calling: Callable[..., Caller], visitor: Caller
) -> None:
    facts = {"match": finished.pk, "line": studies[0].line, "comment": "Why\nnot?"}
    listed = data_of(calling(anna, "profile:read").get("/me/studies"))
    assert [one.pop("owner")["name"] for one in listed] == ["anna"] * 3
    made = {"of-puzzle": "2026-11-22", "of-own": "2026-11-21", "of-link": "2026-11-20"}
    assert listed == [
        {"study": pk, "name": f"Three {pk[3:]}", "sharing": pk[3:], "ply": 2, "made": f"{day}T12:00:00Z", **facts}
        for pk, day in made.items()
    ]
    shared = data_of(visitor.get("/studies/of-link"))
    assert (shared.pop("owner")["name"], shared) == ("anna", listed[2])
    assert studies_of(anna)[2] == {
        "id": "of-link",
        "name": "Three link",
        "sharing": "link",
        "begins": 2,
        "made_at": NOW - timedelta(1),
        **facts,
    }


def test_staff_see_and_erase_the_texts_of_one_study(studies: list[Study], anna: User) -> None:
    report = one(Report, about=anna, subject="study:of-link")
    assert of_report({"report": report}) == {"study": studies[1]}
    assert of_report({"report": one(Report, about=anna, subject="match:of-link")}) is None
    services.erase_text("of-link")
    rows = Study.objects.values_list("pk", "name", "comment", "sharing").order_by("pk")
    assert [*rows] == [
        ("of-link", "…", "", "own"),
        ("of-own", "Three own", "Why\nnot?", "own"),
        ("of-puzzle", "Three puzzle", "Why\nnot?", "puzzle"),
    ]
