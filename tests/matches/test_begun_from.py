"""Matches that begin from another one or with a computer: what they keep, and whom a cancelled one blames."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.http import QueryDict

from accounts.models import User
from core import clock
from games.catalogue import games
from games.matches.errors import NothingToContinue
from games.matches.forms import NightForm, VacationForm
from games.matches.models import Match
from games.matches.outcomes import Ending
from games.matches.pages.match_view import MatchView
from games.matches.pages.record import mixed_sentence
from games.matches.play.opening import start_match
from games.matches.play.services import resign
from games.matches.play.starts import Origin, check_origin, to_blame
from games.matches.time.control import TimeControl
from games.rules import Seat
from tests.matches.conftest import play_on
from tests.matches.test_mirrors import begun, play_rounds

LIVE = TimeControl.live(minutes=5, increment=8)


def test_a_live_match_that_goes_on_from_another_gathers_with_open_hands(match: Match, anna: User, bob: User) -> None:
    over = resign(play_on(match, 2).pk, anna)
    for origin, hidden in ((None, True), (Origin(over, 2, Seat.FIRST), False)):
        begun_match = start_match(
            game_slug="digifeud", options=over.options, first=anna, second=bob, time_control=LIVE, origin=origin
        )
        assert begun_match.is_gathering
        assert bool(MatchView(begun_match, Seat.FIRST).face_down) is hidden


def test_what_goes_on_from_a_mirror_match_is_one_board_and_casual(anna: User, bob: User) -> None:
    boards = play_rounds(begun(anna, bob), 1)
    over = resign(boards[0].pk, anna)
    again = start_match(
        game_slug="sudoku", options=over.options, first=anna, second=bob, rated=True,
        time_control=over.time_control, origin=Origin(over, 1, Seat.FIRST),
    )  # fmt: skip
    assert (again.twin_id, again.rated, again.origin) == (None, False, over)
    assert over.rated


def test_a_mirror_match_of_bots_is_casual_and_one_of_people_is_rated(anna: User, bob: User) -> None:
    assert [board.rated for board in begun(anna, bob)] == [True, True]
    User.objects.update(is_bot=True)
    bots = User.objects.get(pk=anna.pk), User.objects.get(pk=bob.pk)
    assert [board.rated for board in begun(*bots)] == [False, False]
    options = games()["sudoku"].options_type()
    terms = {"game_slug": "sudoku", "options": options, "time_control": TimeControl.correspondence(days=3)}
    assert start_match(first=bots[0], second=bots[1], rated=True, **terms).rated


def test_no_match_goes_on_from_a_variation_that_ends_it(match: Match, anna: User) -> None:
    over = resign(play_on(match, 2).pk, anna)
    check_origin(over, 2, ["pass"])
    check_origin(over, 0, ["pass", "pass"])
    with pytest.raises(NothingToContinue):
        check_origin(over, 0, ["pass", "pass", "pass"])


@pytest.mark.parametrize("computer", ["first", "second", ""])
def test_who_cancels_a_match_with_a_computer_is_not_to_blame(anna: User, bob: User, computer: str) -> None:
    options = games()["digifeud"].options_type()
    match = start_match(game_slug="digifeud", options=options, first=anna, second=bob, time_control=LIVE)
    if computer:
        getattr(match, computer).is_computer = True
    match.clock_since = match.started_at  # both have arrived
    for seat in Seat:
        assert to_blame(match, seat, Ending.ABORTED) == (0 if computer else int(seat))


def test_forms_of_rests_want_both_ends(anna: User) -> None:
    today = clock.now().astimezone(anna.zone).date()
    for fields, is_valid in (
        (f"first={today}&last={today}", True),
        (f"first={today}", False),
        (f"last={today}", False),
        (f"first={today}&last={today - timedelta(days=1)}", False),
    ):
        assert VacationForm(anna.zone, QueryDict(fields)).is_valid() is is_valid
    nights = {(23, 9): True, (23, 10): False, (7, 7): False, (7, 8): True, (23, ""): False, ("", 7): False}
    for (begins, ends), is_valid in nights.items():
        night = QueryDict(f"night_begins={begins}&night_ends={ends}")
        assert NightForm("", night).is_valid() is is_valid, (begins, ends)


@pytest.mark.parametrize(
    ("mixed_by", "words"),
    [
        (0, "No browser added a random value."),
        (Seat.FIRST, "anna’s browser added a random value. For bob, only the server’s value counts."),
        (Seat.SECOND, "bob’s browser added a random value. For anna, only the server’s value counts."),
        (Seat.FIRST | Seat.SECOND, "Both browsers added a random value."),
    ],
)
def test_it_is_said_whose_browser_mixed_the_deal(match: Match, mixed_by: int, words: str) -> None:
    match.mixed_by = mixed_by
    assert mixed_sentence(match) == words
