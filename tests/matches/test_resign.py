"""Giving up: asked first, done once, and never by somebody else."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.matches.models import Match
from games.matches.refusals import MatchOver, NotPlaying
from games.matches.services import find_match, resign
from tests.matches.conftest import play_on

SignedIn = Callable[[User], Client]


def test_anna_resigns_after_a_move_and_is_shown_one_point(match: Match, anna: User) -> None:
    play_on(match, 1)
    resign(match.pk, anna)
    ended = find_match(match.pk)
    assert (ended.ending, ended.winner) == (Match.Ending.RESIGNED, 2)
    assert (ended.first_points, ended.second_points) == (1, 0)
    assert ended.deadline_at is None


def test_one_may_resign_when_the_other_is_to_move(match: Match, bob: User) -> None:
    assert resign(match.pk, bob).winner == 1


def test_resigning_twice_is_resigning_once(match: Match, anna: User) -> None:
    version = resign(match.pk, anna).version
    assert resign(match.pk, anna).version == version


def test_who_has_won_cannot_resign_and_a_stranger_never(match: Match, anna: User, bob: User, carl: User) -> None:
    with pytest.raises(NotPlaying):
        resign(match.pk, carl)
    resign(match.pk, anna)
    with pytest.raises(MatchOver):
        resign(match.pk, bob)


def test_without_javascript_a_page_asks_first(match: Match, anna: User, signed_in: SignedIn) -> None:
    url = reverse("matches:resign", args=[match.pk])
    page = signed_in(anna).get(url)
    assert b"Really resign?" in page.content
    assert find_match(match.pk).finished_at is None
    answer = signed_in(anna).post(url)
    assert answer.headers["Location"] == reverse("matches:match", args=[match.pk])
    assert find_match(match.pk).ending == Match.Ending.RESIGNED


def test_carl_cannot_resign_for_anna(match: Match, carl: User, signed_in: SignedIn) -> None:
    answer = signed_in(carl).post(reverse("matches:resign", args=[match.pk]))
    assert answer.status_code == 403
    assert b"Only the two players" in answer.content
