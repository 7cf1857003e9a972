"""Stories of a match, told step by step: what each view tells whole at first, and then the lines that come and go.

The tests keep them by `Texts` of `tests/page_lines.py`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from difflib import SequenceMatcher
from pathlib import Path

import time_machine

from accounts.models import User
from games.catalogue import games
from games.jobs.models import Job
from games.matches.errors import RulesGone
from games.matches.files.exports import as_text
from games.matches.models import Match
from games.matches.pages.data import match_data
from games.matches.pages.match_view import MatchEntry, MatchView
from games.matches.pages.page_updates import match_view
from games.matches.pages.stored import Stored, stored_view
from games.matches.pages.tags import own_match
from games.matches.play.opening import start_match
from games.matches.play.services import find_match
from games.matches.time.control import USUAL_CORRESPONDENCE, TimeControl
from tests.conftest import Published
from tests.page_lines import Page, Texts

TOLD = str(Path(__file__).with_name("test_told.py"))
NOW = datetime(2026, 11, 16, 12, tzinfo=UTC)
LIVE = TimeControl.live(minutes=5, increment=8)
People = dict[str, User]


def told(html: str) -> list[str]:
    """Return what this HTML says, with what scripts read of it."""
    return Page(html, facts=True).lines("")


def page(match: Match, viewer: User) -> list[str]:
    try:
        return told(match_view(MatchView(match, match.seat_of(viewer))))
    except RulesGone:
        return told(stored_view(Stored(match, match.seat_of(viewer))))


def data(match: Match, viewer: User) -> list[str]:
    facts = {**match_data(match, match.seat_of(viewer)), "position": None}
    parts = [tuple(facts.items())[place : place + 8] for place in range(0, len(facts), 8)]
    return [json.dumps(dict(part), default=str, ensure_ascii=False) for part in parts]


VIEWS: dict[str, Callable[[Match, User], list[str]]] = {
    "page": page,
    "data": data,
    "card": lambda match, viewer: told(own_match(MatchEntry(match, viewer))),
    "file": lambda match, viewer: as_text(match, match.seat_of(viewer)).splitlines(),
}


def row(match: Match) -> list[str]:
    """Return all columns of the match."""
    fields = [field for field in match._meta.concrete_fields if field.name not in ("seed", "commitment")]
    return [f"{field.name} {field.value_from_object(match)}" for field in fields]


def jobs() -> list[str]:
    """Return all jobs, and when they are due."""
    return [f"{job.kind}:{job.key} {job.due_at:%d. %H:%M:%S}" for job in Job.objects.order_by("kind", "key")]


class Story:
    """A match with its steps as they are told; keys of matches and players have names in it."""

    def __init__(
        self,
        people: People,
        time: time_machine.Traveller,
        published: list[Published],
        usual: dict[str, list[str]],
    ) -> None:
        self.people, self.time, self.published, self.usual = people, time, published, usual
        self.anna, self.bob = people["anna"], people["bob"]
        self.lines: list[str] = []
        self.names: dict[str, str] = {}
        self.before: dict[str, list[str]] = {}

    def begin(self, slug: str = "digifeud", control: TimeControl = USUAL_CORRESPONDENCE, **terms: object) -> None:
        """Begin a match of anna and bob."""
        facts = {"options": games()[slug].options_type(), "first": self.anna, "second": self.bob, **terms}
        self.key = start_match(game_slug=slug, time_control=control, **facts).pk

    @property
    def match(self) -> Match:
        """The match as it stands."""
        return find_match(self.key)

    def passes(self, time: timedelta) -> None:
        """Let time pass."""
        self.time.shift(time)

    def step(self, words: str, *views: str) -> None:
        """Note what these views tell now, each a word for the view and the viewer's name."""
        self.lines.append(f"== {words}")
        for view in views:
            kind, name = view.split()
            now = [self._named(line) for line in VIEWS[kind](self.match, self.people[name])]
            before = self.before.get(view, self.before.get(kind, self.usual.get(kind, [])))
            self.lines += [f"-- {view}", *changes(before, now)]
            self.before[view] = self.before[kind] = now

    def written(self, words: str) -> None:
        """Note what has changed in the row and among the jobs, and what was published since the last step."""
        self.lines.append(f"== {words}")
        for kind, now in (("row", row(self.match)), ("jobs", jobs())):
            now, before = [self._named(line) for line in now], self.before.get(kind, [])
            now = sorted(now) if kind == "jobs" else now
            came, gone = [one for one in now if one not in before], [one for one in before if one not in now]
            names = {one.split(" ")[0] for one in now}
            parts = [*came, *(f"no {one}" for one in gone if one.split(" ")[0] not in names)]
            self.lines.append(f"{kind}: {' · '.join(parts)}")
            self.before[kind] = now

    def heard(self) -> None:
        """Note what was published, and to which topics, in no order: those of two boards may come in any."""
        facts = ("type", "match", "version", "ply", "seat", "name")
        told = [" ".join(str(one.event[name]) for name in facts if name in one.event) for one in self.published]
        topics = [", ".join(one.topics) for one in self.published]
        self.lines += sorted(self._named(f"told: {what} → {whom}") for what, whom in zip(told, topics, strict=True))

    def _named(self, line: str) -> str:
        match = self.match
        for key, name in ((match.pk, "MATCH"), (match.twin_id, "TWIN"), (match.rematch_id, "NEXT")):
            self.names.setdefault(key or "no key", name)
        for key, name in self.names.items():
            line = line.replace(key, name)
        for name, user in self.people.items():
            line = re.sub(rf"^(first|second) {user.pk}$|\b(player|news)\.{user.pk}\b", rf"\1\2 {name}", line)
        return re.sub(r"recount:\d+ ", "recount:POOL ", line.rstrip())


def changes(before: list[str], now: list[str]) -> Iterator[str]:
    """Yield the lines that come, and the first words of those that go without another one in their place."""
    for _kind, first, last, begin, end in SequenceMatcher(None, before, now, autojunk=False).get_opcodes():
        old, new = before[first:last], now[begin:end]
        if old != new:
            heads = {line.split(" ")[0] for line in new}
            if gone := [line for line in old if line.split(" ")[0] not in heads]:
                yield f"- {' | '.join(line[:20].strip() for line in gone)}"
            yield from (f"+ {line}".strip() for line in new)


def usual() -> dict[str, list[str]]:
    """Return what each kind of view tells at the beginning of the first story."""
    views: dict[str, list[str]] = {}
    text = "\n".join(Texts(TOLD).texts.get("a_match_by_correspondence", [])).replace("\n  ", " ")
    for part in text.split("\n== ")[0].split("\n-- ")[1:]:
        head, *lines = part.splitlines()
        views.setdefault(head.split()[0], [line[2:] for line in lines])
    return views
