"""Comments on the puzzle of the day: who reads and writes them, what is reported, exported and deleted."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from accounts.models import User
from accounts.services import delete_account, make_guest
from core import clock
from games.classes import services as classes
from games.puzzles.models import Daily, Puzzle
from games.puzzles.services.selection import today
from games.puzzles.services.solving import give_up, try_move
from games.social.comments import comments_on, write_comment
from games.social.exports import social_of
from games.social.following import mute
from games.social.models import ChatSettings, Comment, ModerationAction, Report
from games.social.moderation import carry_out
from games.social.services import switch
from tests.conftest import PASSWORD
from tests.factors import give_factor
from tests.puzzles.conftest import DAY, make_puzzle

SignedIn = Callable[[User], Client]
SCRIPT = {"accept": "application/json"}


@pytest.fixture
def todays(db: None) -> Puzzle:
    """Return today's puzzle."""
    puzzle = make_puzzle()
    Daily.objects.create(game_slug=puzzle.game_slug, day=today(), number=1, puzzle=puzzle)
    return puzzle


def page(puzzle: Puzzle) -> str:
    return reverse("puzzles:comments", args=[puzzle.pk])


def test_who_has_solved_it_or_given_up_reads_and_writes_and_no_one_else(
    todays: Puzzle, anna: User, bob: User, carl: User, client: Client, signed_in: SignedIn
) -> None:
    hers, his, carls = signed_in(anna), signed_in(bob), signed_in(carl)
    try_move(todays, anna, todays.best)
    give_up(todays, bob)
    assertContains(hers.get(reverse("puzzles:puzzle", args=[todays.pk])), page(todays))
    words = {"text": "The blue\u202e square!", "token": "1"}
    assertRedirects(hers.post(page(todays), words), page(todays))
    hers.post(page(todays), words)
    assert [one.text for one in Comment.objects.all()] == ["The blue square!"]
    assertContains(his.get(page(todays)), "The blue square!")
    answer = his.post(page(todays), {"phrase": "wow", "token": "2"}, headers=SCRIPT)
    assert "Wow!" in answer.json()["partials"]
    assertContains(hers.post(page(todays), {"text": "x" * 201}), "x" * 201, status_code=422)
    for stranger in (carls, client):
        assertNotContains(stranger.get(reverse("puzzles:puzzle", args=[todays.pk])), page(todays))
    assert (carls.get(page(todays)).status_code, carls.post(page(todays), words).status_code) == (404, 404)
    assert client.get(page(todays)).status_code == 302
    assert Comment.objects.count() == 2
    switch(bob, talks=False)
    assertNotContains(his.get(page(todays)), "The blue square!")
    mute(carl, anna)
    give_up(todays, carl)
    assertNotContains(carls.get(page(todays)), "The blue square!")
    assertContains(carls.get(page(todays)), "Wow!")


def test_only_puzzles_of_a_day_that_has_come_have_comments(
    db: None, anna: User, signed_in: SignedIn, todays: Puzzle
) -> None:
    plain = make_puzzle(number=2)
    give_up(plain, anna)
    give_up(todays, anna)
    assertNotContains(signed_in(anna).get(reverse("puzzles:puzzle", args=[plain.pk])), page(plain))
    assert signed_in(anna).get(page(plain)).status_code == 404
    Daily.objects.update(day=today() - DAY)
    assert signed_in(anna).get(page(todays)).status_code == 200
    Puzzle.objects.update(for_daily=True)
    Daily.objects.update(day=today() + DAY)
    assert signed_in(anna).get(page(todays)).status_code == 404


def test_a_guest_says_phrases_a_silenced_player_nothing_and_none_too_often(
    todays: Puzzle, anna: User, signed_in: SignedIn
) -> None:
    guest = make_guest()
    for player in (guest, anna):
        give_up(todays, player)
    refused = signed_in(guest).post(page(todays), {"text": "Hello"}, headers=SCRIPT)
    assert (refused.status_code, comments_on(todays.pk).count()) == (403, 0)
    signed_in(guest).post(page(todays), {"phrase": "hello"})
    assertContains(signed_in(guest).get(page(todays)), "Guests choose from the phrases.")
    for number in range(20):
        refused = signed_in(anna).post(page(todays), {"text": f"Number {number}"}, headers=SCRIPT)
    assert refused.status_code == 429
    ChatSettings.objects.create(user=guest, silent_until="2100-01-01T00:00Z", silent_why="Enough.")
    refused = signed_in(guest).post(page(todays), {"phrase": "hello"})
    assertContains(refused, "Enough.", status_code=403)


def test_a_pupil_neither_reads_nor_writes_them(todays: Puzzle, anna: User, signed_in: SignedIn) -> None:
    school_class = classes.make(anna, "5b", ["Emma"], clock.now().date() + 100 * DAY)
    emma = classes.pupils_of(school_class)[0].user
    give_up(todays, emma)
    assertNotContains(signed_in(emma).get(reverse("puzzles:puzzle", args=[todays.pk])), page(todays))
    assert signed_in(emma).get(page(todays)).status_code == 403
    assert signed_in(emma).post(page(todays), {"phrase": "hello"}).status_code == 403
    assert not Comment.objects.exists()


def test_a_comment_is_reported_and_staff_erase_it(
    todays: Puzzle, anna: User, bob: User, carl: User, signed_in: SignedIn
) -> None:
    dora = give_factor(User.objects.create_user("dora", password=PASSWORD, is_staff=True, is_superuser=True))
    for player in (anna, bob):
        give_up(todays, player)
    write_comment(todays.pk, anna, text="Which square?")
    comment = write_comment(todays.pk, bob, text="You fool")
    form = reverse("puzzles:report_comment", args=[todays.pk, comment.pk])
    assertContains(signed_in(anna).get(page(todays)), form)
    assertContains(signed_in(anna).get(form), "Report a comment of bob")
    assert signed_in(carl).get(form).status_code == 404
    signed_in(anna).post(form, {"reason": "insult"})
    told = Report.objects.get(about=bob)
    seen = signed_in(dora).get(f"/admin/social/report/{told.pk}/change/")
    assertContains(seen, "Which square?")
    assertContains(seen, "<strong><bdi>You fool</bdi></strong>", html=True)
    carry_out(ModerationAction(by=dora, kind=ModerationAction.Kind.ERASE, whom=bob, report=told, why="An insult."))
    assertNotContains(signed_in(anna).get(page(todays)), "You fool")
    assertContains(signed_in(anna).get(page(todays)), "(erased)")
    assert signed_in(anna).get(form).status_code == 404


def test_comments_are_exported_and_their_texts_go_with_the_account(todays: Puzzle, anna: User, bob: User) -> None:
    write_comment(todays.pk, anna, text="Mine")
    write_comment(todays.pk, bob, text="His")
    exported = str(social_of(anna)["comments"])
    assert (todays.pk in exported, "Mine" in exported, "His" in exported) == (True, True, False)
    delete_account(anna)
    assert [one.text for one in comments_on(todays.pk)] == ["", "His"]
