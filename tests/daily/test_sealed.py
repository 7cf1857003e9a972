"""A sealed match: until the day is over only who has finished the deal learns of it, and no player gets its seed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import timedelta
from typing import NamedTuple

import pytest
import time_machine
from asgiref.sync import sync_to_async
from django.conf import settings
from django.core.cache import caches
from django.test import Client
from django.urls import get_resolver

from accounts.models import User
from accounts.security import SCOPES, make_token
from games.computers import jobs
from games.daily.models import GRACE, DailyDeal
from games.daily.services import begin
from games.fairness.services import countable
from games.history.models import Participation
from games.jobs.hooks import DEFAULT
from games.matches.errors import NothingToContinue
from games.matches.models import Match
from games.matches.play.services import end_overdue, find_match
from games.matches.play.starts import check_origin
from games.social.following import follow
from numgames.asgi import application
from tests.api.test_streams import Client as Program
from tests.api.test_streams import token
from tests.daily.conftest import FRIDAY, given_up, moved
from tests.jobs.running import run_due
from tests.matches.test_noninterference import PARAMETER, addresses, patterns, values
from tests.sizes import THOROUGH, cases
from tests.sockets import PatientSocket

SignedIn = Callable[[User], Client]
AFTERWARDS = FRIDAY.replace(hour=0) + timedelta(days=1) + GRACE + timedelta(minutes=2)


@pytest.fixture(autouse=True)
def _on_friday() -> Iterator[None]:
    with time_machine.travel(FRIDAY, tick=False):
        yield


class Answer(NamedTuple):
    """An address as a viewer gets it."""

    url: str
    status: int
    text: str


def api_addresses(match: Match) -> list[str]:
    root = get_resolver(settings.API_URLCONF)
    known = {**values(match), "game": match.game_slug, "kind": "matches"}
    paths = [path for path in patterns(root.url_patterns) if not path.startswith("api/limits")]
    filled = (PARAMETER.sub(lambda name: known.get(name[1] or name[2], "1"), path) for path in paths)
    return [f"/{path}" for path in filled]


def answers(viewer: User | None, *matches: Match, everywhere: bool = True) -> Iterator[Answer]:
    """Yield every address of the site and the API as this viewer gets it, once, or only those with one of the matches.

    Each is asked with nothing counted for its limits.
    """
    browser = Client(raise_request_exception=False)
    headers = {}
    if viewer:
        browser.force_login(viewer)
        made = make_token(viewer, "a program", list(SCOPES), 30)
        assert made
        headers = {"Authorization": f"Bearer {made[1]}"}
    pages = [f"/history/players/{match.second.username}/" for match in matches]
    for match in matches:
        pages += [*addresses(match), f"/today/{match.game_slug}/"]
    found = dict.fromkeys([(url, False) for url in pages])
    found |= dict.fromkeys([(url, True) for match in matches for url in api_addresses(match)])
    for url, is_api in found:
        if everywhere or any(match.pk in url for match in matches):
            caches["default"].clear()
            answer = browser.get(url, headers=headers if is_api else {})
            yield Answer(url, answer.status_code, answer.getvalue().decode(errors="replace"))


def telling(seen: Iterable[Answer], *matches: Match) -> set[str]:
    """Return the addresses that tell of a match: more than that there is nothing, or that one has to post."""
    some = [one for one in seen if one.status == 200]
    return {one.url for one in some if any(match.pk in f"{one.url}{one.text}" for match in matches)}


@pytest.mark.slow
@cases("who", ["carl", "visitor"], default=["carl"])
def test_no_address_tells_of_a_sealed_match(deal: DailyDeal, anna: User, carl: User, who: str) -> None:
    """Carl follows anna, and has begun the same deal himself."""
    follow(carl, anna)
    moved(begin(carl, "digifeud"))
    running, viewer = moved(begin(anna, "digifeud"), 4), carl if who == "carl" else None
    over = given_up(User.objects.create_user("bob"))
    run_due(DEFAULT)
    assert telling(answers(viewer, running, over), running, over) == set()
    with time_machine.travel(AFTERWARDS, tick=False):
        run_due(DEFAULT)
        shown = telling(answers(viewer, over, everywhere=False), over)
    assert {f"/matches/{over.pk}/", f"/matches/{over.pk}/fairness/", f"/embed/matches/{over.pk}/"} <= shown
    assert f"/api/v1/matches/{over.pk}" in shown


def test_no_form_of_it_answers_to_others(deal: DailyDeal, anna: User, carl: User, signed_in: SignedIn) -> None:
    match, browser = moved(begin(anna, "digifeud")), signed_in(carl)
    forms = [url for url in addresses(match) if match.pk in url and not url.endswith("/rematch/deal/")]
    told = {}
    for url in forms:
        caches["default"].clear()  # of limits
        answer = browser.post(url, {"ply": 3, "text": "pass", "level": "1"}, headers={"HX-Request": "true"})
        told[url] = answer.status_code
    assert [url for url, status in told.items() if status == 200] == []
    assert set(told.values()) <= {204, 302, 400, 403, 404, 405}


@pytest.mark.slow
def test_who_has_finished_it_sees_its_matches_but_no_address_has_the_seed(
    deal: DailyDeal, anna: User, bob: User
) -> None:
    of_anna, of_bob = given_up(anna), given_up(bob)
    run_due(DEFAULT)
    seed = bytes(deal.seed).hex()
    seen = {url: text for url, status, text in answers(anna, of_anna, of_bob, everywhere=THOROUGH) if status == 200}
    for match in (of_anna, of_bob):
        assert f"/matches/{match.pk}/" in seen
        assert f"/api/v1/matches/{match.pk}" in seen
    assert [url for url, text in seen.items() if seed in text] == []
    with time_machine.travel(AFTERWARDS, tick=False):
        open_to_all = {url for url, _status, text in answers(None, of_anna, everywhere=False) if seed in text}
    assert {f"/matches/{of_anna.pk}/{name}" for name in ("fairness/", "match.txt", "match.json")} <= open_to_all


def test_the_computer_plays_the_same_against_everybody_however_busy_the_site_is(
    deal: DailyDeal, anna: User, bob: User
) -> None:
    DailyDeal.objects.filter(pk=deal.pk).update(level=8)
    of_anna, of_bob = moved(begin(anna, "digifeud"), 2), moved(begin(bob, "digifeud"), 1)
    texts = [list(match.moves.values_list("text", flat=True)) for match in (of_anna, of_bob)]
    assert texts[1] == texts[0][:2]
    busy = jobs.begin(of_bob, 8, jobs.MOST_HALVINGS).result()
    assert busy == jobs.begin(of_bob, 8, 0).result()


def test_a_match_ends_an_hour_after_the_day_and_before_its_seed_is_shown(deal: DailyDeal, anna: User) -> None:
    with time_machine.travel(deal.closes_at - timedelta(minutes=90), tick=False):
        match = moved(begin(anna, "digifeud"))
    assert match.deadline_at == deal.closes_at
    assert match.sealed_until
    assert match.deadline_at < match.sealed_until
    with time_machine.travel(deal.closes_at - timedelta(seconds=30), tick=False):
        assert moved(match).deadline_at == deal.closes_at
        assert end_overdue() == 0
    with time_machine.travel(deal.closes_at, tick=False):
        assert end_overdue() == 1
        over = find_match(match.pk)
        assert over.ended is Match.Ending.TIME
        assert not over.is_revealed


def test_it_enters_the_history_when_the_day_is_over(deal: DailyDeal, anna: User) -> None:
    match = given_up(anna)
    run_due(DEFAULT)
    assert not Participation.objects.filter(match=match).exists()
    with time_machine.travel(AFTERWARDS, tick=False):
        run_due(DEFAULT)
    assert Participation.objects.get(match=match, player=anna).outcome == "lost"


def test_it_is_neither_continued_nor_counted_among_the_draws(deal: DailyDeal, anna: User) -> None:
    match = given_up(anna)
    with pytest.raises(NothingToContinue):
        check_origin(match, 0)
    with time_machine.travel(AFTERWARDS, tick=False):
        check_origin(find_match(match.pk), 0)
        assert not countable(Match.objects.all()).exists()


def test_its_board_is_drawn_for_its_player_alone(deal: DailyDeal, anna: User, carl: User, signed_in: SignedIn) -> None:
    match = moved(begin(anna, "digifeud"))
    path = f"/history/pictures/{match.pk}/1.svg"
    answer = signed_in(anna).get(path)
    assert (answer.status_code, answer["Cache-Control"]) == (200, "private, no-store")
    assert signed_in(carl).get(path).status_code == 404


@pytest.mark.django_db(transaction=True)
@pytest.mark.any_stack
async def test_sockets_and_streams_are_closed_to_others(deal: DailyDeal, anna: User, carl: User) -> None:
    match = await sync_to_async(begin)(anna, "digifeud")
    for viewer, is_open in ((carl, False), (anna, True)):
        browser = Client()
        await sync_to_async(browser.force_login)(viewer)
        cookie = f"{settings.SESSION_COOKIE_NAME}={browser.cookies[settings.SESSION_COOKIE_NAME].value}".encode()
        headers = [(b"cookie", cookie), (b"origin", b"http://localhost")]
        socket = PatientSocket(application, f"/ws/matches/{match.pk}/", headers)
        await socket.connect()
        await socket.send_to('{"version": -1, "ply": -1}')
        output = await socket.receive_output()
        assert output["type"] == ("websocket.send" if is_open else "websocket.close")
        await socket.disconnect()
        program = Program(f"matches/{match.pk}", await sync_to_async(token)(viewer))
        assert (await program.begin())[0] == (200 if is_open else 404)
        await program.leave()
