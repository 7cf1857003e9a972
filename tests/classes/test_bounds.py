"""The bounds of a class: every address and socket as pupil, teacher, another teacher, another pupil and stranger."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.core.cache import caches
from django.test import AsyncClient, Client
from pytest_django.asserts import assertContains

from accounts.models import User
from accounts.security import make_token
from core import clock
from games.catalogue import games
from games.classes import services
from games.classes import urls as class_urls
from games.classes.models import SchoolClass
from games.jobs.hooks import DEFAULT
from games.matches.models import Match
from games.matches.play.opening import start_match
from games.matches.play.services import find_match, resign
from games.matches.time.control import TimeControl
from games.puzzles.models import Source
from games.puzzles.services.stock import add_matches
from games.social.errors import PupilsChoose
from games.social.services import say
from numgames.asgi import application
from tests.api.test_streams import Client as Program
from tests.api.test_streams import token
from tests.daily.test_sealed import Answer, answers, telling
from tests.jobs.running import run_due
from tests.matches.conftest import legal_move, play_on
from tests.matches.test_noninterference import addresses
from tests.sizes import cases
from tests.sockets import PatientSocket

SignedIn = Callable[[User], Client]
EMMA, FINN = "Emmarella", "Finnobert"  # names that no page has by chance


@pytest.fixture
def school_class(anna: User) -> SchoolClass:
    """Make a class of anna's with two pupils."""
    return services.make(anna, "Fiveb", [EMMA, FINN], clock.now().date() + timedelta(days=100))


@pytest.fixture
def other_pupil(bob: User) -> User:
    """Make a class of another teacher, bob, and return its pupil."""
    other = services.make(bob, "6a", ["Gusto"], clock.now().date() + timedelta(days=100))
    return services.pupils_of(other)[0].user


def pupil(school_class: SchoolClass, number: int = 0) -> User:
    return services.pupils_of(school_class)[number].user


def between(first: User, second: User, moves: int = 4) -> Match:
    options, control = games()["digifeud"].options_type(), TimeControl.correspondence(days=3)
    match = start_match(
        game_slug="digifeud", options=options, first=first, second=second, time_control=control, rated=True
    )
    return find_match(play_on(match, moves).pk)


def named(seen: list[Answer]) -> set[str]:
    """Return the addresses that tell of a pupil: a name, or that which the site has given."""
    return {one.url for one in seen if any(name in one.text for name in (EMMA, FINN, "Pupil-", "Fiveb"))}


@pytest.mark.slow
@cases("who", ["stranger", "visitor", "other teacher"], default=["other teacher"])
def test_no_address_tells_others_of_a_pupil_or_a_match(
    who: str, school_class: SchoolClass, carl: User, bob: User
) -> None:
    emma, finn = pupil(school_class), pupil(school_class, 1)
    services.make(bob, "6a", ["Gusto"], clock.now().date() + timedelta(days=100))
    viewer = {"stranger": carl, "visitor": None, "other teacher": bob}[who]
    running, over = between(emma, finn), between(finn, emma, 6)
    resign(over.pk, emma)
    run_due(DEFAULT)
    assert not running.rated
    assert not over.rated
    seen = [*answers(viewer, running, over)]
    assert telling(seen, running, over) == set()
    assert named([one for one in seen if one.status == 200]) == set()


def test_every_address_of_a_class_as_everyone_who_may_have_its_link(
    school_class: SchoolClass, anna: User, bob: User, carl: User, other_pupil: User, signed_in: SignedIn
) -> None:
    emma, finn = services.pupils_of(school_class)
    match = between(emma.user, finn.user, 2)
    found = [str(pattern.pattern) for pattern in class_urls.urlpatterns if "<slug:key>" in str(pattern.pattern)]
    filled = [path.replace("<slug:key>", school_class.pk).replace("<int:number>", str(emma.pk)) for path in found]
    of_class = [f"/classes/{path}" for path in filled]
    of_match = [f"/matches/{match.pk}/{rest}" for rest in ("", "1/", "notation/", "match.json", "match.txt")]
    assert len(of_class) >= 9
    page, live = school_class.get_absolute_url(), f"/accounts/live/class/{school_class.pk}/"

    def answers_of(browser: Client, addresses: list[str]) -> set[int]:
        return {browser.get(address).status_code for address in addresses}

    teacher, parent, of_another = signed_in(anna), Client(), signed_in(other_pupil)
    assert answers_of(teacher, [path for path in of_class if not path.endswith("/challenge/")]) == {200, 302}
    assert answers_of(teacher, of_match[:2]) == {200}
    assert answers_of(parent, of_class) == {302}  # to sign in
    assert "/accounts/login/" in parent.get(page).headers["Location"]
    for stranger in (bob, carl):
        assert answers_of(signed_in(stranger), [*of_class, *of_match]) == {404}
    assert answers_of(parent, of_match) == {404}
    of_pupils = {page, f"{page}challenge/"}
    assert answers_of(of_another, [*(set(of_class) - of_pupils), *of_match]) == {403}
    assert answers_of(of_another, [*of_pupils]) == {404}
    own = signed_in(finn.user)
    assert answers_of(own, [*(set(of_class) - of_pupils)]) == {403}
    assert answers_of(own, [page, *of_match]) == {200}
    for browser in (parent, of_another, own, signed_in(bob)):
        for address in set(of_class) - {page}:
            browser.post(address, {"sure": "1", "pupil": str(emma.pk), "paused": "1", "pupils": "Mia", "game": "summy"})
    school_class.refresh_from_db()
    assert not school_class.is_paused
    assert [one.pk for one in services.pupils_of(school_class)] == [emma.pk, finn.pk]
    assert Match.objects.count() == 1
    for browser, status in ((teacher, 200), (parent, 404), (of_another, 403), (own, 200), (signed_in(carl), 404)):
        assert browser.post(live, "{}", content_type="application/json").status_code == status


def test_a_pupil_opens_the_class_alone(
    school_class: SchoolClass, anna: User, bob: User, carl: User, other_pupil: User, signed_in: SignedIn
) -> None:
    emma = pupil(school_class)
    theirs, public = between(emma, pupil(school_class, 1)), between(bob, carl)
    strange = between(other_pupil, User.objects.create_user("dora"))
    browser = signed_in(emma)

    def opened(match: Match, urls: list[str]) -> set[str]:
        found = set()
        for url in urls:
            caches["default"].clear()
            if browser.get(url).status_code == 200:
                found.add(url.replace(match.pk, "ID"))
        browser.force_login(emma)  # one of them signs out
        return found

    inside = opened(theirs, addresses(theirs))
    assert {"/matches/ID/", "/games/digifeud/", "/puzzles/", "/games/digifeud/try/1/"} <= inside
    for match in (public, strange):
        assert opened(match, [url for url in addresses(match) if match.pk in url]) == set()
    roots = {url.split("/")[1] for url in inside}
    assert roots <= {
        *("matches", "games", "puzzles", "classes", "social", "accounts", "manifest.webmanifest", "sw.js", "offline"),
        *("privacy", "help", "accessibility", "imprint", "house-rules", "credits", "contact", "parents"),
    }
    assert {url for url in inside if url.startswith(("/accounts/", "/social/", "/classes/"))} <= {
        *("/accounts/logout/", "/accounts/news/", "/accounts/settings/", "/social/chat/ID/", "/classes/card/"),
    }
    for path in ("/", "/lobby/"):
        assert browser.get(path).headers["Location"] == school_class.get_absolute_url()
    assert browser.get("/admin/").status_code == 403
    assert "outside your class" in browser.get("/ratings/").content.decode()


def test_a_pupil_has_settings_without_an_address_or_a_password(school_class: SchoolClass, signed_in: SignedIn) -> None:
    emma = pupil(school_class)
    browser = signed_in(emma)
    assertContains(browser.get(school_class.get_absolute_url()), 'href="/accounts/settings/"')
    page = browser.get("/accounts/settings/").content.decode()
    assert "My settings" in page
    assert not re.search("mail|password|passkey", page.split("<main")[1].split("</main")[0], re.IGNORECASE)
    wanted = {"theme": "dark", "confirm": "never", "left_handed": "on", "large_numbers": "on", "email": "a@example.com"}
    assertContains(browser.post("/accounts/settings/", wanted, follow=True), "data-large")
    emma.refresh_from_db()
    assert (emma.theme, emma.left_handed, emma.large_numbers, emma.email) == ("dark", True, True, "")


def test_no_form_outside_the_class_answers_a_pupil(
    school_class: SchoolClass, bob: User, carl: User, signed_in: SignedIn
) -> None:
    browser, public = signed_in(pupil(school_class)), between(bob, carl)
    for url in addresses(public):
        caches["default"].clear()
        if public.pk in url:
            assert browser.post(url, {"ply": 5, "text": "pass", "level": "1"}).status_code in (403, 404), url
    for path in ("/lobby/offer/", "/clubs/new/", "/accounts/signup/", "/accounts/tokens/new/", "/accounts/email/"):
        assert browser.post(path, {"to": "bob"}).status_code == 403
    for path in ("/classes/new/", f"/classes/{school_class.pk}/cards/", f"/classes/{school_class.pk}/delete/"):
        assert browser.post(path, {"sure": "1"}).status_code == 403


def test_teacher_and_class_see_a_match_and_pupils_use_phrases(
    school_class: SchoolClass, anna: User, signed_in: SignedIn
) -> None:
    emma, finn = pupil(school_class), pupil(school_class, 1)
    match = between(emma, finn)
    services.add_pupils(school_class, ["Lotte"])
    for viewer in (anna, emma, pupil(school_class, 2)):
        page = signed_in(viewer).get(f"/matches/{match.pk}/")
        assert page.status_code == 200
        assert EMMA in page.content.decode()
    shown = signed_in(emma).get(f"/matches/{match.pk}/").content.decode()
    assert "In a class, everyone chooses from the phrases." in shown
    assert "Sign up" not in shown
    assert say(match, emma, phrase="hello")
    with pytest.raises(PupilsChoose):
        say(match, emma, text="my address")


def test_no_puzzle_is_made_of_a_match_of_pupils(school_class: SchoolClass) -> None:
    over = between(pupil(school_class), pupil(school_class, 1), 6)
    resign(over.pk, over.first)
    run_due(DEFAULT)
    add_matches([find_match(over.pk)])
    assert not Source.objects.filter(match=over).exists()


def test_pupils_have_no_token(school_class: SchoolClass, client: Client) -> None:
    emma = pupil(school_class)
    made = make_token(emma, "a program", ["profile:read"], 30)
    assert made
    assert client.get("/api/v1/me", headers={"Authorization": f"Bearer {made[1]}"}).status_code == 401


def test_the_api_takes_a_pupil_for_anyone_who_is_not_signed_in(
    school_class: SchoolClass, bob: User, carl: User, client: Client, signed_in: SignedIn
) -> None:
    emma, finn = pupil(school_class), pupil(school_class, 1)
    theirs, public = between(emma, finn), between(bob, carl)
    browser = signed_in(emma)
    for path in ("players/bob", f"players/{emma.username}", f"matches/{theirs.pk}", f"matches/{public.pk}", "me"):
        address = f"/api/v1/{path}"
        own, anyones = browser.get(address), client.get(address)
        assert (own.status_code, own.content) == (anyones.status_code, anyones.content), path
        assert (own.status_code == 200) == (path in ("players/bob", f"matches/{public.pk}")), path


def test_pupils_are_not_found(school_class: SchoolClass, carl: User, signed_in: SignedIn) -> None:
    emma = pupil(school_class)
    browser = signed_in(carl)
    assert User.objects.find(emma.username) is None
    for path in ("/matches/by/{}/", "/history/of/{}/", "/lobby/names/?name={}"):
        assert EMMA not in browser.get(path.format(emma.username)).content.decode()
    assert browser.get(f"/matches/by/{emma.username}/").status_code == 404


def socket_of(viewer: User, path: str) -> PatientSocket:
    browser = Client()
    browser.force_login(viewer)
    cookie = f"{settings.SESSION_COOKIE_NAME}={browser.cookies[settings.SESSION_COOKIE_NAME].value}".encode()
    return PatientSocket(application, path, [(b"cookie", cookie), (b"origin", b"http://localhost")])


@pytest.mark.django_db(transaction=True)
@pytest.mark.any_stack
async def test_sockets_know_the_bounds(
    school_class: SchoolClass, bob: User, carl: User, other_pupil: User, anna: User
) -> None:
    emma = await sync_to_async(pupil)(school_class)
    finn = await sync_to_async(pupil)(school_class, 1)
    theirs = await sync_to_async(between)(emma, finn)
    public = await sync_to_async(between)(bob, carl)
    for viewer, path, is_open in (
        (emma, f"/ws/matches/{theirs.pk}/", True),
        (anna, f"/ws/matches/{theirs.pk}/", True),
        (bob, f"/ws/matches/{theirs.pk}/", False),
        (other_pupil, f"/ws/matches/{theirs.pk}/", False),
        (emma, f"/ws/matches/{public.pk}/", False),
        (emma, f"/ws/live/class/{school_class.pk}/", True),
        (anna, f"/ws/live/class/{school_class.pk}/", True),
        (other_pupil, f"/ws/live/class/{school_class.pk}/", False),
        (emma, "/ws/lobby/", False),
        (emma, "/ws/live/front/all/", False),
        (emma, "/ws/news/", True),
    ):
        socket = await sync_to_async(socket_of)(viewer, path)
        accepted, _protocol = await socket.connect()
        if accepted:
            await socket.send_to('{"version": -1, "ply": -1}')
            accepted = (await socket.receive_output())["type"] == "websocket.send"
        assert accepted == is_open, (viewer, path)
        await socket.disconnect()


@pytest.mark.django_db(transaction=True)
@pytest.mark.any_stack
async def test_programs_are_told_nothing_of_pupils(school_class: SchoolClass, anna: User) -> None:
    emma, finn = await sync_to_async(pupil)(school_class), await sync_to_async(pupil)(school_class, 1)
    running, over = await sync_to_async(between)(emma, finn), await sync_to_async(between)(finn, emma)
    await sync_to_async(resign)(over.pk, emma)
    secret = await sync_to_async(token)(anna)  # the teacher's, with all scopes
    for path in ("", "/moves", "/file", "/chat", "/analysis"):
        for match in (running, over):
            asked = f"/api/v1/matches/{match.pk}{path}"
            answer = await AsyncClient().get(asked, headers={"Authorization": f"Bearer {secret}"})
            assert answer.status_code == 404, path
    assert (await Program(f"matches/{running.pk}", secret).begin())[0] == 404


@pytest.mark.django_db(transaction=True)
@pytest.mark.any_stack
async def test_a_pause_stops_moves_by_socket_too(school_class: SchoolClass) -> None:
    emma = await sync_to_async(pupil)(school_class)
    match = await sync_to_async(between)(emma, await sync_to_async(pupil)(school_class, 1), 2)
    socket = await sync_to_async(socket_of)(emma, f"/ws/matches/{match.pk}/")
    await socket.connect()
    for is_paused in (True, False):
        await sync_to_async(services.set_paused)(school_class, paused=is_paused)
        move = {"ply": match.ply + 1, "text": await sync_to_async(legal_move)(match)}
        await socket.send_to(json.dumps({"move": move, "request": 1}))
        while "answers" not in (told := json.loads(await socket.receive_from())):
            pass
        assert told["data"] == {"played": not is_paused}
    await socket.disconnect()
