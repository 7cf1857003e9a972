"""The gate: who waits, who is refused, who is no longer served, and what one visitor can fill."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

import pytest
from django.conf import settings
from pytest_django import Settings

from core.clients import Application, AsgiMessage, Receive, Scope, Send
from core.limits import Places, parsed
from numgames.serving import gate
from numgames.serving.gate import FORMS_EACH, PICTURES_EACH, Answered, GatedPages

PATIENCE = 0.1  # seconds
BODY = {"type": "http.request", "body": b"", "more_body": False}
ANNA, BOB, CARL = "192.0.2.1", "192.0.2.2", "192.0.2.3"
MATCH = "/matches/0123456789/"
MOVE, FORM, PICTURE, GUEST, PROVIDER = (
    "/matches/0123456789/move/",
    "/accounts/login/",
    "/pictures/en/site.png",
    "/accounts/guest/",
    "/accounts/oidc/oidc/login/",
)


class Site:
    """An application whose answers wait until they may go on."""

    def __init__(self) -> None:
        self.served: list[str] = []
        self.may_answer = asyncio.Event()
        self.status = 200

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.served.append(scope["path"])
        assert (await receive()) == BODY
        if scope["path"] == "/export":
            scope["leave_gate"]()
        await self.may_answer.wait()
        await send({"type": "http.response.start", "status": self.status, "headers": []})
        await send({"type": "http.response.body", "body": b""})


class Browser:
    """A client that asks for one page."""

    def __init__(
        self, pages: Application, path: str, method: str = "GET", address: str = ANNA, session: str = ""
    ) -> None:
        self.to_server: asyncio.Queue[AsgiMessage] = asyncio.Queue()
        self.to_server.put_nowait(BODY)
        self.heard: list[AsgiMessage] = []
        scope: Scope = {"type": "http", "method": method, "path": path, "query_string": b"", "client": (address, 1)}
        cookie = [(b"cookie", f"sessionid={session}".encode())] if session else []
        scope |= {"headers": [(b"accept-language", b"nl"), *cookie], "server": ("testserver", 80)}
        self.request = asyncio.ensure_future(pages(scope, self.to_server.get, self._hear))

    async def _hear(self, event: AsgiMessage) -> None:
        self.heard.append(event)

    @property
    def status(self) -> int:
        return int(self.heard[0]["status"])

    @property
    def text(self) -> str:
        return bytes(self.heard[1]["body"]).decode()

    def leave(self) -> None:
        self.to_server.put_nowait({"type": "http.disconnect"})


async def soon() -> None:
    for _turn in range(60):
        await asyncio.sleep(0)


async def statuses(browsers: Iterable[Browser]) -> list[int]:
    asked = list(browsers)
    await asyncio.gather(*(browser.request for browser in asked))
    return [browser.status for browser in asked]


@pytest.fixture
def site() -> Site:
    return Site()


def pages_of(site: Site, *, at_once: int = 1, patience: float = 10.0) -> Application:
    return Answered(GatedPages(site, at_once=at_once, patience=patience))


async def test_those_who_wait_are_served_in_the_order_of_their_arrival(site: Site) -> None:
    pages = pages_of(site)
    browsers = [Browser(pages, f"/{address}", address=address) for address in (ANNA, BOB, CARL)]
    await soon()
    assert site.served == [f"/{ANNA}"]
    site.may_answer.set()
    assert await statuses(browsers) == [200, 200, 200]
    assert site.served == [f"/{ANNA}", f"/{BOB}", f"/{CARL}"]


async def test_of_those_who_wait_moves_are_first_and_analyses_last(site: Site) -> None:
    pages = pages_of(site)
    last_first = [
        "/matches/0123456789/analysis/",
        "/feeds/puzzles.atom",
        "/history/matches.json",
        "/ratings/",
        "/lobby/",
        "/history/",
        "/matches/0123456789/",
    ]
    busy = Browser(pages, "/", address=BOB)
    await soon()
    crowd = [
        Browser(pages, path, address=f"203.0.113.{number}", session="" if path == "/ratings/" else "some")
        for number, path in enumerate(last_first)
    ]
    await soon()
    site.may_answer.set()
    assert await statuses([busy, *crowd]) == [200] * 8
    assert site.served == ["/", *reversed(last_first[2:]), *last_first[:2]]

    site.may_answer.clear()
    site.served.clear()
    posts = [Browser(pages, f"{MATCH}{name}/", "POST", session="some") for name in ("chat", "preview", "move", "nudge")]
    await soon()
    site.may_answer.set()
    assert await statuses(posts) == [200] * 4
    assert site.served == [f"{MATCH}{name}/" for name in ("chat", "move", "preview", "nudge")]


async def test_who_leaves_as_a_place_is_given_gives_it_on(site: Site) -> None:
    places = Places(1)
    await places.acquire(0)
    anna, bob = (asyncio.ensure_future(places.acquire(0)) for _name in ("anna", "bob"))
    await soon()
    places.release()  # to anna, who is cancelled before she learns of it
    anna.cancel()
    await bob
    assert anna.cancelled()


@pytest.mark.parametrize(("session", "begun"), [("", ["/0"]), ("some", ["/0", "/1"])])
async def test_one_who_asks_for_everything_waits_for_oneself_alone(site: Site, session: str, begun: list[str]) -> None:
    pages = pages_of(site, at_once=16)
    crowd = [Browser(pages, f"/{number}", session=session) for number in range(100)]
    page, another = Browser(pages, "/bob", address=BOB), Browser(pages, "/carl", address=CARL)
    await soon()
    assert site.served == [*begun, "/bob", "/carl"]  # two at once are for a player, one is for a visitor
    site.may_answer.set()
    assert await statuses([page, another, *crowd]) == [200] * 102


async def test_one_visitor_has_one_thing_at_a_time_that_takes_long(site: Site) -> None:
    pages = pages_of(site, at_once=16)
    crowd = [Browser(pages, f"{MATCH}analysis/", session="some") for _visit in range(3)]
    crowd += [Browser(pages, "/page", session="some"), Browser(pages, f"{MATCH}analysis/", address=BOB)]
    await soon()
    assert site.served == [f"{MATCH}analysis/", "/page", f"{MATCH}analysis/"]  # the last one is bob's
    site.may_answer.set()
    assert await statuses(crowd) == [200] * 5


async def test_one_visitor_fills_no_line(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate.Gate.__init__, "__kwdefaults__", {"most": 1_000, "each": 3})
    pages = pages_of(site)
    crowd = [Browser(pages, "/") for _visit in range(10)]
    bob = Browser(pages, "/bob", address=BOB)
    await asyncio.gather(*(browser.request for browser in crowd[3:]))
    assert {browser.status for browser in crowd[3:]} == {429}
    assert "Te veel tegelijk vanaf jouw netwerk." in crowd[3].text
    assert int(dict(crowd[3].heard[0]["headers"])[b"Retry-After"]) > 0
    site.may_answer.set()
    assert await statuses([*crowd[:3], bob]) == [200] * 4


async def test_who_waits_too_long_is_told_when_to_come_again(site: Site) -> None:
    pages = pages_of(site, patience=PATIENCE)
    anna, bob = Browser(pages, "/anna"), Browser(pages, "/bob", address=BOB)
    assert await statuses([bob]) == [503]
    assert int(dict(bob.heard[0]["headers"])[b"Retry-After"]) > 0
    assert "Je zetten zijn veilig" in bob.text
    site.may_answer.set()
    assert await statuses([anna]) == [200]
    assert site.served == ["/anna"]


async def test_who_has_left_is_not_served(site: Site) -> None:
    pages = pages_of(site)
    anna, bob, carl = (Browser(pages, f"/{name}") for name in ("anna", "bob", "carl"))
    await soon()
    bob.leave()
    site.may_answer.set()
    await asyncio.gather(anna.request, bob.request, carl.request)
    assert (site.served, bob.heard) == (["/anna", "/carl"], [])


async def test_a_cancelled_request_gives_its_place_back(site: Site) -> None:
    pages = pages_of(site)
    anna, bob, carl = (Browser(pages, f"/{name}") for name in ("anna", "bob", "carl"))
    await soon()
    for browser in (bob, anna):
        browser.request.cancel()
        with pytest.raises(asyncio.CancelledError):
            await browser.request
    site.may_answer.set()
    assert await statuses([carl]) == [200]


async def test_a_move_and_a_form_of_an_account_wait_neither_for_pages_nor_pictures_nor_another_site(site: Site) -> None:
    pages = pages_of(site)
    asked = [("/", "GET"), (PROVIDER, "POST"), (FORM, "POST"), (PICTURE, "GET")]
    crowd = [Browser(pages, path, method) for path, method in asked for _visit in range(20)]
    move = Browser(pages, MOVE, "POST")
    await soon()
    assert sorted(site.served) == sorted(["/", PROVIDER, FORM, PICTURE, MOVE])
    site.may_answer.set()
    assert await statuses([move]) == [200]
    await asyncio.gather(*(browser.request for browser in crowd))


async def test_an_address_has_some_of_the_forms_of_accounts_and_of_the_pictures(site: Site) -> None:
    pages = pages_of(site)
    forms = [Browser(pages, FORM, "POST") for _form in range(FORMS_EACH + 1)]
    pictures = [Browser(pages, PICTURE) for _picture in range(100)]
    others = [Browser(pages, FORM, "POST", BOB), Browser(pages, PICTURE, address=BOB)]
    await soon()
    assert site.served == [FORM, PICTURE, FORM, PICTURE]  # one of each of anna's, and of bob's
    site.may_answer.set()
    assert await statuses(forms) == [200] * FORMS_EACH + [429]
    assert await statuses(pictures) == [200] * PICTURES_EACH + [429] * (100 - PICTURES_EACH)
    assert await statuses(others) == [200] * 2


async def test_an_answer_that_goes_on_outside_leaves_its_place_to_others_once(site: Site) -> None:
    pages = pages_of(site)
    export, anna, bob = (Browser(pages, f"/{name}") for name in ("export", "anna", "bob"))
    await soon()
    assert site.served == ["/export", "/anna"]
    site.may_answer.set()
    assert await statuses((export, anna, bob)) == [200, 200, 200]
    site.may_answer.clear()
    again = [Browser(pages, "/again") for _visit in range(2)]
    await soon()
    assert site.served[3:] == ["/again"]
    site.may_answer.set()
    assert await statuses(again) == [200, 200]


async def test_what_escapes_is_answered_unless_an_answer_has_begun(caplog: pytest.LogCaptureFixture) -> None:
    async def broken(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"] == "/torn":
            await send({"type": "http.response.start", "status": 200, "headers": []})
        raise RuntimeError("this page fails")

    page, torn = Browser(Answered(broken), "/"), Browser(Answered(broken), "/torn")
    assert await statuses([page]) == [500]
    assert "Er ging iets stuk" in page.text
    with pytest.raises(RuntimeError):
        await torn.request
    assert len(torn.heard) == 1


@pytest.mark.parametrize("status", [403, 413, 429])
async def test_who_is_refused_again_and_again_is_refused_at_the_gate(site: Site, status: int) -> None:
    pages, (rate,) = pages_of(site), parsed(settings.RATE_LIMITS["refused"])
    site.may_answer.set()
    site.status = status
    for _try in range(rate.most):
        assert await statuses([Browser(pages, MOVE, "POST"), Browser(pages, FORM, "POST")]) == [status] * 2
    site.served.clear()
    refused = Browser(pages, "/matches/another123/move/", "POST")
    assert await statuses([refused, Browser(pages, FORM, "POST", session="other")]) == [429, 429]
    assert "Te veel tegelijk vanaf jouw netwerk" in refused.text
    assert site.served == []

    site.status = 200
    others = [
        Browser(pages, MOVE, "POST", session="anna's"),
        Browser(pages, MOVE, "POST", BOB),
        Browser(pages, FORM, "POST", BOB),
        Browser(pages, FORM),
        Browser(pages, GUEST, "POST"),
    ]
    assert await statuses(others) == [200] * 5


async def test_who_asks_for_hundreds_of_unknown_pages_is_refused_at_the_gate(site: Site) -> None:
    pages, (rate,) = pages_of(site), parsed(settings.RATE_LIMITS["refused"])
    site.may_answer.set()
    site.status = 404
    for number in range(10 * rate.most):
        assert await statuses([Browser(pages, f"/no/such/{number}/")]) == [404]
        assert await statuses([Browser(pages, f"/static/{number}.css")]) == [404]
    one_more, *others = (Browser(pages, path) for path in ("/no/such/page/", MATCH, "/static/site.css"))
    assert await statuses([one_more, *others]) == [429, 404, 404]


async def test_without_limits_no_refusal_is_remembered(site: Site, settings: Settings) -> None:
    settings.RATE_LIMITS = {}
    pages = pages_of(site)
    site.may_answer.set()
    site.status = 403
    assert await statuses(Browser(pages, FORM, "POST") for _try in range(25)) == [403] * 25
