"""What the pages of lessons say, whole: the task, what a try has brought, and the way on."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest
from django.test import Client

from accounts.models import User
from games.catalogue import lessons
from games.classes import services
from tests.page_lines import Texts

SignedIn = Callable[[User], Client]
says = Texts(__file__)


def test_a_lesson_from_the_task_to_the_next_one(db: None, client: Client) -> None:
    page, last = "/games/digifeud/try/1/", f"/games/digifeud/try/{len(lessons('digifeud'))}/"
    says("a task", client.get(page))
    says("no move", client.post(page, {"ply": "1", "text": "5+8+"}), "match_view")
    says("another move", client.post(page, {"ply": "1", "text": "e7r 5+3=8"}), "play status task")
    says("the solution", client.post(page, {"ply": "1", "text": "e7r 5+8=13"}), "match_view")
    says("shown", client.get(f"{page}answer/"), "status play")
    says("the last one", client.get(f"{last}answer/"), "status play")
    says("a bad move", client.post("/games/sudoku/try/4/", {"ply": "1", "text": "d4"}))
    says("the course of a game", client.get("/games/digifeud/"), "course")


@pytest.mark.parametrize("chosen", [True, False])
def test_what_helps_is_on_unless_a_player_turns_it_off(chosen: bool, anna: User, signed_in: SignedIn) -> None:
    User.objects.filter(pk=anna.pk).update(lights=chosen, keypad=not chosen)
    page = signed_in(anna).get("/games/digifeud/try/1/").content.decode()
    assert f'data-lights="{"on" if chosen else "off"}"' in page
    assert f'data-keypad="{"off" if chosen else "on"}"' in page


def test_the_last_lesson_leads_a_pupil_to_the_class(anna: User, signed_in: SignedIn) -> None:
    pupil = services.pupils_of(services.make(anna, "5b", ["Emma"], date(2030, 7, 31)))[0].user
    last = f"/games/digifeud/try/{len(lessons('digifeud'))}/"
    says("the last one to a pupil", signed_in(pupil).get(f"{last}answer/"), "play")
