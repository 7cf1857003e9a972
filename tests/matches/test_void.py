"""A void match counts for neither player, exactly once, and its page says so."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.asserts import assertContains

from accounts.models import User
from games.matches.errors import MatchOver
from games.matches.files import exports
from games.matches.files.transcript import read
from games.matches.hooks import match_ended, match_voided
from games.matches.models import Match
from games.matches.pages.match_view import MatchEntry, MatchView
from games.matches.pages.page_updates import update_since
from games.matches.play.services import find_match, play_move, resign, void_match
from games.rules import Seat
from tests.jobs.running import following
from tests.matches.conftest import legal_move, play_on

pytestmark = pytest.mark.sql


@pytest.fixture
def told() -> Iterator[list[str]]:
    """Return a list of the signals sent, in order."""
    heard: list[str] = []

    def ended(match: Match) -> None:
        heard.append(f"ended {match.ending}")

    def voided(match: Match) -> None:
        heard.append("voided")

    with following(match_ended, ended, at_once=True), following(match_voided, voided, at_once=True):
        yield heard


def test_a_running_match_ends_so(match: Match, anna: User, told: list[str]) -> None:
    play_on(match, 2)
    void_match(match.pk)
    match = find_match(match.pk)
    assert (match.ending, match.winner, match.deadline_at) == ("void", None, None)
    assert match.voided_at == match.finished_at
    assert told == ["ended void", "voided"]
    with pytest.raises(MatchOver):
        play_move(match.pk, anna, match.ply + 1, "pass")


def test_a_finished_match_keeps_how_it_ended(match: Match, anna: User, told: list[str]) -> None:
    play_on(match, 3)
    resign(match.pk, anna)
    before = find_match(match.pk)
    void_match(match.pk)
    after = find_match(match.pk)
    assert after.version == before.version + 1
    assert (after.ending, after.winner, after.finished_at) == ("resigned", Seat.SECOND, before.finished_at)
    assert told == ["ended resigned", "voided"]


def test_twice_changes_nothing(match: Match, told: list[str]) -> None:
    first = void_match(match.pk)
    assert void_match(match.pk).voided_at == first.voided_at
    assert told.count("voided") == 1


def test_it_says_so_wherever_it_stands(match: Match, anna: User, signed_in: Callable[[User], Client]) -> None:
    play_on(match, 2)
    void_match(match.pk)
    match = find_match(match.pk)
    page = signed_in(anna).get(reverse("matches:match", args=[match.pk]))
    assertContains(page, "This match is void.")
    assertContains(page, "Staff declared this match void.")
    assert "This match is void." in update_since(match, None, match.version - 1, match.ply).html
    assert (MatchView(match, None).outcome, MatchEntry(match, anna).outcome) == ("void", "void")
    result = MatchView(match, None).view.result
    assert result
    assert not result.counts


@pytest.mark.parametrize("given_up", [True, False])
def test_its_record_is_still_proved(match: Match, anna: User, given_up: bool) -> None:
    play_on(match, 3)
    if given_up:
        resign(match.pk, anna)
    void_match(match.pk)
    match = find_match(match.pk)
    proof = exports.prove(match)
    assert (proof.commitment_fits, proof.moves_fit) == (True, True)
    assert "[Voided " in exports.as_text(match, None)
    assert read(exports.as_text(match, None)) == exports.transcript_of(match, None)


def test_a_legal_move_is_refused_afterwards(match: Match, anna: User) -> None:
    move = legal_move(match)
    void_match(match.pk)
    with pytest.raises(MatchOver):
        play_move(match.pk, anna, 1, move)
