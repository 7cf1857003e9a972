"""Events for script/chaos: players who enter, come to an arena, and play their matches until they give up."""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING, Any

import httpx

from games.digifeud.rules import game
from games.rules import SeededRandom
from tests.ops.clients import TOKEN
from tests.ops.load import RETRIED, RETRY, Load
from tests.ops.pairs import OPTIONS, Pair, shell
from tests.ops.stacks import Stack

if TYPE_CHECKING:
    from tests.ops.chaos import Chaos

# How many players enter. Of eight in a Swiss with four rounds none have to meet again: of six they may.
KINDS = {"arena": 6, "swiss": 8, "knockout": 5, "league": 6}
LANES = 8
SOON, ARENA = 5, 120  # seconds until an event begins once all have entered, and that an arena lasts
SHORTEST, LONGEST = 3, 8  # plies of a match
LATE = "late"  # what a job may still do
LOOK = 1.0  # seconds between two looks for new matches
TO_THE_END = 300.0  # seconds
MAKE = """
import json
import logging
from datetime import timedelta
from django.conf import settings
from django.test import Client
from accounts.models import User
from core import clock
from games.digifeud.model.board import DigifeudOptions
from games.events.models import Event
from games.events.services import announce_event
from games.matches.time.control import TimeControl

logging.getLogger("security").setLevel(logging.WARNING)  # each session would be a line

def player(name):
    user = User.objects.create(username=name)
    browser = Client()
    browser.force_login(user, settings.AUTHENTICATION_BACKENDS[0])
    return browser.cookies[settings.SESSION_COOKIE_NAME].value

players = {f"%(kind)s%(number)d_{one}": player(f"%(kind)s%(number)d_{one}") for one in range(%(players)d)}
event = Event(kind="%(kind)s", game_slug="digifeud", rated=True, starts_at=clock.now() + timedelta(hours=1))
event.option_data = DigifeudOptions.read(%(options)r).data()
event.time_control = TimeControl.%(control)s
event.lasts = {"arena": timedelta(seconds=%(arena)d), "league": timedelta(days=14)}.get(event.kind)
print(json.dumps([announce_event(event).pk, players]))
"""
BEGIN = """
import json
from datetime import timedelta
from core import clock
from games.events.models import Event
from games.events.services import enqueue_run
event = Event.objects.get(pk=%(key)r)
event.starts_at = clock.now() + timedelta(seconds=%(soon)d)
event.save(update_fields=["starts_at"])
enqueue_run(event)
print(json.dumps(event.pk))
"""
LOOK_FOR = """
import json
from games.events.models import Event
from games.matches.models import Match
matches = Match.objects.filter(event_key__in=%(keys)r, finished_at=None).order_by("pk")
rows = matches.values_list("pk", "seed", "first__username", "second__username", "event_key")
states = dict(Event.objects.filter(pk__in=%(keys)r).values_list("pk", "state"))
print(json.dumps([states, [[one, bytes(seed).hex(), *more] for one, seed, *more in rows]]))
"""
CHECK = """
import json
from tests.ops.event_checks import problems_of
print(json.dumps(problems_of(*json.loads(%r))))
"""
STUCK = """
import json
from tests.ops.event_checks import stuck_ones
print(json.dumps(stuck_ones(%r)))
"""


@dataclass
class Events:
    """The events of a run, and what their players know to be acknowledged."""

    chaos: Chaos
    kinds: dict[str, str] = field(default_factory=dict)  # by event
    cookies: dict[str, str] = field(default_factory=dict)  # by player
    entered: dict[str, str] = field(default_factory=dict)  # the event of each player
    players: dict[str, list[str]] = field(default_factory=dict)  # by event
    over: set[str] = field(default_factory=set)
    checked: set[str] = field(default_factory=set)  # those over in which nothing was wrong
    pages: dict[str, list[asyncio.Task[None]]] = field(default_factory=dict)  # of arenas
    told: set[str] = field(default_factory=set)  # problems that are counted
    numbers: count[int] = field(default_factory=count)

    @property
    def alive(self) -> set[str]:
        """The events that are not over."""
        return self.kinds.keys() - self.over

    @property
    def counts(self) -> Counter[str]:
        """How many events of each kind there were."""
        return Counter(self.kinds.values())

    @property
    def load(self) -> Load:
        """The players of all matches."""
        return self.chaos.load

    @property
    def stack(self) -> Stack:
        """The site."""
        return self.chaos.stack

    async def refill(self) -> None:
        """See to it that an event of each kind is alive, and enter its players."""
        for kind in KINDS.keys() - {self.kinds[key] for key in self.alive}:
            await self._make(kind)

    async def _make(self, kind: str) -> None:
        control = "live(minutes=10, increment=10)" if kind == "arena" else "correspondence(days=1)"
        names = {"kind": kind, "number": next(self.numbers), "players": KINDS[kind], "arena": ARENA}
        code = MAKE % {**names, "control": control, "options": OPTIONS.data()}
        key, cookies = await asyncio.to_thread(shell, self.stack, code)
        self.cookies |= cookies
        self.kinds[key], self.players[key] = kind, list(cookies)
        async with httpx.AsyncClient(base_url=self.stack.url, timeout=30) as client:
            for name in cookies:
                await self._enter(client, key, name)
        await asyncio.to_thread(shell, self.stack, BEGIN % {"key": key, "soon": SOON})
        self._come(key)

    def _come(self, key: str) -> None:
        """Have the players of an arena keep its page open."""
        if self.kinds[key] == "arena" and key not in self.pages:
            cookies = [self.cookies[name] for name in self.players[key]]
            pages = [self.load.keep_open(f"/ws/live/event/{key}/", cookie) for cookie in cookies]
            self.pages[key] = [asyncio.create_task(page) for page in pages]

    async def _enter(self, client: httpx.AsyncClient, key: str, name: str) -> None:
        headers = {"Cookie": f"sessionid={self.cookies[name]}; csrftoken={TOKEN}", "X-CSRFToken": TOKEN}
        while True:
            with suppress(httpx.HTTPError):
                answer = await client.post(f"/events/{key}/enter/", headers=headers)
                if answer.status_code == 302:
                    page = await client.get(f"/events/{key}/", headers=headers)
                    if f"/events/{key}/withdraw/" in page.text:
                        self.entered[name] = key
                        return
                    answer = page
                assert answer.status_code in RETRIED, f"{answer.status_code} {name} {key}"
            await asyncio.sleep(RETRY)

    async def look(self) -> None:
        """Find new matches, and events that are over, again and again; the site may be down."""
        while not self.load.stopping:
            await self.load.may_move.wait()
            self.load.under_way += 1  # so that no backup is restored meanwhile
            try:
                with suppress(AssertionError, json.JSONDecodeError, IndexError):
                    self._found(*await asyncio.to_thread(shell, self.stack, LOOK_FOR % {"keys": list(self.alive)}))
            finally:
                self.load.under_way -= 1
            await asyncio.sleep(LOOK)

    def _found(self, states: dict[str, str], rows: list[list[str]]) -> None:
        waiting = {pair.match for pair in self.load.of_events}
        for match, seed, first, second, key in rows:
            pair = self.chaos.pairs.get(match) or self._pair(match, bytes.fromhex(seed), first, second)
            self.chaos.pairs[match] = pair
            if match not in waiting | self.load.playing | self.load.refused and not pair.loser:
                place = 0 if self.kinds[key] == "arena" else len(self.load.of_events)
                self.load.of_events.insert(place, pair)
        for key, state in states.items():
            if state in ("over", "off"):
                self.over.add(key)
                self._close(key)

    def _pair(self, match: str, seed: bytes, *names: str) -> Pair:
        cookies = [self.cookies[name] for name in names]
        last = SHORTEST + seed[0] % (LONGEST - SHORTEST + 1)
        return Pair(match, seed, cookies, game.setup(OPTIONS, SeededRandom(seed)), last=last, names=names)

    def _close(self, key: str) -> None:
        for page in self.pages.pop(key, []):
            page.cancel()

    async def problems(self) -> list[tuple[str, str]]:
        """Return what is wrong with the events and has not been returned before; nothing while all wait."""
        over = set(self.over)
        keys = sorted(self.kinds.keys() - self.checked)
        losers = {pair.match: pair.loser for pair in self.chaos.pairs.values() if pair.loser}
        facts = json.dumps([keys, self.entered, losers])
        found = await asyncio.to_thread(shell, self.stack, CHECK % facts)
        self.checked |= over
        new = [(column, words) for column, words in found if column != LATE and words not in self.told]
        self.told |= {words for _column, words in new}
        return new

    async def rewind(self, stored: dict[str, list[Any]]) -> None:
        """Go back to what a restored backup holds: these matches, as JSON, and its events."""
        states: dict[str, str] = (await asyncio.to_thread(shell, self.stack, LOOK_FOR % {"keys": list(self.kinds)}))[0]
        for pair in self.chaos.pairs.values():
            if pair.loser and not stored.get(pair.match, (0, [], ""))[2]:
                pair.loser = ""
        for key in self.kinds.keys() - states.keys():
            del self.kinds[key]
            self._close(key)
        self.entered = {name: key for name, key in self.entered.items() if key in states}
        self.over = {key for key in self.kinds if states[key] in ("over", "off")}
        self.checked.clear()
        for key in self.alive:
            self._come(key)

    async def finish(self) -> list[str]:
        """Wait for the ends of all events; return what is stuck."""
        until = time.monotonic() + TO_THE_END
        while self.alive and time.monotonic() < until:
            await asyncio.sleep(LOOK)
        for key in list(self.pages):
            self._close(key)
        while True:
            stuck: list[str] = await asyncio.to_thread(shell, self.stack, STUCK % sorted(self.kinds))
            if not stuck or time.monotonic() > until:
                return stuck
            await asyncio.sleep(LOOK)
