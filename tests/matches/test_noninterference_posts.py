"""Noninterference of all that is sent: no answer to a form depends on what its sender does not know of the match.

Like test_noninterference.py, which covers what is only looked at; here are the forms, the admin and computers.
"""

from __future__ import annotations

import copy
import os
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest
import time_machine
from django.core.cache import caches
from django.db import transaction
from django.test import Client
from pytest_django import Settings

from accounts import presence
from accounts.models import User
from accounts.services import block
from games.matches import positions, rooms
from games.matches.models import Match
from games.rules import Seat
from tests.matches.test_noninterference import NOW, VOLATILE, addresses, in_another_world, running

SignedIn = Callable[[User], Client]
GAMES = ("digifeud", "sudoku", "summy", "tenbyten")
LEFT_OUT = (  # no position is read for the first; the second ends the match and shows all
    "/accounts/",
    "/resign/",
)


@dataclass(frozen=True)
class Form:
    """A request that sends something."""

    url: str
    data: tuple[tuple[str, str], ...]
    scripted: bool


def every_form(match: Match, texts: list[str]) -> list[Form]:
    """Return a form for every address of the site, and these moves for those that take one, with and without HTMX."""
    usual = {"name": "bob", "opponent": "bob", "kind": "direct", "game": match.game_slug, "pace": "72h", "level": "1"}
    usual |= {"rated": "no", "starts": "random", "seat": "1", "text": "hello", "talks": "on", "reason": "abuse"}
    found = []
    for url in addresses(match):
        if any(part in url for part in LEFT_OUT):
            continue
        takes_move = any(f"/{match.pk}/{word}/" in url for word in ("move", "preview", "confirm"))
        for text in texts if takes_move else ["hello"]:
            data = usual | {"ply": str(match.ply + 1), "text": text}
            found += [Form(url, tuple(data.items()), scripted) for scripted in (False, True)]
    return found


@contextmanager
def same_chance(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the system's random numbers be the same each time."""
    numbers = random.Random(7)
    with monkeypatch.context() as patched:
        patched.setattr(os, "urandom", numbers.randbytes)
        patched.setattr(random, "_urandom", numbers.randbytes)
        yield


@contextmanager
def undone(settings: Settings, match: Match) -> Iterator[None]:
    """Take back all that is written meanwhile, in the database and in memory."""
    for alias in settings.CACHES:
        caches[alias].clear()
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    rooms.forget(match.pk)
    positions.forget(match.pk)


def answer_to(browser: Client, form: Form) -> str:
    headers = {"HX-Request": "true"} if form.scripted else {}
    got = browser.post(form.url, dict(form.data), headers=headers)
    return VOLATILE.sub("", f"{got.status_code}{got.headers}{got.getvalue()!r}")


@pytest.fixture
def answers(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Callable[[Client, Match, list[Form]], list[str]]:
    """Return a function that sends forms, each as if it were the only one, and returns the answers."""

    def send(browser: Client, match: Match, forms: list[Form]) -> list[str]:
        got, cookies = [], copy.deepcopy(browser.cookies)
        for form in forms:
            with same_chance(monkeypatch), undone(settings, match):
                got.append(answer_to(browser, form))
            browser.cookies = copy.deepcopy(cookies)
        return got

    return send


def texts_for(match: Match, seat: Seat | None) -> list[str]:
    """Return moves to try: nonsense and, for all who are not to move, moves that are legal for the player who is."""
    position = positions.replay(match).position
    legal = [match.game.encode(move) for move, _ in zip(match.game.legal_moves(position), range(4), strict=False)]
    return ["nonsense", "h8", *legal] if seat is not position.to_move else ["nonsense", "h8"]


@pytest.mark.parametrize("who", ["anna", "bob", "carl", "mallory", "visitor"])
@pytest.mark.parametrize("slug", GAMES)
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
    settings.ACCOUNT_RATE_LIMITS = False
    mallory = User.objects.create_user("mallory")
    block(by=anna, of=mallory)
    person = {user.username: user for user in (anna, bob, carl, mallory)}.get(who)
    with time_machine.travel(NOW, tick=False):
        match = running(anna, bob, slug)
        for player in (anna, bob, carl, mallory):
            presence.touch(player)
        forms = every_form(match, texts_for(match, match.seat_of(person)))
        if slug != "digifeud":
            forms = [form for form in forms if match.pk in form.url]
        browser = signed_in(person) if person else Client()
        before = answers(browser, match, forms)
        forms, before = zip(*((f, o) for f, o in zip(forms, before, strict=True) if not o.startswith("405")), strict=True)
        in_another_world(match, match.seat_of(person), monkeypatch)
        after = answers(browser, match, forms)
    for form, one, other in zip(forms, before, after, strict=True):
        if one != other:
            import difflib
            m = difflib.SequenceMatcher(None, one, other, autojunk=False)
            ops = [o for o in m.get_opcodes() if o[0] != "equal"][:6] if len(one) < 30000 else []
            print(form.url, dict(form.data)["text"], form.scripted, one[:3], other[:3], [(one[a - 40:b + 40], other[c - 40:d + 40]) for _, a, b, c, d in ops])
    assert [form for form, one, other in zip(forms, before, after, strict=True) if one != other] == []
    assert sum(one.startswith(("200", "204", "302", "422")) for one in before) > len(forms) // 3
