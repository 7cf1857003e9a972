"""Whole stories: all that page, list, API and file of a match tell each viewer, and what each step changes.

The files in `told` have them; after an intended change, `TOLD=new pytest` with this file writes them again.
A view is told whole at first, and then by the lines that come (+) and go (-).
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from difflib import SequenceMatcher
from pathlib import Path

import pytest
import time_machine

from accounts.models import User
from core import clock
from games.catalogue import games
from games.computers.services import computer_for
from games.matches.errors import RulesGone
from games.matches.files.exports import as_text
from games.matches.models import Match
from games.matches.pages.data import match_data
from games.matches.pages.match_view import MatchEntry, MatchView
from games.matches.pages.page_updates import match_view
from games.matches.pages.stored import Stored, stored_view
from games.matches.pages.tags import own_match
from games.matches.play import heartbeat, requests, services
from games.matches.play.opening import start_match
from games.matches.play.services import find_match, play_move
from games.matches.time.control import DAY, USUAL_CORRESPONDENCE, TimeControl
from games.matches.time.reserve import Reserve
from games.rules import Seat
from tests.bad_rows import lose_version
from tests.matches.conftest import legal_move, play_on
from tests.told import told

FILES = Path(__file__).parent / "told"
NOW = datetime(2026, 11, 16, 12, tzinfo=UTC)
LIVE = TimeControl.live(minutes=5, increment=8)
People = dict[str, User]


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


class Story:
    """A match with its steps as they are told; keys of matches have names in it."""

    def __init__(self, people: People, time: time_machine.Traveller, usual: dict[str, list[str]]) -> None:
        self.people, self.time, self.usual = people, time, usual
        self.anna, self.bob = people["anna"], people["bob"]
        self.lines: list[str] = []
        self.before: dict[str, list[str]] = {}

    def begin(self, slug: str = "digifeud", control: TimeControl = USUAL_CORRESPONDENCE, **terms: object) -> None:
        """Begin a match of anna and bob."""
        facts = {"options": games()[slug].options_type(), "first": self.anna, "second": self.bob, **terms}
        self.key = start_match(game_slug=slug, time_control=control, **facts).pk  # type: ignore[arg-type]

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

    def _named(self, line: str) -> str:
        match = self.match
        names = {match.pk: "MATCH", match.twin_id: "TWIN", match.rematch_id: "NEXT"}
        for key, name in names.items():
            line = line.replace(key or "no key", name)
        return line.rstrip()


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
    for part in (FILES / "a_match_by_correspondence.txt").read_text().split("\n== ")[0].split("\n-- ")[1:]:
        head, *lines = part.splitlines()
        views.setdefault(head.split()[0], [line[2:] for line in lines])
    return views


def a_match_by_correspondence(story: Story) -> None:
    anna, bob = story.anna, story.bob
    story.begin(rated=True)
    story.step("anna begins", "page anna", "page carl", "card anna", "card bob", "data anna", "file anna")
    play_on(story.match, 3)
    story.step("three moves later", "page anna", "card anna", "file carl")
    story.passes(DAY + timedelta(minutes=1))
    requests.give_time(story.key, anna)
    story.step("anna gives a day", "page anna", "page bob", "card bob")
    play_on(story.match, 1)
    requests.nudge(story.passes(2 * DAY) or story.key, bob)
    story.step("bob nudges two days later", "page anna", "page bob")
    services.resign(story.key, bob)
    story.step("bob resigns", "page anna", "page bob", "card anna", "data bob", "file carl")
    services.offer_rematch(story.key, bob)
    story.step("bob asks for a rematch", "page anna", "page bob")
    services.offer_rematch(story.key, anna)
    story.step("anna accepts", "page anna", "data carl")
    services.void_match(story.key)
    story.step("staff declare it void", "page anna", "card anna", "data bob", "file carl")


def a_live_match(story: Story) -> None:
    story.begin(control=LIVE, gathering=timedelta(minutes=15))
    story.step("both are called", "page anna", "page carl", "card anna", "data anna")
    requests.arrive(story.match, Seat.FIRST)
    story.step("anna is there", "page bob", "page carl", "card bob")
    requests.arrive(story.match, Seat.SECOND)
    story.step("bob is there", "page anna", "page bob", "data bob")
    for _move in range(2):
        story.passes(timedelta(seconds=20))
        play_on(story.match, 1)
        story.step("a first move", "page anna", "page bob")
    requests.leave(story.key, Seat.FIRST)
    requests.give_time(story.key, story.bob)
    story.step("anna leaves, bob gives time", "page anna", "page bob", "data anna")
    story.passes(timedelta(minutes=6))
    services.end_overdue()
    story.step("anna’s time is up", "page bob", "page carl", "card anna")


def a_match_of_an_event(story: Story) -> None:
    story.begin(control=LIVE, event_key="cup", rated=True)
    requests.arrive(story.match, Seat.SECOND)
    story.step("bob is there", "page anna", "page bob")
    requests.arrive(story.match, Seat.FIRST)
    story.step("both are there", "page anna", "page bob")
    requests.leave(story.key, Seat.FIRST)
    story.passes(timedelta(minutes=2))
    services.end_overdue()
    story.step("anna did not move", "page anna", "card bob")


def a_mirror_match(story: Story) -> None:
    options = replace(games()["sudoku"].options_type(), mirror="yes")
    story.begin("sudoku", options=options)
    story.step("two boards", "page anna", "page carl", "data anna", "file anna")
    play_on(story.match, 1)
    story.step("anna has sealed a move", "page anna", "page bob", "page carl", "card anna", "data anna")
    twin = find_match(story.match.twin_id or "")
    play_move(twin.pk, story.bob, 1, legal_move(twin))
    story.step("so has bob", "page anna", "page bob", "data anna")
    services.resign(story.key, story.bob)
    story.step("bob resigns on a board", "page anna", "data anna", "file anna")


def a_match_with_a_handicap(story: Story) -> None:
    options = replace(games()["tenbyten"].options_type(), handicap="-6")
    story.begin("tenbyten", options=options)
    story.step("bob needs fewer chips", "page anna", "card bob", "data anna")
    while not story.match.ended.has_result and story.match.ply < 30 and not MatchView(story.match, None).interlude:
        play_on(story.match, 1)
    story.step("a game is over", "page anna", "page carl", "card bob", "data anna")


def a_match_with_a_reserve(story: Story) -> None:
    story.begin(control=Reserve.of(hours=24, reserve=72))
    story.passes(timedelta(hours=30))
    play_on(story.match, 1)
    story.step("anna took six hours of it", "page anna", "data anna")


def a_match_against_a_computer(story: Story) -> None:
    story.begin(second=computer_for("digifeud", 3))
    play_on(story.match, 1)
    story.step("the computer is to move", "page anna", "card anna", "data anna")


def a_match_of_a_pupil(story: Story) -> None:
    User.objects.filter(pk=story.anna.pk).update(pupil_name="Anna", is_guest=True)
    story.begin("summy")
    story.step("anna is a pupil", "page anna", "page bob", "data bob")


def a_match_through_downtimes(story: Story) -> None:
    story.begin()
    for minutes in (1, 3, 150):
        play_on(story.match, 1)
        story.passes(timedelta(minutes=minutes))
        heartbeat.resume(clock.now() - timedelta(minutes=minutes), clock.now())
    story.step("the site was down", "page carl")


def a_cancelled_match(story: Story) -> None:
    story.begin("sudoku")
    services.resign(story.key, story.anna)
    story.step("anna cancels", "page anna", "page carl", "card bob", "data bob", "file anna")


def a_match_without_its_rules(story: Story) -> None:
    story.begin(rated=True)
    play_on(story.match, 2)
    lose_version(story.match)
    story.step("it cannot be replayed", "page bob", "card bob", "data bob", "file bob")
    services.resign(story.key, story.bob)
    story.step("bob resigns", "page bob", "page carl")


def a_match_to_its_end(story: Story) -> None:
    story.begin(rated=True)
    play_on(story.match, 3)
    while not story.match.finished_at:
        play_move(story.key, story.match.player(Seat(story.match.to_move)), story.match.ply + 1, "pass")
    story.step("it is played out", "page anna", "page bob", "page carl", "card anna", "data carl")


STORIES = [
    a_match_by_correspondence,
    a_live_match,
    a_match_of_an_event,
    a_mirror_match,
    a_match_with_a_handicap,
    a_match_with_a_reserve,
    a_match_against_a_computer,
    a_match_of_a_pupil,
    a_match_through_downtimes,
    a_cancelled_match,
    a_match_without_its_rules,
    a_match_to_its_end,
]


@pytest.fixture
def story(request: pytest.FixtureRequest, anna: User, bob: User, carl: User) -> Iterator[Story]:
    User.objects.filter(pk=bob.pk).update(night_begins=23, night_ends=7)
    with time_machine.travel(NOW, tick=False) as time:
        people = {"anna": anna, "bob": User.objects.get(pk=bob.pk), "carl": carl}
        yield Story(people, time, {} if request.node.callspec.id == STORIES[0].__name__ else usual())


@pytest.mark.parametrize("tell", STORIES, ids=lambda tell: tell.__name__)
def test_all_is_told(tell: Callable[[Story], None], story: Story) -> None:
    tell(story)
    file = FILES / f"{tell.__name__}.txt"
    if os.environ.get("TOLD"):
        file.write_text("\n".join(story.lines) + "\n")
    assert story.lines == file.read_text().splitlines()
