"""What each press on a page writes, announces and mails, beside rows of strangers, which it leaves alone."""

from __future__ import annotations

import copy
import secrets
from collections.abc import Iterator
from datetime import timedelta
from itertools import count
from random import Random
from urllib.parse import urljoin, urlsplit

import pytest
from django.conf import settings
from django.core.cache import caches
from django.test import Client, TestCase
from pytest_django.fixtures import Settings
from time_machine import TimeMachineFixture

from accounts.models import User
from core import sweeps
from games.classes.models import Pupil
from games.computers.models import Computer
from games.computers.services import make_computers
from games.jobs.hooks import periodic_work
from games.matches.play import positions
from tests import lives
from tests.conftest import Published
from tests.effects import Ledger
from tests.jobs.running import run_jobs
from tests.lives import Life
from tests.matches.test_noninterference import NOW
from tests.page_lines import Builder, Element, Texts
from tests.site.test_strangers import SHARED, addresses, life_of
from tests.undone import undone

pytestmark = pytest.mark.any_stack
says = Texts(__file__, apart=True)
CHANCE = Random()  # each step draws the same again: keys decide on the order of rows
Fields = dict[str, str]
SOMETHING = "Nova"  # in fields for words
WAY = {"next", "csrfmiddlewaretoken"}  # where it leads back to is the page's own address


def presses(html: str) -> Iterator[tuple[str, str, Fields]]:
    """Yield what each button of a page that posts says, where it leads, and the fields that it sends as they are."""
    builder = Builder()
    builder.feed(html)
    whole = [*builder.open[0].all()]
    for form in whole:
        if form.tag == "form" and form.given.get("method", "").lower() == "post":
            name = form.given.get("id", "nothing")
            parts = [*form.all(), *(one for one in whole if one.given.get("form") == name)]
            fields = dict(value for part in parts for value in values(part))
            for button in parts:
                if button.tag == "button" and button.given.get("type") != "button" and "disabled" not in button.given:
                    own = {button.given["name"]: button.given.get("value", "")} if "name" in button.given else {}
                    address = button.given.get("formaction") or form.given.get("action", "")
                    yield " ".join(button.words().split()), address, fields | own


def values(part: Element) -> Iterator[tuple[str, str]]:
    """Yield the name and the value of a field as a browser would send it; an empty one for words has something."""
    given = part.given
    if "name" not in given or "disabled" in given:
        return
    if part.tag == "select":
        options = [one for one in part.all() if one.tag == "option"]
        chosen = next((one for one in options if "selected" in one.given), options[0])
        yield given["name"], chosen.given.get("value", "")
    elif part.tag == "textarea":
        yield given["name"], part.words() or SOMETHING
    elif part.tag == "input" and (given.get("type") not in ("checkbox", "radio") or "checked" in given):
        usual = {"checkbox": "on", "text": SOMETHING}.get(given.get("type", "text"), "")
        yield given["name"], given.get("value") or usual


def effects(browser: Client, paths: list[str], ledger: Ledger) -> Iterator[str]:
    """Open these pages and press each of their buttons once; yield what that changes, and take it back."""
    sent: set[tuple[str, str]] = set()
    for path in paths:
        answer = browser.get(path)
        if not answer.headers.get("Content-Type", "").startswith("text/html") or answer.streaming:
            continue
        ledger.begin()
        for words, action, fields in presses(answer.content.decode()):
            address = urlsplit(urljoin(path, action)).path
            fields.pop("csrfmiddlewaretoken", None)
            press = address, f"{ {name: value for name, value in fields.items() if name not in WAY} }"
            if press in sent:
                continue
            sent.add(press)
            CHANCE.seed(f"{press}")
            positions.clear()  # a match that was taken back may have had the key
            positions.clear_matches()
            cookies = copy.deepcopy(browser.cookies)
            for alias in settings.CACHES:
                caches[alias].clear()
            with undone(), TestCase.captureOnCommitCallbacks(execute=True):
                got = browser.post(address, fields)
                changes = ledger.changes()
            browser.cookies = cookies
            yield ledger.named(f"== {words}: {address} {fields} {got.status_code} {got.headers.get('Location', '')}")
            yield from changes
            ledger.forget()


@pytest.fixture
def world(
    anna: User,
    bob: User,
    carl: User,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    time_machine: TimeMachineFixture,
) -> Life:
    """Return rows of all models about anna, beside those of strangers; no player is limited, and anna always begins."""
    settings.RATE_LIMITS = {}
    for name, draw in {"choice": CHANCE.choice, "randbelow": CHANCE.randrange, "randbits": lambda bits: 1}.items():
        monkeypatch.setattr(secrets, name, draw)
    CHANCE.seed("the world")
    monkeypatch.setattr(lives, "NUMBERS", count(1))
    time_machine.move_to(NOW, tick=False)
    life = life_of(anna, bob)
    stella, tom = (User.objects.create_user(name) for name in ("stella", "tom"))
    life_of(stella, tom, *(life.given[model] for model in SHARED))
    for model in (Computer, Pupil):  # neither anna nor stella is one
        model.objects.filter(user__in=[anna, stella]).delete()
    make_computers()
    return life


@pytest.mark.parametrize("who", ["anna", "bob", "visitor"])
def test_each_press(world: Life, published: list[Published], who: str) -> None:
    browser = Client(raise_request_exception=False)
    if who != "visitor":
        browser.force_login(User.objects.get(username=who))
    browser.post("/accounts/language/", {"language": "en"})  # the first visit is noted
    says.keep(f"presses of {who}", [*effects(browser, addresses(world), Ledger(published))])


def test_as_time_passes(world: Life, published: list[Published], time_machine: TimeMachineFixture) -> None:
    ledger, lines = Ledger(published), []
    for hours in (0, 1, 24, 72, 200, 1000):
        time_machine.move_to(NOW + timedelta(hours=hours), tick=False)
        works = {f"{one.function.__module__}.{one.function.__name__}": one.function for one in periodic_work}
        for name, work in {**works, "jobs": run_jobs}.items():
            CHANCE.seed(f"{hours} {name}")
            sweeps.forget_all()  # the pause of rows that failed, as those of rules without sense do, is of real seconds
            with TestCase.captureOnCommitCallbacks(execute=True):
                work()
            changes = ledger.changes()
            lines += [f"== after {hours} hours, {name}", *changes] if changes else []
            ledger.begin()
    says.keep("as time passes", lines)
