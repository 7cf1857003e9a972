"""A deleted player has one word for a name, in the reader's language and without a link; the name is kept back."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django.asserts import assertContains

from accounts.models import RetiredName, User
from accounts.player import NAMES_KEPT, check_free, release_old
from accounts.services import delete_account, make_guest
from games.matches.files.exports import prove, transcript_of
from games.matches.models import Match
from games.matches.play.services import find_match
from games.notifications.services import notify
from tests.html import html_of
from tests.jobs.running import run_jobs
from tests.matches.test_noninterference import addresses, running
from tests.sizes import THOROUGH, cases

SignedIn = Callable[[User], Client]
WORDS = {"en": "Deleted player", "nl": "Verwijderde speler", "de": "Gelöschter Spieler"}
SORRY = "This name belonged to a player who has deleted the account."


@pytest.fixture
def match(anna: User, bob: User) -> Match:
    """Return the match that bob played against anna, who has deleted her account since."""
    match = running(anna, bob, "summy")
    notify(bob, "message", "1", match=match, other=anna, game_slug="summy")
    delete_account(anna)
    run_jobs()
    return find_match(match.pk)


@pytest.mark.slow
@pytest.mark.any_stack
@cases("language", [*WORDS], default=["de"])
def test_no_page_file_or_feed_has_the_name_of_the_row(
    match: Match, bob: User, signed_in: SignedIn, language: str
) -> None:
    User.objects.filter(pk=bob.pk).update(language=language)
    browsers = [signed_in(bob), Client(headers={"Accept-Language": language})]
    more = ["/history/", "/history/of/bob/", "/notifications/", "/lobby/", "/matches/by/bob/", "/accounts/export/"]
    for browser in browsers[: 2 if THOROUGH else 1]:  # a visitor gets less
        for url in [*(path.replace("anna", "bob") for path in addresses(match)), *more]:
            answer = browser.get(url)
            assert b"deleted-" not in answer.getvalue(), url


@pytest.mark.parametrize("language", WORDS)
def test_her_word_stands_where_her_name_was_without_a_link(
    match: Match, bob: User, signed_in: SignedIn, language: str
) -> None:
    User.objects.filter(pk=bob.pk).update(language=language)
    for path in (f"/matches/{match.pk}/", "/history/of/bob/", "/notifications/"):
        page = signed_in(bob).get(path)
        assertContains(page, WORDS[language])
        assert f">{WORDS[language]}</a>" not in html_of(page)


def test_files_have_a_token_that_is_the_same_in_every_language(match: Match) -> None:
    transcript = transcript_of(match, None)
    assert {transcript.first, transcript.second} == {"deleted", "bob"}
    assert prove(match).moves_fit


def test_her_addresses_lead_nowhere(match: Match, anna: User, client: Client) -> None:
    name = f"deleted-{anna.pk}"
    for path in (f"/matches/by/{name}/", f"/history/of/{name}/", f"/history/of/bob/against/{name}/"):
        assert client.get(path).status_code == 404, path


def test_an_account_that_staff_closed_has_its_name_and_no_link(anna: User, bob: User, signed_in: SignedIn) -> None:
    match = running(anna, bob, "summy")
    User.objects.filter(pk=anna.pk).update(is_active=False)
    page = html_of(signed_in(bob).get(f"/matches/{match.pk}/"))
    assert "anna" in page
    assert "/matches/by/anna/" not in page


@pytest.mark.parametrize("name", ["anna", "ANNA", "Ánna"])
def test_no_one_signs_up_with_it_for_90_days(anna: User, client: Client, name: str) -> None:
    delete_account(anna)
    form = {"username": name, "password1": "numbers are fun"}
    page = client.post(reverse("account_signup"), form)
    assertContains(page, SORRY, status_code=page.status_code)
    with time_machine.travel(timezone.now() + NAMES_KEPT + timedelta(minutes=1)):
        client.post(reverse("account_signup"), form)
    assert User.objects.filter(username=name).exists()


def test_no_guest_takes_it_as_nickname(anna: User, signed_in: SignedIn) -> None:
    delete_account(anna)
    page = signed_in(make_guest()).post(reverse("accounts:nickname"), {"nickname": "anna"})
    assertContains(page, SORRY, status_code=page.status_code)
    assert not User.objects.filter(username="anna").exists()


def test_the_name_itself_is_not_kept(anna: User) -> None:
    delete_account(anna)
    row = RetiredName.objects.get()
    assert len(row.digest) == 64
    assert "anna" not in row.digest


def test_it_is_forgotten_after_90_days(anna: User) -> None:
    delete_account(anna)
    assert release_old(timezone.now() + NAMES_KEPT - timedelta(minutes=1)) == 0
    assert release_old(timezone.now() + NAMES_KEPT + timedelta(minutes=1)) == 1
    check_free("anna")


def test_the_random_name_of_a_guest_is_not_kept(db: None) -> None:
    delete_account(make_guest())
    assert not RetiredName.objects.exists()


def test_a_name_that_is_deleted_twice_is_kept_from_the_second_time(anna: User) -> None:
    delete_account(anna)
    RetiredName.objects.update(retired_at=timezone.now() - NAMES_KEPT - timedelta(days=1))
    check_free("anna")
    delete_account(User.objects.create_user("anna"))
    with pytest.raises(ValidationError):
        check_free("anna")
