"""Lines of an analysis that anna keeps, comments, and shares; bob reads them, and none sees what is not shared."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.services import delete_account
from core import clock
from games.analysis.models import Analysis
from games.matches.models import Match
from games.social.models import Report
from games.studies import services
from games.studies.errors import TooManyStudies
from games.studies.exports import studies_of
from games.studies.models import Study
from tests.analysis.conftest import _same_samples, analysed, few_samples, finished
from tests.api.conftest import Caller, calling, data_of, problem_of, visitor
from tests.html import html_of
from tests.matches.conftest import match

__all__ = ["_same_samples", "calling", "few_samples", "finished", "match", "visitor"]


@pytest.fixture
def study(finished: Match, anna: User, client: Client) -> Study:
    """Return a study that anna has kept from the page of a variation; she is signed in."""
    analysed(finished)
    client.force_login(anna)
    page = reverse("analysis:variation", args=[finished.pk, 2])
    text = Analysis.objects.get().measured[2]["listed"]["best"][0]["text"]
    assert "Keep these moves" not in html_of(client.get(page))  # none is made yet
    assert "Play on after these moves" not in html_of(client.get(page))
    tried = html_of(client.get(page, {"line": text}))
    assert "Keep these moves as a study" in tried
    assert re.search(r'class="brought">\d+<span class="visually-hidden">\s*points<', tried)
    assert "Play on after these moves" in tried
    assert f'name="line" value="{text}"' in tried.partition('id="onward"')[2]
    client.post(reverse("studies:keep", args=[finished.pk, 2]), {"line": text})
    client.post(reverse("studies:keep", args=[finished.pk, 2]), {"line": text})  # a double click
    return Study.objects.get()


def change(client: Client, study: Study, **fields: str) -> int:
    """Send the form of a study; return the status."""
    form = {"name": "A pass", "comment": "Why not?", "sharing": "own", **fields}
    return client.post(study.get_absolute_url(), form).status_code


def test_a_line_is_kept_named_and_commented(study: Study, client: Client) -> None:
    assert study.name == "Turn 2: anna – bob"
    assert change(client, study, comment="First.\nThen <b>this</b>.") == 302
    page = html_of(client.get(study.get_absolute_url()))
    assert '<h1 dir="auto">A pass</h1>' in page
    assert "First.<br>Then &lt;b&gt;this&lt;/b&gt;." in page
    assert 'name="robots" content="noindex"' in page
    assert change(client, study, name=" \u200b") == 422
    assert "A pass" in html_of(client.get(reverse("studies:studies")))
    assert "Your study" in html_of(client.get("/matches/by/anna/"))


def test_two_tabs_save_what_was_changed_on_each(study: Study, client: Client) -> None:
    change(client, study, name="First", comment="Then")
    page = html_of(client.get(study.get_absolute_url()))
    shown = dict(re.findall(r'type="hidden" name="(initial-\w+)" value="([^"]*)"', page))
    assert shown == {"initial-name": "First", "initial-comment": "Then", "initial-sharing": "own"}
    change(client, study, **shown, name="First", comment="")
    change(client, study, **shown, name="Second", comment="Then")  # the tab that was opened before
    assert (Study.objects.get().name, Study.objects.get().comment) == ("Second", "")


def test_who_has_none_yet_is_shown_the_way(anna: User, client: Client) -> None:
    client.force_login(anna)
    page = html_of(client.get("/studies/"))
    assert 'href="/history/">All your matches</a>' in page


def test_programs_read_own_and_shared_studies(
    study: Study, anna: User, bob: User, client: Client, calling: Callable[..., Caller], visitor: Caller
) -> None:
    path, hers = f"/studies/{study.pk}", calling(anna, "profile:read")
    assert [one["study"] for one in data_of(hers.get("/me/studies"))] == [study.pk]
    assert data_of(hers.get(path))["line"] == study.line
    for stranger in (visitor, calling(bob), calling(anna, "chat:write")):
        problem_of(stranger.get(path), 404)
    problem_of(calling(anna, "chat:write").get("/me/studies"), 403)
    change(client, study, sharing="puzzle")
    assert data_of(visitor.get(path))["sharing"] == "puzzle"


def test_only_its_owner_sees_it_until_it_is_shared(study: Study, bob: User, client: Client) -> None:
    address = study.get_absolute_url()
    others = Client()
    assert others.get(address).status_code == 404
    change(client, study, sharing="link")
    assert "Why not?" in html_of(others.get(address))
    others.force_login(bob)
    assert "A study by anna" in html_of(others.get(address))
    assert change(others, study) == 404
    others.post(reverse("studies:delete", args=[study.pk]))
    assert Study.objects.count() == 1
    for shown in ("", "?move=1"):
        assert html_of(client.get(address + shown)).count(f'"http://testserver{address}"') == 1  # the link to share


def test_a_puzzle_shows_the_moves_after_a_try(study: Study, client: Client) -> None:
    change(client, study, sharing="puzzle")
    page = html_of(Client().get(study.get_absolute_url()))
    before, _, after = page.partition('<details class="unfold" id="answer"')
    assert "Try it on the board" in before
    assert "Why not?" not in before
    assert "Why not?" in after
    assert "Play on from here" in before  # from the position that it begins with
    assert "Play on after these moves" not in before
    assert "Play on after these moves" in after
    assert f'name="line" value="{study.line[0]}"' in after
    tried = f"{reverse('analysis:variation', args=[study.match.pk, 2])}?study={study.pk}"
    assert f'href="{tried}"' in before
    moved = Client().post(tried, {"ply": 2, "text": study.line[0]}, follow=True)
    assert len(moved.redirect_chain) == 1
    assert f'href="{study.get_absolute_url()}">Back to the study</a>' in html_of(moved)  # where the moves are
    change(client, study, sharing="own")
    assert "Back to the study" not in html_of(Client().get(tried))


def test_it_is_hidden_where_the_match_is(study: Study, client: Client) -> None:
    change(client, study, sharing="link")
    address, api = study.get_absolute_url(), f"/api/v1/studies/{study.pk}"
    assert [Client().get(path).status_code for path in (address, api)] == [200, 200]
    Match.objects.update(sealed_until=clock.now() + timedelta(days=1))  # others still play this deal
    assert [Client().get(path).status_code for path in (address, api)] == [404, 404]
    assert client.get(address).status_code == 200
    Match.objects.update(finished_at=None, sealed_until=None)  # as on the other board of a mirror match
    assert Client().get(study.get_absolute_url()).status_code == 404
    assert client.get(study.get_absolute_url()).status_code == 404


def test_nothing_is_kept_of_a_running_match_nor_an_illegal_move(match: Match, finished: Match, client: Client) -> None:
    client.force_login(match.first)
    assert client.post(reverse("studies:keep", args=[finished.pk, 2]), {"line": "a1r 9x9=81"}).status_code == 404
    assert client.post(reverse("studies:keep", args=[finished.pk, 99]), {"line": "pass"}).status_code == 404
    Match.objects.update(finished_at=None)
    assert client.post(reverse("studies:keep", args=[finished.pk, 2]), {"line": "pass"}).status_code == 404
    assert Client().post(reverse("studies:keep", args=[finished.pk, 2])).status_code == 302  # to the sign-in
    assert not Study.objects.exists()


def test_there_are_so_many(study: Study, anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MOST", 1)
    with pytest.raises(TooManyStudies):
        services.keep(anna, study.match, 1, ["pass"], "another")


def test_it_can_be_deleted_and_goes_with_the_account(study: Study, anna: User, client: Client) -> None:
    (row,) = studies_of(anna)
    assert json.dumps(row, default=str)
    assert row["line"] == study.line
    assert "Its link will not work" in html_of(client.get(reverse("studies:delete", args=[study.pk])))
    client.post(reverse("studies:delete", args=[study.pk]))
    client.post(reverse("studies:delete", args=[study.pk]))
    assert not Study.objects.exists()
    services.keep(anna, study.match, 2, study.line, "again")
    delete_account(anna)
    assert not Study.objects.exists()


def test_its_texts_can_be_reported_and_staff_erase_them(study: Study, bob: User, client: Client) -> None:
    change(client, study, sharing="link")
    reader = Client()
    reader.force_login(bob)
    page = reverse("studies:report", args=[study.pk])
    assert "Report a study of anna" in html_of(reader.get(page))
    reader.post(page, {"reason": "insult", "story": ""})
    assert Report.objects.get().subject == f"study:{study.pk}"
    services.erase_text(study.pk)
    assert reader.get(study.get_absolute_url()).status_code == 404
    assert Study.objects.get().comment == ""
