"""Resigning: confirmed, done once, and only by the player."""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.catalogue import games
from games.matches.errors import MatchOver, NotPlaying
from games.matches.models import Match
from games.matches.play import positions
from games.matches.play.opening import start_match
from games.matches.play.services import find_match, play_move, resign
from games.matches.time.control import TimeControl
from games.ratings.models import RatingChange
from tests.matches.conftest import play_on

SignedIn = Callable[[User], Client]

TURNS = 7


def test_anna_resigns_after_a_move_and_is_shown_one_point(match: Match, anna: User) -> None:
    play_on(match, 1)
    resign(match.pk, anna)
    ended = find_match(match.pk)
    assert (ended.ending, ended.winner) == (Match.Ending.RESIGNED, 2)
    assert (ended.first_points, ended.second_points) == (1, 0)
    assert ended.deadline_at is None


@pytest.mark.parametrize(
    ("slug", "sentence"),
    [
        ("digifeud", "anna resigned and ends with 1\N{NO-BREAK SPACE}point. Score and strength stay"),
        ("summy", "anna resigned."),
    ],
)
def test_the_card_of_the_end_says_who_resigned(
    slug: str, sentence: str, anna: User, bob: User, signed_in: SignedIn
) -> None:
    options = games()[slug].options_type()
    control = TimeControl.correspondence(days=3)
    match = start_match(game_slug=slug, options=options, first=anna, second=bob, time_control=control)
    resign(play_on(match, 1).pk, anna)
    page = signed_in(bob).get(reverse("matches:match", args=[match.pk])).content.decode()
    assert sentence in page.partition('<section id="end"')[2].partition("</section>")[0]


@pytest.mark.parametrize("slug", ["digifeud", "tenbyten", "sudoku", "summy"])
@pytest.mark.parametrize("who", ["anna", "bob"])
def test_before_the_first_move_a_match_is_cancelled_and_counts_for_nothing(
    slug: str, who: str, anna: User, bob: User
) -> None:
    options = games()[slug].options_type()
    match = start_match(
        game_slug=slug,
        options=options,
        first=anna,
        second=bob,
        time_control=TimeControl.correspondence(days=3),
        rated=True,
    )
    ended = resign(match.pk, {"anna": anna, "bob": bob}[who])
    assert (ended.ending, ended.winner, ended.counts) == (Match.Ending.ABORTED, None, False)
    assert (ended.first_points, ended.second_points) == (0, 0)
    assert not RatingChange.objects.exists()


@pytest.mark.parametrize("slug", ["digifeud", "tenbyten", "sudoku", "summy"])
def test_from_the_first_move_on_who_resigns_has_lost(slug: str, anna: User, bob: User) -> None:
    options = games()[slug].options_type()
    match = start_match(
        game_slug=slug, options=options, first=anna, second=bob, time_control=TimeControl.correspondence(days=3)
    )
    play_on(match, 1)
    ended = resign(match.pk, bob)
    assert (ended.ending, ended.winner) == (Match.Ending.RESIGNED, 1)


def test_the_card_of_the_end_tells_who_led_where_points_decided(
    match: Match, anna: User, bob: User, signed_in: SignedIn
) -> None:
    begun = match
    while not begun.finished_at:
        scored = match.game.scored_moves(positions.replay(begun).position)
        # Only anna lays tiles, and until she has points enough to keep some at the end.
        best = max(scored, key=itemgetter(1), default=None) if begun.to_move == 1 and begun.ply < TURNS else None
        text = match.game.encode(best[0]) if best else "pass"
        begun = play_move(begun.pk, begun.first if begun.to_move == 1 else begun.second, begun.ply + 1, text)
    days = TimeControl.correspondence(days=3)
    other = start_match(game_slug="digifeud", options=match.options, first=anna, second=bob, time_control=days)
    play_on(other, 1)
    resign(other.pk, bob)
    played, resigned = (signed_in(anna).get(reverse("matches:match", args=[end.pk])) for end in (begun, other))
    assert b"You led from turn 1." in played.content
    assert b"led from turn" not in resigned.content  # points did not decide it


def test_the_button_says_cancel_match_before_the_first_move_and_resign_after_it(
    match: Match, anna: User, signed_in: SignedIn
) -> None:
    page, url = (reverse(f"matches:{name}", args=[match.pk]) for name in ("match", "resign"))
    assert b"Cancel match" in signed_in(anna).get(page).content
    assert b"Cancel this match?" in signed_in(anna).get(url).content
    play_on(match, 1)
    told = signed_in(anna).get(page).content
    assert b"Cancel match" not in told
    assert b"Resign?" in told


def test_a_match_that_is_cancelled_says_so_on_its_page(match: Match, anna: User, signed_in: SignedIn) -> None:
    answer = signed_in(anna).post(reverse("matches:resign", args=[match.pk]), follow=True)
    assert b"The match is cancelled." in answer.content
    assert b"does not count" in answer.content


def test_one_may_resign_when_the_other_is_to_move(match: Match, anna: User) -> None:
    play_on(match, 1)
    assert resign(match.pk, anna).winner == 2


def test_resigning_twice_is_resigning_once(match: Match, anna: User) -> None:
    play_on(match, 1)
    version = resign(match.pk, anna).version
    assert resign(match.pk, anna).version == version


def test_who_has_won_cannot_resign_and_a_stranger_never(match: Match, anna: User, bob: User, carl: User) -> None:
    play_on(match, 1)
    with pytest.raises(NotPlaying):
        resign(match.pk, carl)
    resign(match.pk, anna)
    with pytest.raises(MatchOver):
        resign(match.pk, bob)


def test_without_javascript_a_page_asks_first(match: Match, anna: User, signed_in: SignedIn) -> None:
    play_on(match, 1)
    url = reverse("matches:resign", args=[match.pk])
    page = signed_in(anna).get(url)
    assert b"Resign?" in page.content
    assert find_match(match.pk).finished_at is None
    answer = signed_in(anna).post(url)
    assert answer.headers["Location"] == reverse("matches:match", args=[match.pk])
    assert find_match(match.pk).ending == Match.Ending.RESIGNED


def test_carl_cannot_resign_for_anna(match: Match, carl: User, signed_in: SignedIn) -> None:
    answer = signed_in(carl).post(reverse("matches:resign", args=[match.pk]))
    assert answer.status_code == 403
    assert b"Only the two players" in answer.content
