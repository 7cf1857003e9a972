"""Noninterference of all that is sent: no answer to a form depends on what its sender does not know of the match.

Like test_noninterference.py, which covers what is only looked at; here are the forms, the admin and computers.
"""

from __future__ import annotations

import copy
import os
import random
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from itertools import islice

import pytest
import time_machine
from django.contrib import admin
from django.core.cache import caches
from django.test import Client
from django.urls import get_resolver, reverse
from pytest_django import Settings

from accounts.models import User
from accounts.online import presence
from accounts.services import block
from games import workers
from games.catalogue import bots
from games.computers import jobs
from games.computers.worker_move import choose
from games.matches.models import Match
from games.matches.play import positions
from games.rules import Seat, SeededRandom, View
from games.social.models import Message, Report
from tests.factors import give_factor
from tests.matches.test_noninterference import (
    NOW,
    addresses,
    in_another_world,
    noted_replays,
    patterns,
    running,
    told,
)
from tests.sizes import cases
from tests.undone import undone

SignedIn = Callable[[User], Client]
GAMES = ("digifeud", "sudoku", "summy", "tenbyten")
LEFT_OUT = (  # no position is read for the first; the second ends the match and shows all
    "/accounts/",
    "/resign/",
)
WORLDS = 20
WHO = ("anna", "bob", "carl", "mallory", "visitor")
# A player, a spectator and a stranger
TELLING = ("digifeud-mallory", "summy-anna")


@dataclass(frozen=True)
class Form:
    """A request that sends something."""

    url: str
    data: tuple[tuple[str, str], ...]
    scripted: bool


def every_form(match: Match, texts: list[str]) -> list[Form]:
    """Return a form for every address of the site, and these moves for those that take one, with and without HTMX."""
    usual = {
        "name": "bob",
        "opponent": "bob",
        "kind": "direct",
        "game": match.game_slug,
        "pace": "72h",
        "time": "72h",
        "level": "1",
    }
    usual |= {"rated": "no", "starts": "random", "seat": "1", "text": "hello", "talks": "on", "reason": "abuse"}
    found = []
    for url in addresses(match):
        if any(part in url for part in LEFT_OUT):
            continue
        takes_move = any(f"/{match.pk}/{word}/" in url for word in ("move", "preview", "confirm"))
        for text in texts if takes_move else ["hello"]:
            data = usual | {"ply": str(match.ply + 1), "text": text}
            ways = (False, True) if match.pk in url else (False,)
            found += [Form(url, tuple(data.items()), scripted) for scripted in ways]
    return found


@contextmanager
def same_chance(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the system's random numbers be the same each time."""
    numbers = random.Random(7)
    with monkeypatch.context() as patched:
        patched.setattr(os, "urandom", numbers.randbytes)
        patched.setattr(random, "_urandom", numbers.randbytes)
        yield


def dealt(anna: User, bob: User, slug: str, monkeypatch: pytest.MonkeyPatch) -> Match:
    """Return a running match with the same tiles in every run."""
    with same_chance(monkeypatch):
        return running(anna, bob, slug)


@contextmanager
def as_if_alone(settings: Settings, match: Match) -> Iterator[None]:
    """Take back all that is written meanwhile, in the database and in memory."""
    for alias in settings.CACHES:
        caches[alias].clear()
    with undone():
        yield
    positions.forget_match(match.pk)
    positions.forget(match.pk)


def answer_to(browser: Client, form: Form) -> str:
    headers = {"HX-Request": "true"} if form.scripted else {}
    return told(browser.post(form.url, dict(form.data), headers=headers))


@pytest.fixture
def answers(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Callable[[Client, Match, list[Form]], list[str]]:
    """Return a function that sends forms, each as if it were the only one, and returns the answers."""

    def send(browser: Client, match: Match, forms: list[Form]) -> list[str]:
        got, cookies = [], copy.deepcopy(browser.cookies)
        for form in forms:
            with same_chance(monkeypatch), as_if_alone(settings, match):
                got.append(answer_to(browser, form))
            browser.cookies = copy.deepcopy(cookies)
        return got

    return send


def texts_for(match: Match, seat: Seat | None) -> list[str]:
    """Return moves to try: nonsense and, for all who are not to move, moves that are legal for the player who is."""
    position = positions.replay(match).position
    legal = [match.game.encode(move) for move in islice(match.game.legal_moves(position), 2)]
    return ["nonsense", "h8", *legal] if seat is not position.to_move else ["nonsense", "h8"]


@pytest.mark.slow
@cases("slug, who", GAMES, WHO, default=TELLING)
def test_no_answer_to_a_form_depends_on_what_its_sender_does_not_know(
    anna: User,
    bob: User,
    carl: User,
    signed_in: SignedIn,
    answers: Callable[[Client, Match, list[Form]], list[str]],
    monkeypatch: pytest.MonkeyPatch,
    settings: Settings,
    slug: str,
    who: str,
) -> None:
    settings.RATE_LIMITS, settings.ACCOUNT_RATE_LIMITS = {}, False
    mallory = User.objects.create_user("mallory")
    block(by=anna, of=mallory)
    person = {user.username: user for user in (anna, bob, carl, mallory)}.get(who)
    with time_machine.travel(NOW, tick=False):
        match = dealt(anna, bob, slug, monkeypatch)
        for player in (anna, bob, carl, mallory):
            presence.touch(player)
        forms = every_form(match, texts_for(match, match.seat_of(person)))
        if slug != "digifeud" or who in ("bob", "mallory"):
            forms = [form for form in forms if match.pk in form.url]
        browser = signed_in(person) if person else Client()
        taken, telling = list[str](), dict[Form, str]()
        for form in forms:
            with noted_replays() as noted:
                (one,) = answers(browser, match, [form])
            taken += [] if one.startswith("405") else [one]
            telling |= {form: one} if noted else {}  # between worlds only what is replayed differs
        in_another_world(match, match.seat_of(person), monkeypatch)
        after = answers(browser, match, [*telling])
    assert [form for form, other in zip(telling, after, strict=True) if telling[form] != other] == []
    assert sum(one.startswith(("200", "204", "302", "422")) for one in taken) > len(taken) // 3
    assert len(telling) > len(taken) // 4


@pytest.mark.slow
@cases("slug", GAMES, default=["tenbyten"])
def test_what_it_would_see_and_what_a_preview_of_ones_own_move_tells(
    anna: User,
    bob: User,
    signed_in: SignedIn,
    answers: Callable[[Client, Match, list[Form]], list[str]],
    monkeypatch: pytest.MonkeyPatch,
    slug: str,
) -> None:
    """The player to move tries legal moves. In a world with another hand or tile of their own it looks different."""
    with time_machine.travel(NOW, tick=False):
        match = dealt(anna, bob, slug, monkeypatch)
        position = positions.replay(match).position
        mover = anna if position.to_move is Seat.FIRST else bob
        texts = [match.game.encode(move) for move in islice(match.game.legal_moves(position), 6)]
        forms = [form for form in every_form(match, texts) if f"/{match.pk}/preview/" in form.url]
        browser = signed_in(mover)
        before = answers(browser, match, forms)
        with monkeypatch.context() as patched:
            in_another_world(match, match.seat_of(mover), patched)
            assert answers(browser, match, forms) == before
        if slug != "sudoku":  # there both see the same
            in_another_world(match, position.to_move.other, monkeypatch)
            assert answers(browser, match, forms) != before
    assert all(one.startswith("200") for one in before)


@pytest.mark.slow
@cases("slug", ["digifeud", "summy", "tenbyten"], default=["digifeud"])
def test_nor_does_what_a_visitor_sees_after_a_move(
    anna: User,
    bob: User,
    signed_in: SignedIn,
    monkeypatch: pytest.MonkeyPatch,
    settings: Settings,
    django_capture_on_commit_callbacks: Callable[..., AbstractContextManager[object]],
    slug: str,
) -> None:
    """The same move in both worlds, in which the mover draws other tiles; in Sudoku Duel all see them."""
    with time_machine.travel(NOW, tick=False):
        match = dealt(anna, bob, slug, monkeypatch)
        position = positions.replay(match).position
        seat = position.to_move
        browser = signed_in(anna if seat is Seat.FIRST else bob)
        text = match.game.encode(max(islice(match.game.scored_moves(position), 40), key=lambda scored: scored[1])[0])
        urls = [url for url in addresses(match) if match.pk in url]

        def seen() -> tuple[View, list[str]]:
            move = {"ply": match.ply + 1, "text": text, "confirmed": "on"}
            with same_chance(monkeypatch), as_if_alone(settings, match):
                with django_capture_on_commit_callbacks(execute=True):
                    assert browser.post(f"/matches/{match.pk}/move/", move).status_code == 302
                pages = [told(Client().get(url)) for url in urls]
                after = positions.replay(Match.objects.get(pk=match.pk)).position
            return match.game.view(after, seat), pages

        own, before = seen()
        for number in range(WORLDS):  # the tile drawn may be the same in one of them
            with monkeypatch.context() as other:
                in_another_world(match, seat, other, SeededRandom(b"another deal".ljust(32), number))
                others, after = seen()
            if own != others:
                break
    assert own != others, "other tiles were drawn"
    assert [url for url, one, other in zip(urls, before, after, strict=True) if one != other] == []


RANDOM = "admin/allauth_idp_oidc/client/add/"  # proposes a random id for a new app


def admin_addresses() -> list[str]:
    """Return every address of the admin but `RANDOM`, with a row of each kind where there is one."""
    found = []
    for path in patterns(get_resolver().url_patterns):
        if path.startswith("admin/") and "<" not in path and "(" not in path and path != RANDOM:
            found.append(f"/{path}")
    for model in admin.site._registry:
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        for row in model._default_manager.all()[:1]:
            found += [reverse(f"{name}_{page}", args=[row.pk]) for page in ("change", "history", "delete")]
    return found


@pytest.mark.slow
def test_staff_do_not_see_hidden_tiles_either(
    anna: User, bob: User, signed_in: SignedIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not in the admin, with all its permissions, and not on the site, where they are visitors of the match."""
    with time_machine.travel(NOW, tick=False):
        boss = give_factor(User.objects.create_superuser("boss", password="numbers are fun"))
        match = dealt(anna, bob, "digifeud", monkeypatch)
        message = Message.objects.create(match=match, author=bob, text="hello", made_at=NOW)
        Report.objects.create(about=bob, by=anna, match=match, message=message, reason="abuse", made_at=NOW)
        browser = signed_in(boss)
        urls = [*admin_addresses(), *(url for url in addresses(match) if match.pk in url)]

        def seen(urls: list[str]) -> dict[str, str]:
            caches["pages"].clear()
            return {url: told(browser.get(url)) for url in urls}

        before, changed = dict[str, str](), list[str]()
        for url in urls:
            with noted_replays() as noted:
                before |= seen([url])
            if noted or match.pk in f"{url}{before[url]}":  # no other answer can differ
                changed.append(url)
        first = before
        for number in range(2):  # the second time without what is shown once, such as a notice
            first = seen(changed) if number else before
            with monkeypatch.context() as patched:
                in_another_world(match, None, patched)
                after = seen(changed)
            changed = [url for url in changed if first[url] != after[url]]
    assert changed == []
    assert sum(one.startswith("200") for url, one in before.items() if url.startswith("/admin/")) > 25
    secret = bytes(match.seed)
    assert not [url for url, one in before.items() if secret.hex() in one or repr(secret)[2:-1] in one]


@pytest.mark.parametrize("slug", GAMES)
def test_computers_choose_by_what_they_may_know(
    anna: User, bob: User, monkeypatch: pytest.MonkeyPatch, slug: str
) -> None:
    """What a computer gets, and its move with the same random numbers, are equal in both worlds at every level."""
    asked: list[tuple[str, int, View, SeededRandom]] = []

    def note(_limit: float, work: object, slug: str, level: int, view: View, rng: SeededRandom, _halvings: int) -> None:
        assert work is choose
        asked.append((slug, level, view, rng))

    monkeypatch.setattr(workers, "begin", note)
    match = dealt(anna, bob, slug, monkeypatch)
    seat = positions.replay(match).position.to_move
    levels = list(bots()[slug])
    for level in levels:
        jobs.begin(match, level)
    in_another_world(match, seat, monkeypatch)
    for level in levels:
        jobs.begin(match, level)
    for one, other in zip(asked[: len(levels)], asked[len(levels) :], strict=True):
        assert one[:3] == other[:3]
        assert choose(*one) == choose(*other)
