"""What all tests share: the players, an empty cache, and the real site as a process."""

from __future__ import annotations

import gc
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from difflib import unified_diff
from functools import cache
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import pytest
from django.conf import settings
from django.core.cache import caches
from django.db import connection
from django.template import Template
from django.test import Client
from django.test.utils import instrumented_test_render  # type: ignore[attr-defined]  # not in the stubs
from django.utils import timezone, translation
from django.utils.safestring import SafeString
from pytest_django import DjangoDbBlocker

from accounts.models import User
from core import clock, sweeps
from core.live import concurrency, fanout
from core.live.partials import BoundPartial, LivePartial
from games.events import lists
from games.events.cups import partials, shown
from games.matches.models import Match
from games.matches.play import positions, writer
from games.webhooks import services as webhooks
from tests.fixed_deals import deals
from tests.serving import Site
from tests.site_factory import SiteFactory
from tests.sizes import THOROUGH
from tests.template import postgres_template, sqlite_template

GARBAGE = (20_000, 20, 50)  # thresholds of its collection: with those of Python tests take a twentieth more
gc.disable()  # until all tests are collected: a fifth of that time, as almost all that is made stays

PASSWORD = "numbers are fun"


OPS, BROWSER = "tests/ops/", "tests/browser/"  # they start sites of their own
RACES = "races"  # the name of their files ends with it
SEVERAL_CONNECTIONS = {"transactional_db", "site", "slow_site"}  # fixtures
# What stands in every file with a test that is marked `stack`, but for those named above.
TRACE_OF_STACK = re.compile(
    r"transactional_db|(slow_)?site: |both_stacks|on_postgresql|transaction=True|mark\.(sql|stack|postgres)"
)


@cache
def may_use_stack(file: Path) -> bool:
    """Return whether a test in this file may be marked `stack`, without loading it."""
    if file.stem.endswith(RACES) or any(f"/{folder}" in f"{file}" for folder in (OPS, BROWSER)):
        return True
    return bool(TRACE_OF_STACK.search(file.read_text()))


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Spare a part that runs only what is marked `stack` the files without such tests, which are two thirds."""
    if config.getoption("markexpr") != "stack" or not collection_path.name.startswith("test_"):
        return None
    return None if may_use_stack(collection_path) else True


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what only runs before a release, and mark each test with a database or a site with where it runs.

    What uses several connections runs on both stacks (`stack`) before a release, and by default if it is about races,
    which the two databases decide by different locks. The rest of it runs once, on PostgreSQL (`stack` and `postgres`),
    and so do the stories in `tests/ops` that are not about SQLite's locks, and what is marked `sql`, since the
    databases differ in what it is about. Every other test stays in one transaction and runs once, on SQLite, which
    costs less.
    """
    if not THOROUGH and (left_out := [item for item in items if item.get_closest_marker("thorough")]):
        items[:] = [item for item in items if not item.get_closest_marker("thorough")]
        config.hook.pytest_deselected(items=left_out)
    for item in items:
        if item.nodeid.startswith(OPS):
            item.add_marker("slow")
        if item.get_closest_marker("any_stack"):
            continue
        fixtures = {*getattr(item, "fixturenames", ())}
        database = item.get_closest_marker("django_db")
        uses_database = database or "db" in fixtures
        several = fixtures & SEVERAL_CONNECTIONS or (database and database.kwargs.get("transaction"))
        usual = several and not THOROUGH and not item.path.stem.endswith(RACES)
        once = (usual or item.nodeid.startswith(OPS)) and not item.get_closest_marker("both_stacks")
        if not several and uses_database and item.get_closest_marker("sql"):
            once = True
        if once or several or item.nodeid.startswith((OPS, BROWSER)):
            item.add_marker("stack")
            if not may_use_stack(item.path):
                raise pytest.UsageError(f"{item.nodeid} needs several connections: extend TRACE_OF_STACK")
        if once:
            item.add_marker("postgres")


def pytest_collection_finish() -> None:
    """Exempt all that was loaded and collected from garbage collection, which begins now and is seldom."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE)
    gc.enable()


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """Return True where the test database exists already: SQLite's is a copied file, PostgreSQL makes the copy."""
    return connection.vendor == "sqlite"


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings: None) -> None:
    """Make the test database a copy of one that was migrated before; Django migrates what it lacks."""
    test = connection.settings_dict["TEST"]
    if connection.vendor == "sqlite":
        shutil.copyfile(sqlite_template(), test["NAME"])
    else:
        test["TEMPLATE"] = postgres_template(os.environ["TEST_DATABASE_URL"])


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Close connections that threads of tests have left, so that the test database can be dropped."""
    yield
    with django_db_blocker.unblock():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )


@pytest.fixture(scope="session", autouse=True)
def _plain_templates(django_test_environment: None) -> None:
    """Render as the site does: Django's test environment copies the whole context for every template and widget."""
    # What is ignored is not in the stubs
    Template._render = lambda template, context: template.nodelist.render(context)  # type: ignore[attr-defined]


@pytest.fixture(scope="session", autouse=True)
def _clients_share_certificates() -> None:
    """Have all clients of this process read the certificates once, which takes longer than most requests."""
    if transports := sys.modules.get("httpx._transports.default"):
        vars(transports)["create_ssl_context"] = cache(vars(transports)["create_ssl_context"])


@pytest.fixture(scope="session", autouse=True)
def _mails_pass_the_sites_backend(django_test_environment: None) -> None:
    """Keep mails in `mail.outbox` as they are sent: pytest-django puts its backend in the place of the site's."""
    settings.MAIL_TRANSPORT, settings.EMAIL_BACKEND = settings.EMAIL_BACKEND, "core.mail.SiteEmailBackend"


@pytest.fixture(scope="session", autouse=True)
def _writers_release_connections() -> Iterator[None]:
    """Have writer threads close idle connections without a look at them, which fails after the end of a test."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(writer, "close_old_connections", lambda: connection.close())
        yield


@pytest.fixture
def noted_templates(monkeypatch: pytest.MonkeyPatch) -> None:
    """Send Django's signal `template_rendered`; the answers of the test client have a `context`."""
    monkeypatch.setattr(Template, "_render", instrumented_test_render)


@pytest.fixture(autouse=True)
def _as_if_just_started(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Forget what a process keeps in memory, deal every match from fixed seeds, speak English, clear the caches after.

    A request leaves its language and its time zone to the thread, and so to the next test. The caches hold rate limits
    and sessions. These are one fixture as each takes as long as much of a small test.
    """
    sweeps.forget_all()
    positions.clear()
    positions.clear_matches()
    partials._drawn.clear()
    shown._cups.clear()
    lists._places.cache_clear()
    monkeypatch.setattr(concurrency, "_outage_until", 0.0)
    monkeypatch.setattr(webhooks, "_listeners", (float("inf"), frozenset()))  # read, and there are none
    monkeypatch.setattr(Match._meta.get_field("seed"), "_get_default", deals().__next__)
    with translation.override("en"), timezone.override(None):
        yield
    for alias in settings.CACHES:
        caches[alias].clear()


AMBIGUOUS: list[str] = []  # what one reader was drawn differently at one time, and a page would take for the same
TOKEN = re.compile(r'(?<=name="csrfmiddlewaretoken" value=")[^"]*')
drawn: dict[tuple[object, ...], str] = {}  # in this test


@pytest.fixture(scope="session", autouse=True)
def _note_what_is_drawn() -> Iterator[None]:
    """Note each drawn partial by what an open page is told of its inputs, for `_inputs_say_all`."""
    bind, draw = LivePartial.of, vars(BoundPartial)["html"].func
    readers: WeakKeyDictionary[BoundPartial, tuple[object, ...]] = WeakKeyDictionary()

    def bound(partial: LivePartial[Any, Any], subject: object, viewer: object) -> BoundPartial | None:
        element = bind(partial, subject, viewer)
        if element and (key := getattr(subject, "pk", None)):
            readers[element] = (type(subject), key, getattr(viewer, "pk", None))
        return element

    def noted(element: BoundPartial) -> SafeString:
        html: SafeString = draw(element)
        if reader := readers.get(element):
            moment, said = f"{clock.now():%F %R}", (element._language, element._zone, element.name, element.version)
            without_token = TOKEN.sub("", html)
            before = drawn.setdefault((*reader, moment, *said), without_token)
            if before != without_token:
                AMBIGUOUS.append("\n".join(unified_diff(before.split("\n"), without_token.split("\n"), element.name)))
        return html

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(LivePartial, "of", bound)
        patch.setattr(vars(BoundPartial)["html"], "func", noted)
        yield


@pytest.fixture(autouse=True)
def _inputs_say_all() -> Iterator[None]:
    """Fail a test in which the compared inputs of a live partial were the same and its HTML was not."""
    yield
    ambiguous = "\n".join(AMBIGUOUS)
    drawn.clear()
    AMBIGUOUS.clear()
    assert not ambiguous, f"open pages would not be sent it:\n{ambiguous}"


@dataclass(frozen=True)
class Published:
    """An event with its topics, and whether a transaction was open, which might still be rolled back."""

    topics: tuple[str, ...]
    event: fanout.Event
    is_early: bool


@pytest.fixture(autouse=True)
def published(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Published]]:
    """Yield the events that this process publishes; fail the test if one comes before the commit of what it tells."""
    events: list[Published] = []
    publish = fanout.publish

    def note(topics: Iterable[str], event: fanout.Event, **more: Any) -> None:
        named = tuple(topics)
        is_early = any(not block._from_testcase for block in connection.atomic_blocks)  # type: ignore[attr-defined]
        events.append(Published(named, event, is_early))
        publish(named, event, **more)

    monkeypatch.setattr(fanout, "publish", note)
    yield events
    assert [one for one in events if one.is_early] == []


def _player(name: str) -> User:
    return User.objects.create_user(name, password=PASSWORD)


@pytest.fixture
def anna(db: None) -> User:
    """Return a player who usually plays bob; her password is PASSWORD."""
    return _player("anna")


@pytest.fixture
def bob(db: None) -> User:
    """Return a player who usually plays anna; his password is PASSWORD."""
    return _player("bob")


@pytest.fixture
def carl(db: None) -> User:
    """Return a third player, who watches and may not play."""
    return _player("carl")


@pytest.fixture
def signed_in() -> Callable[[User], Client]:
    """Return what gives a signed-in test client of a player: `signed_in(anna).get(…)`."""

    def client(user: User) -> Client:
        browser = Client()
        browser.force_login(user)
        return browser

    return client


@pytest.fixture(scope="session")
def site_factory(tmp_path_factory: pytest.TempPathFactory) -> SiteFactory:
    """Return the factory of this process's sites, which loads Django once for all of them."""
    return SiteFactory(tmp_path_factory.mktemp("site"), {"DJANGO_SETTINGS_MODULE": "tests.fixed_deals.settings"})


@pytest.fixture(scope="module")
def site(site_factory: SiteFactory) -> Iterator[Site]:
    """Yield the real site with an empty database, for all tests of a module; see tests/serving.py."""
    with site_factory.running() as site:
        yield site
