"""Pupils challenge each other: inside the class, casual, not during a pause, and only if the teacher allows it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from accounts.models import User
from core import clock
from games.classes import services
from games.classes.models import Pupil, SchoolClass
from games.lobby.errors import NoSuchPlayer
from games.lobby.models import Offer
from games.lobby.services import make_offer
from games.matches.models import Match
from games.rules import Options

SignedIn = Callable[[User], Client]
LISTED = "Plus and minus up to 20"


@pytest.fixture
def school_class(anna: User) -> SchoolClass:
    """Make a class of anna's with three pupils."""
    return services.make(anna, "5b", ["Emma", "Finn", "Noah"], clock.now().date() + timedelta(days=9))


def asked(classmate: Pupil, game: str = "digifeud +-20") -> dict[str, str]:
    return {"classmate": str(classmate.pk), "game": game}


def test_a_pupil_challenges_a_classmate_who_accepts(school_class: SchoolClass, bob: User, signed_in: SignedIn) -> None:
    emma, finn, noah = services.pupils_of(school_class)
    page, path = school_class.get_absolute_url(), f"{school_class.get_absolute_url()}challenge/"
    hers, his = signed_in(emma.user), signed_in(finn.user)
    assertNotContains(hers.get(page), f'<option value="{emma.pk}">')
    for _press in range(2):
        assertContains(hers.post(path, asked(finn), follow=True), "waits for an answer")
    offer = Offer.objects.get()
    assertContains(his.get(page), LISTED)
    accept = f'name="accept" value="{offer.pk}"'
    assertContains(his.get(page), accept)
    for viewer in (emma.user, noah.user, bob):
        assertNotContains(signed_in(viewer).get(page), accept, status_code=404 if viewer == bob else 200)
    for browser in (hers, signed_in(noah.user)):
        browser.post(path, {"accept": offer.pk})
    open_to_all = make_offer(challenger=bob, kind="open", game_slug="sudoku", options=Options())
    assertContains(his.post(path, {"accept": open_to_all.pk}, follow=True), "could not find this challenge")
    open_to_all.delete()
    assert not Match.objects.exists()
    for _press in range(2):
        accepted = his.post(path, {"accept": offer.pk})
    match = Match.objects.get()
    assertRedirects(accepted, f"/matches/{match.pk}/")
    assert {match.first, match.second} == {emma.user, finn.user}
    assert (match.rated, match.is_live, match.options.level) == (False, False, "+-20")
    assertContains(hers.get(page), f"/matches/{match.pk}/")

    hers.post(path, asked(finn, "sudoku"))
    his.post(path, {"decline": Offer.objects.get(match=None).pk})
    hers.post(path, asked(finn, "tenbyten"))
    hers.post(path, {"withdraw": Offer.objects.get(status="open").pk})
    assert {one.status for one in Offer.objects.filter(match=None)} == {"declined", "withdrawn"}
    assertNotContains(his.get(page), 'name="accept"')
    services.delete(school_class)
    assert not Offer.objects.exists()


def test_no_one_outside_the_class_is_challenged(
    school_class: SchoolClass, anna: User, bob: User, carl: User, signed_in: SignedIn
) -> None:
    emma, finn, _noah = services.pupils_of(school_class)
    other = services.make(bob, "6a", ["Gusto"], clock.now().date() + timedelta(days=9))
    gusto = services.pupils_of(other)[0]
    path = f"/classes/{school_class.pk}/challenge/"
    hers = signed_in(emma.user)
    for strange in (str(gusto.pk), str(emma.pk), str(carl.pk), "carl", ""):
        sent = {"classmate": strange, "game": "summy +-20"}
        assertContains(hers.post(path, sent, follow=True), "Choose a classmate")
    for wrong in ("chess", "summy +-30", "sudoku +-20", ""):
        assertContains(hers.post(path, asked(finn, wrong), follow=True), "Choose a game from the list")
    for viewer, status in ((gusto.user, 404), (anna, 404), (carl, 404)):
        assert signed_in(viewer).post(path, asked(finn)).status_code == status
    assert Client().post(path, asked(finn)).status_code == 302  # to sign in
    assert hers.post(f"/classes/{other.pk}/challenge/", asked(gusto)).status_code == 404
    for one, another in ((carl, emma.user), (emma.user, carl)):
        with pytest.raises(NoSuchPlayer):
            make_offer(challenger=one, opponent=another, kind="direct", game_slug="sudoku", options=Options())
    assert not Offer.objects.exists()


def test_the_teacher_pauses_challenges_and_switches_them_off(
    school_class: SchoolClass, anna: User, signed_in: SignedIn
) -> None:
    emma, finn, noah = services.pupils_of(school_class)
    page, path = school_class.get_absolute_url(), f"/classes/{school_class.pk}/challenge/"
    teacher, hers, his = signed_in(anna), signed_in(emma.user), signed_in(finn.user)
    hers.post(path, asked(finn))
    offer = Offer.objects.get()
    services.set_paused(school_class, paused=True)
    assertNotContains(his.get(page), 'name="accept"')
    for sent in ({"accept": offer.pk}, asked(noah)):
        assertContains(his.post(path, sent, follow=True), "All boards were paused")
    services.set_paused(school_class, paused=False)
    assert signed_in(finn.user).post(f"/classes/{school_class.pk}/challenges/", {}).status_code == 403
    assertContains(teacher.post(f"/classes/{school_class.pk}/challenges/", {}, follow=True), "cannot challenge")
    assertNotContains(his.get(page), 'name="classmate"')
    assertNotContains(his.get(page), offer.pk)
    for sent in ({"accept": offer.pk}, asked(noah)):
        assertContains(his.post(path, sent, follow=True), "has switched challenges off")
    assert not Match.objects.exists()
    teacher.post(f"/classes/{school_class.pk}/challenges/", {"challenges": "1"})
    his.post(path, asked(emma))
    hers.post(path, {"accept": Offer.objects.get(status="open").pk})
    assert Match.objects.count() == 1
