"""Every form that posts has a token, leads somewhere, and is accepted by what checks tokens: in templates and pages.

And what a page refers to by an id is on it, such as the label of a field or what is read aloud with it.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest
from django.conf import settings
from django.core.cache import caches
from django.test import Client
from django.urls import is_valid_path

from accounts.models import User
from accounts.services import block, make_guest
from games.computers.services import begin_guided, make_computers
from games.lobby.models import Offer
from games.matches.models import Match
from games.matches.play.services import resign
from games.puzzles.services.selection import choose_all
from games.social.services import say
from tests.lobby.conftest import challenge_to, link_by, offer_by
from tests.matches.test_noninterference import addresses, running
from tests.puzzles.conftest import make_puzzle
from tests.sizes import cases
from tests.undone import undone

ROOT = Path(settings.BASE_DIR)
TEMPLATES = sorted(path for top in ("templates", "games") for path in (ROOT / top).rglob("*.html"))
FORM = re.compile(r"<form\b.*?</form>", re.DOTALL)
POSTS = re.compile(r"""\bmethod\s*=\s*["']?post""", re.IGNORECASE)
TOKEN = "{% csrf_token %}"
# Its view is exempt, since mail programs post to it without a page (RFC 8058).
EXEMPT = {"templates/notifications/unsubscribe.html"}
NAME = "csrfmiddlewaretoken"
REFERENCES = ("aria-controls", "aria-describedby", "aria-labelledby", "for", "form", "list", "popovertarget")
LOADED_LATER = {"new-offer-title"}  # with what an empty dialog shows when it opens
CHECK = "django.security.csrf"  # the logger
NOT_FOUND, METHOD_NOT_ALLOWED = 404, 405


def name_of(path: Path) -> str:
    """Return the path of a template from the project's folder on."""
    return str(path.relative_to(ROOT))


def without_token(template: str) -> list[str]:
    """Return the forms of a template that post and have no token."""
    return [form for form in FORM.findall(template) if POSTS.search(form) and TOKEN not in form]


def test_every_form_of_every_template_that_posts_has_a_token() -> None:
    found = {name_of(path): forms for path in TEMPLATES if (forms := without_token(path.read_text()))}
    assert set(found) == EXEMPT


def test_a_form_without_a_token_would_be_found() -> None:
    good = f'<form action="/" method="post">{TOKEN}<button></button></form>'
    bad = '<form class="row"\n  method="post"><button></button></form>'
    assert without_token(f"{good}\n<form action='/'></form>{bad}{good}") == [bad]


def test_what_is_wrong_with_a_whole_form_is_said_as_an_error() -> None:
    bare = [name_of(path) for path in TEMPLATES if "non_field_errors }}" in path.read_text()]
    assert bare == ["templates/_errors.html"]


@dataclass
class Form:
    """A form of a page that posts: its own address, its fields, and where its buttons send it."""

    action: str
    fields: dict[str, str] = field(default_factory=dict)
    actions: list[str] = field(default_factory=list)
    is_filled_in: bool = True  # nothing is left to its player but to press a button


class Forms(HTMLParser):
    """Reads the forms that post, those fields that a page fills in itself, and all ids."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[Form] = []
        self.open: Form | None = None
        self.ids: list[str] = []
        self.referred: set[str] = set()
        self.feed(html)

    @property
    def wrong_ids(self) -> set[str]:
        """The ids that are twice on the page, and those that it refers to and lacks."""
        return {one for one in self.ids if self.ids.count(one) > 1} | (self.referred - set(self.ids) - LOADED_LATER)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.ids += [given["id"]] if "id" in given else []
        for name in REFERENCES:
            self.referred |= set(given.get(name, "").split())
        if tag == "form" and given.get("method", "").lower() == "post":
            self.open = Form(given.get("action", ""))
            self.found.append(self.open)
        elif self.open and tag == "input" and given.get("type") == "hidden" and "name" in given:
            self.open.fields[given["name"]] = given.get("value", "")
        elif self.open and tag in ("input", "select", "textarea"):
            self.open.is_filled_in = False
        elif self.open and tag == "button" and given.get("type") != "button":
            self.open.actions.append(given.get("formaction", self.open.action))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.open = None


def faults_of(browser: Client, paths: list[str], log: pytest.LogCaptureFixture) -> Iterator[str]:
    """Open these pages and send each of their forms, once about each player; yield what is wrong with them.

    In the log Django tells of a token that is missing or wrong. Any other answer is the view's own, such as that this
    visitor may not, or that a field is empty; only the address and the method have to be right, and a form in which
    nothing is to be filled in has to find what it is about.
    """
    sent: set[tuple[str, str]] = set()
    for path in paths:
        answer = browser.get(path)
        if not answer.headers.get("Content-Type", "").startswith("text/html") or answer.streaming:
            continue
        page = Forms(answer.content.decode())
        if page.wrong_ids:
            yield f"{path}: the ids {sorted(page.wrong_ids)} are missing, or twice"
        for form in page.found:
            if not form.fields.get(NAME):
                yield f"{path}: the form to {form.action} has no token"
            about = form.fields.get("name", "")
            for action in (urlsplit(urljoin(path, one)).path for one in form.actions):
                if (action, about) in sent:
                    continue
                sent.add((action, about))
                cookies = copy.deepcopy(browser.cookies)  # some forms sign in or out
                for alias in settings.CACHES:
                    caches[alias].clear()  # of what the form before has written
                with undone():
                    status = browser.post(action, form.fields).status_code
                browser.cookies = cookies
                refused = any(record.name == CHECK for record in log.records)
                refused |= status == METHOD_NOT_ALLOWED or (status == NOT_FOUND and form.is_filled_in)
                log.clear()
                if refused or not is_valid_path(action):
                    yield f"{path}: the form to {action} is answered with {status}"


@pytest.fixture
def pages(anna: User, bob: User, carl: User) -> Callable[[Match], list[str]]:
    """Fill the site, and return what lists its pages around a match."""
    make_computers()
    make_puzzle(for_daily=True)
    choose_all()
    offer_by(carl, kind=Offer.Kind.OPEN), challenge_to(anna, carl)
    links = [f"/lobby/c/{link_by(player).pk}/" for player in (anna, bob)]
    block(by=anna, of=User.objects.create_user("mallory"))
    players = [f"/matches/by/{name}/" for name in ("bob", "mallory", "Computer-1")]

    def around(match: Match) -> list[str]:
        return [*addresses(match), *links, *players, "/lobby/new/?opponent=bob"]

    return around


@cases("who", ["anna", "bob", "carl", "guest", "visitor"], default=["anna"])
def test_every_form_of_every_page_is_accepted_where_tokens_are_checked(
    anna: User,
    bob: User,
    carl: User,
    pages: Callable[[Match], list[str]],
    caplog: pytest.LogCaptureFixture,
    who: str,
) -> None:
    guest = make_guest()
    match, over = running(anna, bob, "digifeud"), running(bob, anna, "sudoku")
    say(match, bob, text="hello")
    resign(over.pk, anna)
    guided = begin_guided(guest, "summy")
    paths = [*pages(match), *pages(over), f"/matches/{guided.pk}/"]
    elsewhere, browser = Client(), Client(enforce_csrf_checks=True)
    if person := {"anna": anna, "bob": bob, "carl": carl, "guest": guest}.get(who):
        for one in (elsewhere, browser):  # some forms are about another browser
            one.force_login(person)
        elsewhere.get("/")
    assert list(faults_of(browser, list(dict.fromkeys(paths)), caplog)) == []
