"""Who may enter an event and when, what an entry says then, when a series goes on, and what staff do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
import time_machine

from accounts.models import User
from games.clubs.models import Club, Member
from games.events import services
from games.events.cups import plans
from games.events.cups.recurring import announce_next, may_go_on, next_after, words_of
from games.events.errors import ChangedOften
from games.events.models import Division, Entry, Event, Series
from games.events.services import MOST_ABSENCES, PAUSE, enter, pause_of, remove, takes_entries
from games.jobs.models import Job
from games.matches.errors import Refused
from tests.alike import one, someone
from tests.events.cups import DAY, HOUR, NOW, cup
from tests.factors import give_factor
from tests.ratings.conftest import settle

pytestmark = pytest.mark.django_db
State, Kind = Event.State, Event.Kind


@pytest.fixture(autouse=True)
def travel() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOW, tick=False) as travel:
        yield travel


@pytest.mark.parametrize(
    ("former", "weeks"),
    [
        ("", 0),
        ("30:1", 0),
        ("30:2", 2),
        ("30:2 20:2", 4),
        ("30:2 20:3 10:2", 8),
        ("30:2 20:2 10:0", 2),
        ("30:2 20:2 10:1 5:0", 1),
        ("30:0 20:2", 2),  # what was before the last one changes nothing
        ("366:2", 0),
        ("364:2 20:2", 4),
        ("30:2 20:0-", 2),  # without a place
    ],
)
def test_who_did_not_come_pauses_twice_as_long_each_time(former: str, weeks: int, anna: User) -> None:
    ends = []
    for event in former.split():
        days, absences = event.rstrip("-").split(":")
        ended_at = NOW - int(days) * DAY
        place = None if event.endswith("-") else 3
        one(Entry, player=anna, event=one(Event, ended_at=ended_at), absences=int(absences), place=place)
        one(Entry, player=someone(), event=one(Event, ended_at=NOW), absences=9)
        ends += [ended_at] if int(absences) >= MOST_ABSENCES else []
    pause = weeks * timedelta(weeks=1)
    assert pause_of(anna, NOW) == (max(ends) + pause if pause else NOW)
    assert timedelta(days=14) == PAUSE


def refused(act: Callable[..., object], *given: object, **more: object) -> str:
    """Return the name of the refusal; empty if there was none."""
    try:
        act(*given, **more)
    except Refused as refusal:
        return type(refusal).__name__
    return ""


def test_who_may_enter() -> None:
    guest, computer, bot = someone(is_guest=True), someone(is_computer=True), someone(is_bot=True)
    plain, open_to_bots = cup("swiss", pk="plain"), cup("swiss", pk="bots", with_bots=True)
    assert [refused(enter, "plain", who) for who in (guest, computer, bot, someone())] == [
        *("NoGuests", "NoGuests", "NoBots", ""),
    ]
    anna = someone()
    assert [refused(enter, "bots", who) for who in (bot, anna)] == ["", "NotYetConfirmed"]
    assert refused(enter, "bots", anna, confirmed_bots=True) == ""
    services.pause("bots", anna)
    assert refused(enter, "bots", anna) == ""
    assert [plain.entries.count(), open_to_bots.entries.count()] == [1, 2]
    confirmed = open_to_bots.entries.order_by("pk").values_list("confirmed_bots", flat=True)
    assert [*confirmed] == [False, True]


@pytest.mark.parametrize(
    ("kind", "state", "rounds", "passed", "is_taken"),
    [
        ("swiss", State.OPEN, 0, 0, True),
        ("swiss", State.RUNNING, 1, 0, True),
        ("swiss", State.RUNNING, 2, 0, True),
        ("swiss", State.RUNNING, 3, 0, False),
        ("swiss", State.OVER, 0, 0, False),
        ("arena", State.RUNNING, 9, 44, True),
        ("arena", State.RUNNING, 9, 45, False),
        ("arena", State.OVER, 0, 0, False),
        ("knockout", State.OPEN, 0, 0, True),
        ("knockout", State.RUNNING, 0, 0, False),
        ("robin", State.RUNNING, 0, 0, False),
        ("team", State.RUNNING, 0, 0, False),
        ("knockout", State.CALLED_OFF, 0, 0, False),
    ],
)
def test_until_when_one_may_enter(kind: str, state: str, rounds: int, passed: int, is_taken: bool, db: None) -> None:
    facts = {"starts_at": NOW, "lasts": timedelta(minutes=45), "rounds": 5}
    event = one(Event, kind=kind, state=state, **facts)
    for number in range(rounds):
        event.played_rounds.create(number=number, begins_at=NOW)
    assert takes_entries(event, NOW + timedelta(minutes=passed)) is is_taken


def test_a_late_entry_and_a_return_say_so(anna: User) -> None:
    settle(anna, 1700, slug="summy")
    event = cup("swiss", pk="cup", rounds=5)
    Event.objects.update(state=State.RUNNING)
    event.played_rounds.create(number=1, begins_at=NOW)

    def facts() -> dict[str, object]:
        names = ("state", "joined_at", "rating", "first_round", "came_back", "stays", "confirmed_bots", "club", "team")
        return {**event.entries.values(*names).get()}

    enter("cup", anna)
    late = {"state": "in", "joined_at": NOW, "rating": 1700.0, "first_round": 2, "came_back": False, "stays": True}
    late |= {"confirmed_bots": False, "club": None, "team": None}
    assert facts() == late
    services.pause("cup", anna)
    assert facts() == late | {"state": "away"}
    enter("cup", anna)
    assert facts() == late
    services.withdraw("cup", anna)
    assert facts() == late | {"state": "left", "stays": False}
    with time_machine.travel(NOW + HOUR, tick=False):
        enter("cup", anna)
    assert facts() == late | {"came_back": True}
    assert refused(services.withdraw, "cup", anna, before_it_begins=True) == "BegunAlready"


def test_who_is_removed_leaves_a_place_to_those_of_the_same_division(anna: User) -> None:
    event = cup("swiss", pk="cup")
    divisions = [one(Division, event=event, number=number) for number in (1, 2)]
    for division in divisions:
        for place in (1, 2, 3):
            one(Entry, event=event, place=place, division=division, player=someone())
    for state, is_later in ((State.OVER, True), (State.RUNNING, False)):
        Event.objects.update(state=state)
        entry = event.entries.filter(division=divisions[0], place=2 if is_later else 1).get()
        for _press in range(2):
            remove(entry)
        entry.refresh_from_db()
        assert (entry.state, entry.place, entry.removed_later) == ("removed", None, is_later)
        places = [[*one.entries.order_by("pk").values_list("place", flat=True)] for one in divisions]
        assert places == [[1, None, 2] if is_later else [None, None, 1], [1, 2, 3]]


def test_a_live_event_calls_its_players_before(anna: User) -> None:
    for live in (True, False):
        event = cup("swiss", live=live)
        assert Job.objects.get(key=event.pk).due_at == event.starts_at - (timedelta(minutes=5) if live else timedelta())


def test_a_plan_is_changed_so_often(anna: User, settings: object) -> None:
    settings.RATE_LIMITS = {"event_changes": "2/h/user"}  # type: ignore[attr-defined]
    cup("swiss", pk="cup", creator=anna)
    plans.change("cup", anna, text="1")
    plans.change("cup", anna, text="1")  # changes nothing, and does not count
    plans.change("cup", anna, text="2")
    with pytest.raises(ChangedOften):
        plans.change("cup", anna, text="3")


def series_of(creator: User | None, **more: object) -> Series:
    facts = {
        "kind": Kind.ARENA,
        "game_slug": "summy",
        "rule": "FREQ=WEEKLY",
        "next_at": NOW,
        "zone": "Europe/Amsterdam",
    }
    return one(Series, creator=creator, **facts | more)


def test_a_series_goes_on_as_long_as_it_has_a_maker_and_players(anna: User) -> None:
    one(Event, series=series_of(anna), state=State.CALLED_OFF, number=9)
    off, over = State.CALLED_OFF, State.OVER
    for states, goes_on in (
        ([], True),
        ([off, off], True),
        ([off, off, off], False),
        ([over, off, off], True),
        ([off] * 3 + [over], True),
    ):
        series = series_of(anna)
        for number, state in enumerate(states, 1):
            one(Event, series=series, state=state, number=number)
        assert may_go_on(series) is goes_on, states
    series = series_of(None)
    for number in range(3):
        one(Event, series=series, state=off, number=number)
    assert may_go_on(series)  # the site's own
    assert not may_go_on(series_of(someone(is_active=False)))
    club = one(Club)
    for role in Member.Role:
        member = one(Member, club=club, role=role)
        assert may_go_on(series_of(member.player, club=club)) is member.leads


def test_the_next_one_of_a_series_is_announced_a_week_before(anna: User) -> None:
    facts = {"name": "Evening", "text": "Tea.", "least": 4, "most": 8, "rated": True, "lasts": HOUR, "is_listed": False}
    series = series_of(anna, **facts)
    one(Event, series=series, number=4, starts_at=NOW)
    assert words_of(series) == "every week"
    assert next_after(series, NOW) == NOW + 7 * DAY
    assert not announce_next(series, NOW - timedelta(seconds=1))
    assert announce_next(series, NOW)
    event = series.events.get(number=5)
    assert (event.starts_at, event.creator, event.state) == (NOW + 7 * DAY, anna, State.OPEN)
    assert {name: getattr(event, name) for name in facts} == facts
    series.refresh_from_db()
    assert series.next_at == NOW + 7 * DAY
    assert not announce_next(series, NOW)
    Event.objects.filter(pk=event.pk).update(starts_at=NOW + DAY)  # it comes earlier, and the next one does not
    assert announce_next(series, NOW + 10 * DAY)
    assert series.events.get(number=6).starts_at == NOW + 14 * DAY
    Series.objects.update(rule="FREQ=WEEKLY;UNTIL=20261201T000000")
    assert not announce_next(series, NOW + 30 * DAY)
    series.refresh_from_db()
    assert series.next_at is None
    assert words_of(series) == ""


def test_staff_remove_entries_and_close_clubs(signed_in: Callable[[User], object]) -> None:
    staff = signed_in(give_factor(User.objects.create_superuser("staff", password="numbers are fun")))
    event = cup("swiss", pk="cup")
    entries = [one(Entry, event=event, player=someone()) for _n in "ab"]
    send = staff.post  # type: ignore[attr-defined]
    send("/admin/events/entry/", {"action": "remove_for_unfair_play", "_selected_action": [entries[0].pk]})
    assert [*event.entries.order_by("pk").values_list("state", flat=True)] == ["removed", "in"]
    clubs = [one(Club, pk=f"club{number}", text="Tiles") for number in (1, 2)]
    for club in clubs:
        one(Member, club=club, role=Member.Role.FOUNDER)
    send("/admin/clubs/club/", {"action": "close_for_good", "_selected_action": ["club1"]})
    assert {(one.pk, one.closed_at, one.text) for one in Club.objects.all()} == {
        ("club1", NOW, ""),
        ("club2", None, "Tiles"),
    }
    assert [one.members.count() for one in clubs] == [0, 1]
