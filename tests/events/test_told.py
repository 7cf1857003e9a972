"""Who is told what of an event, in which words; which rows the forms and the site's own plans store; and who looks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC
from typing import Any

import pytest
import time_machine
from django.http import QueryDict
from django.utils.http import urlencode

from accounts.models import User
from core import clock
from games.catalogue import games
from games.clubs.models import Club, Member
from games.events import notices, services
from games.events.course import remind
from games.events.cups import plans
from games.events.cups.forms import CupForm
from games.events.cups.recurring import keep_cups
from games.events.field import Field
from games.events.models import Entry, Event, Pairing, Round, Series
from games.events.seasons import first_start, keep_leagues
from games.matches.models import Match
from games.notifications.hooks import words_of as told_words
from games.notifications.models import Notification
from tests.alike import one, someone
from tests.conftest import Published
from tests.events.cups import DAY, HOUR, NOW, cup
from tests.events.test_cup_pages import choices, filled_in
from tests.page_lines import Texts

says = Texts(__file__)
State = Event.State
TERMS = ("kind", "time_kind", "base", "increment", "rests", "rated", "rounds", "round_lasts", "lasts", "least", "most")


@pytest.fixture(autouse=True)
def travel() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOW, tick=False) as travel:
        yield travel


# By kind: the key, the title, the body, and where it leads; `now` is when it is read, in hours.
WORDS: dict[str, tuple[str, str, str, str]] = {
    "season-begun": ("cup", "Your league has begun", "The new season of Summy: see your matches.", "/events/cup/"),
    "season-over": ("cup", "The season is over", "Summy: place 2, and you go up a division", "/events/cup/"),
    "round-begun": (
        "match1",
        "Your next match has begun",
        "The round has begun: you play Summy against bob.",
        "/matches/match1/",
    ),
    "round-waits": (
        "match1",
        "Your match waits for your first move",
        "Without a move you lose to bob by absence. After two such matches you pause.",
        "/matches/match1/",
    ),
    "event-soon": ("cup", "Your event begins in 5 minutes", "Summy: open its page to be paired.", "/events/cup/"),
    "event-moved": (
        "cup.3",
        "Your event begins at another time",
        "Evening begins: 21 November 2026, 13:00 UTC.",
        "/events/cup/",
    ),
    "event-off": ("cup", "Your event is cancelled", "Evening does not take place.", "/events/cup/"),
    "taken-out": ("cup.3", "You no longer take part", "bob took you out of Evening.", "/events/cup/"),
}


@pytest.mark.parametrize("kind", WORDS)
def test_a_notification_says_what_and_where(kind: str, anna: User, bob: User) -> None:
    event = cup("arena", pk="cup", name="Evening", live=True)
    one(Entry, event=event, player=anna, place=2, movement=1)
    key, *words = WORDS[kind]
    match = one(Match, pk="match1", game_slug="summy", first=anna, second=bob) if key == "match1" else None
    other = bob if "bob" in words[1] else None
    told = one(Notification, user=anna, event=kind, key=key, match=match, other=other, game_slug="summy")
    said = told_words(told, clock.now())
    assert [" ".join(part.split()) for part in (said.title, said.body, said.path)] == words


def test_what_a_player_has_reached() -> None:
    reached = ((1, 1), (2, 0), (3, -1), (None, 0))
    words = [notices.outcome_words(Entry(place=place, movement=movement)) for place, movement in reached]
    assert words == [
        "place 1, and you go up a division",
        "place 2",
        "place 3, and you go down a division",
        "too few matches for a place",
    ]
    assert notices.outcome_words(None) == words[3]


def test_a_notification_is_current_until_its_event_has_moved_on(anna: User, bob: User) -> None:
    event = cup("arena", pk="cup", live=True)
    match = one(Match, pk="match1", first=anna, second=bob)
    rows = {kind: one(Notification, user=anna, event=kind, key="cup", match=match) for kind in WORDS}
    current = []
    for state in State:
        Event.objects.update(state=state)
        current.append({kind for kind in ("event-soon", "event-moved") if notices_of(kind).is_current(rows[kind])})
    assert current == [{"event-soon", "event-moved"}, {"event-soon"}, set(), set()]
    assert notices_of("taken-out").is_current(rows["taken-out"])
    one(Entry, event=event, player=anna)
    assert not notices_of("taken-out").is_current(rows["taken-out"])
    waits = []
    for ply, finished in ((0, None), (1, None), (2, None), (1, NOW)):
        match.ply, match.finished_at = ply, finished
        waits.append(notices_of("round-waits").is_current(rows["round-waits"]))
    assert waits == [True, True, False, False]


def notices_of(kind: str) -> Any:  # noqa: ANN401 - one of several classes
    return {one.key: one for one in vars(notices).values() if getattr(one, "key", "") == kind}[kind]()


def told(kind: str) -> list[tuple[str, str, str]]:
    """Return who was told, of whom, and about which key."""
    rows = Notification.objects.filter(event=kind).select_related("user", "other").order_by("user__username")
    return [(str(row.user), str(row.other or ""), row.key) for row in rows]


def test_all_who_are_in_are_told(anna: User, bob: User, carl: User) -> None:
    event = cup("swiss", pk="cup", creator=carl, live=True)
    closed, computer, away = someone(is_active=False), someone(is_computer=True), someone()
    for player in (anna, bob, closed, computer, away):
        one(Entry, event=event, player=player, state="away" if player == away else "in")
    notices.tell_cancelled(event, bob)
    assert told("event-off") == [("anna", "", "cup"), ("carl", "", "cup")]
    notices.tell_moved(event, bob)
    assert told("event-moved") == [("anna", "", f"cup.{event.version}")]
    matches = [one(Match, pk="match1", first=anna, second=bob), one(Match, pk="match2", first=computer, second=carl)]
    matches.append(one(Match, pk="match3", first=closed, second=away))
    notices.tell_round(matches)
    assert told("round-begun") == [
        ("anna", "bob", "match1"),
        ("bob", "anna", "match1"),
        ("carl", str(computer), "match2"),
        (str(away), str(closed), "match3"),
    ]
    notices.remind([one(Match, pk="match4", first=anna, second=bob, to_move=2)])
    assert told("round-waits") == [("bob", "anna", "match4")]


@pytest.mark.parametrize(("live", "hours", "is_told"), [(False, 23, False), (False, 24, True), (True, 48, False)])
def test_who_has_not_moved_is_reminded_after_a_third_of_the_first_turn(
    live: bool, hours: int, is_told: bool, anna: User, bob: User
) -> None:
    event = cup("knockout", pk="cup", live=live)
    round_ = one(Round, event=event, begins_at=NOW)
    first, second = (one(Entry, event=event, player=player) for player in (anna, bob))
    for number, (ply, sealed) in enumerate(((0, ""), (1, ""), (2, ""), (1, "pass"))):
        facts = {"to_move": 1 + ply % 2, "ply": ply, "sealed_move": sealed}
        match = one(Match, pk=f"match{number}", first=anna, second=bob, **facts)
        pair = (first, second) if number < 1 else [one(Entry, event=event, player=someone()) for _n in "ab"]
        one(Pairing, round=round_, number=number, first=pair[0], second=pair[1], match=match, result="")
    due = remind(Field.read(event), event.played_rounds.get(), NOW + hours * HOUR)
    assert due == (None if is_told or live else NOW + 24 * HOUR)
    assert told("round-waits") == ([("anna", "bob", "match0"), ("bob", "anna", "match1")] if is_told else [])
    assert (Round.objects.get().reminded_at is not None) is is_told


def test_the_form_of_an_event_stores_all_that_is_chosen(anna: User) -> None:
    rows = []
    other = {"with_bots": "on", "rounds": "4", "name": "Even\u202eing", "text": "Tea.", "most": "9"}
    for more in (
        {"length": "", "visible": "link", **other},
        {"kind": "swiss", "time": "3", "rounds": "4", "rated": "casual", "mirror": "on"},
        {"kind": "swiss", "time": "5+8"},
        {"kind": "robin", "time": "2", "most": "40"},
        {"kind": "knockout", "time": "14"},
        {"kind": "team", "time": "1", "home": "Ants", "away": "Bees"},
    ):
        form = CupForm(games()["tenbyten"], UTC, QueryDict(urlencode(filled_in(**choices()) | more)))
        assert form.is_valid(), form.errors
        event = form.event()
        columns = ("name", "text", "with_bots", "option_data", "is_listed", *TERMS)
        rows.append({name: getattr(event, name) for name in columns})
    says.has("events of the form", rows)


def test_the_sites_own_leagues_and_cups(db: None) -> None:
    keep_leagues()
    keep_cups()
    series = Series.objects.filter(game_slug="summy").order_by("key")
    says.has("series of the site", [*series.values("key", "rule", "zone", "is_listed", "next_at", "creator", *TERMS)])
    events = Event.objects.filter(game_slug="summy").order_by("series__key")
    says.has(
        "events of the site", [*events.values("series__key", "number", "starts_at", "is_listed", "creator", *TERMS)]
    )
    starts = [first_start(NOW + days * DAY).isoformat() for days in range(8)]
    assert [start[5:16] for start in starts] == [
        *("11-30T18:00", "11-30T18:00", "11-30T18:00", "11-30T18:00", "11-30T18:00", "11-30T18:00"),
        *("11-30T18:00", "12-07T18:00"),
    ]


Act = Callable[[User, User], object]
# By act: what is told of which open pages, the event's and its club's.
LOOK: dict[str, tuple[Act, str]] = {
    "enter": (lambda anna, bob: services.enter("cup", bob), "club event"),
    "enter again": (lambda anna, bob: services.enter("cup", anna), ""),
    "pause": (lambda anna, bob: services.pause("cup", anna), "club event"),
    "withdraw": (lambda anna, bob: services.withdraw("cup", anna), "club event"),
    "withdraw again": (lambda anna, bob: services.withdraw("cup", bob), ""),
    "stay": (lambda anna, bob: services.stay("cup", anna, stays=False), ""),
    "remove": (lambda anna, bob: services.remove(Entry.objects.get(player=anna)), "club event"),
    "cancel": (lambda anna, bob: plans.cancel("cup", anna), "club event"),
    "change": (lambda anna, bob: plans.change("cup", anna, text="Tea."), "club event"),
    "change nothing": (lambda anna, bob: plans.change("cup", anna), ""),
}


@pytest.mark.parametrize("act", LOOK)
def test_open_pages_of_an_event_and_of_its_club_look(
    act: str,
    anna: User,
    bob: User,
    published: list[Published],
    django_capture_on_commit_callbacks: Any,  # noqa: ANN401 - a context manager of Django
) -> None:
    do, topics = LOOK[act]
    club = one(Club, pk="club")
    one(Member, club=club, player=anna, role=Member.Role.FOUNDER)
    one(Member, club=club, player=bob)
    event = cup("swiss", anna, pk="cup", club=club)
    before = Event.objects.get().version
    published.clear()
    with django_capture_on_commit_callbacks(execute=True):
        do(anna, bob)
    looked = sorted(topic.split(".")[1] for one in published for topic in one.topics)
    assert " ".join(looked) == topics
    assert (Event.objects.get(pk=event.pk).version > before) is bool(topics)
