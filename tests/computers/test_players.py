"""Computer players are accounts without sign-in, marked as computers, that cannot be blocked."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Block, User
from accounts.names import check_name, computer_account
from accounts.online import presence
from accounts.services import block, delete_stale_guests
from accounts.templatetags.avatars import avatar
from games.catalogue import bots
from games.computers.characters import character
from games.computers.models import Computer
from games.computers.services import begin_match, find_computer, make_computers
from games.matches.errors import TooManyMatches
from games.matches.models import Match
from games.matches.play.services import find_match, offer_rematch, resign
from tests.computers.conftest import a_moment_later
from tests.lobby.conftest import at_once


def test_there_is_one_for_each_level_and_making_them_again_changes_nothing(db: None) -> None:
    made = make_computers()
    assert make_computers() == made
    assert {user.username for user in made} == {computer_account(level) for found in bots().values() for level in found}
    assert all(user.is_computer and not user.has_usable_password() for user in made)


@pytest.mark.django_db(transaction=True)
def test_eight_who_ask_at_once_get_the_same() -> None:
    found = at_once(*[lambda: find_computer(1)] * 8)
    assert len(set(found)) == Computer.objects.count() == User.objects.count() == 1


@pytest.mark.parametrize("name", ["Computer", "computer-1", "C0mputer_2", "Computers"])
def test_no_one_may_call_themselves_so(name: str) -> None:
    with pytest.raises(ValidationError, match="reserved"):
        check_name(name)


@pytest.mark.parametrize("password", ["", "Computer-1", "!"])
def test_no_one_signs_in_as_one(computer: User, client: Client, password: str) -> None:
    page = client.post(reverse("account_login"), {"login": computer.username, "password": password})
    assert page.status_code == 200
    assert "_auth_user_id" not in client.session


def test_it_is_not_forgotten_like_a_guest(computer: User) -> None:
    assert delete_stale_guests(timezone.now() + timedelta(days=400)) == 0
    assert User.objects.get(pk=computer.pk).is_active


def test_it_never_counts_as_someone_who_is_here(match: Match, computer: User) -> None:
    a_moment_later(match)
    assert not presence.online().exists()


def test_it_cannot_be_blocked(anna: User, computer: User, signed_in: Callable[[User], Client]) -> None:
    block(anna, computer)
    page = signed_in(anna).post(reverse("accounts:block"), {"name": computer.username}, follow=True)
    assert "it never challenges anyone" in page.content.decode()
    assert not Block.objects.exists()


def test_it_takes_every_rematch_at_once(match: Match, anna: User, computer: User) -> None:
    resign(match.pk, anna)
    again = offer_rematch(match.pk, anna)
    assert again is not None
    assert (again.first, again.second) == (anna, computer)
    assert offer_rematch(match.pk, anna) == again


def test_a_rematch_keeps_to_the_limit_of_matches_against_computers_and_to_no_other(
    match: Match, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    resign(match.pk, anna)
    monkeypatch.setattr("games.matches.play.starts.MOST_WITH_COMPUTERS", 1)
    other = begin_match(anna, "sudoku", 2)
    with pytest.raises(TooManyMatches):
        offer_rematch(match.pk, anna)
    assert find_match(match.pk).rematch_by is None
    resign(other.pk, anna)
    monkeypatch.setattr("games.matches.play.starts.MOST_RUNNING", 0)  # of matches with people
    assert offer_rematch(match.pk, anna) is not None


def test_its_page_marks_it_and_offers_what_it_plays(
    match: Match, anna: User, computer: User, signed_in: Callable[[User], Client]
) -> None:
    page = signed_in(anna).get(reverse("matches:player", args=[computer.username])).content.decode()
    assert '<span class="badge computer">computer</span>' in page
    assert reverse("computers:play", args=["digifeud", 1]) in page
    assert "Block" not in page
    theirs = signed_in(anna).get(reverse("history:history", args=[anna.username])).content.decode()
    assert "badge computer" in theirs  # beside the opponent's name


def test_the_match_page_marks_it_and_shows_it_no_clock(
    match: Match, anna: User, signed_in: Callable[[User], Client]
) -> None:
    page = signed_in(anna).get(reverse("matches:match", args=[match.pk])).content.decode()
    assert "badge computer" in page
    assert "data-deadline" not in page  # it is the computer's turn
    assert 'content="3"' in page  # without JavaScript the page reloads itself


def test_its_own_page_says_how_it_plays(computer: User, client: Client) -> None:
    page = client.get(reverse("matches:player", args=[computer.username])).content.decode()
    assert str(character(computer.computer.level).style) in page


def test_the_match_page_shows_the_avatars_that_lists_show(
    match: Match, anna: User, computer: User, signed_in: Callable[[User], Client]
) -> None:
    page = signed_in(anna).get(reverse("matches:match", args=[match.pk])).content.decode()
    assert avatar(anna) in page
    assert avatar(computer) in page
