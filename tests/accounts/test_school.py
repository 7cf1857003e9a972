"""A school class behind one address: all limits are as on a real site, and none of them keeps a pupil out."""

from __future__ import annotations

import pytest
from django.db.models import Q
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.matches.models import Match
from games.matches.play import positions
from games.matches.play.services import find_match
from tests.sizes import examples

pytestmark = pytest.mark.django_db
SCHOOL = "93.184.216.34"
CLASS = 30


def pupil() -> Client:
    return Client(REMOTE_ADDR=SCHOOL, headers={"User-Agent": "Mozilla/5.0 (X11; CrOS x86_64) Chrome/140.0"})


def begin_against_a_computer(browser: Client) -> None:
    answer = browser.post(reverse("computers:play", args=["sudoku", 1]))
    assert answer.status_code == 302, answer.content


def plays(browser: Client) -> bool:
    """Play a move if it is this pupil's turn; return whether it was."""
    player = User.objects.get(pk=browser.session["_auth_user_id"])
    match = find_match(Match.objects.get(Q(first=player) | Q(second=player)).pk)
    assert browser.get(reverse("matches:match", args=[match.pk])).status_code == 200
    if match.to_move != match.seat_of(player):
        return False
    move = next(iter(match.game.legal_moves(positions.current(match))))
    sent = {"ply": match.ply + 1, "text": match.game.encode(move), "sure": "1"}
    assert browser.post(reverse("matches:move", args=[match.pk]), sent).status_code in {200, 302}
    return find_match(match.pk).ply > match.ply


@pytest.mark.thorough  # by default: thirty pupils
@pytest.mark.slow
def test_thirty_guests_behind_one_address_get_in_and_play() -> None:
    browsers = [pupil() for _seat in range(CLASS)]
    for browser in browsers:
        begin_against_a_computer(browser)
    assert User.objects.filter(is_guest=True).count() == CLASS
    assert sum(plays(browser) for browser in browsers) > 5


@pytest.mark.slow
def test_thirty_pupils_sign_up_and_sign_in_within_a_minute() -> None:
    for number in range(CLASS):
        browser = pupil()
        form = {"username": f"child{number}", "password1": f"ladder window {number}"}
        assert browser.post("/accounts/signup/", form).status_code == 302
        for _lesson in range(2):
            browser.post("/accounts/logout/")
            again = browser.post("/accounts/login/", {"login": form["username"], "password": form["password1"]})
            assert again.status_code == 302, again.content
        if number < examples(3, CLASS):  # by default guests play, who have the same limits
            begin_against_a_computer(browser)
            plays(browser)
