"""What the end of a match means in its event: the result, what decided it, and who has missed it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import time_machine

from accounts.models import User
from games.events import course, services
from games.events.field import Field
from games.events.formats import run
from games.events.models import Entry, Event, Pairing, Round
from games.events.pairing.values import Pair
from games.matches.models import Match
from games.matches.play.services import find_match, resign, void_match
from games.matches.time.control import USUAL_LIVE
from games.notifications.models import Notification
from games.rules import Seat
from tests.alike import one, someone
from tests.events.cups import DAY, NOW, cup
from tests.jobs.running import run_jobs
from tests.moves import first_move

State = Event.State


@pytest.fixture(autouse=True)
def _noon(db: None) -> Iterator[None]:
    with time_machine.travel(NOW, tick=False):
        yield


def paired(kind: str, first: User, second: User, *, mirror: bool = False) -> Pairing:
    """Return a pairing of these two in an event that runs, whose match has begun."""
    event = cup(kind, pk="cup", mirror=mirror)
    Event.objects.update(state=State.RUNNING)
    entries = [one(Entry, event=event, player=player) for player in (first, second)]
    round_ = one(Round, event=event, begins_at=NOW)
    pairing = one(Pairing, round=round_, number=1, first=entries[0], second=entries[1], result="", cause="")
    services.begin_pairings(Event.objects.get(), [pairing])
    return Pairing.objects.get(pk=pairing.pk)


# The first player has not arrived
LIVE: dict[str, object] = {"time_kind": USUAL_LIVE.kind, "clock_since": None, "first_away_since": NOW}
# By what has become of the match: the result and its cause, and the absences of both, in a Swiss and in a league.
ENDS: dict[str, tuple[dict[str, object], str, str]] = {
    "won": ({"ending": "played", "winner": 1}, "first 0 0", "first 0 0"),
    "drawn": ({"ending": "agreed", "winner": None}, "draw 0 0", "draw 0 0"),
    "resigned": ({"ending": "resigned", "winner": 2}, "second 0 0", "second 0 0"),
    "no move": ({"ending": "time", "winner": 2}, "second absence 1 0", "second absence 0 0"),
    "cancelled": ({"ending": "aborted", "winner": None}, "off 0 0", "off 0 0"),
    "void": ({"ending": "played", "winner": 1, "voided_at": NOW}, "off 0 0", "off 0 0"),
    "one has not come": (LIVE | {"ending": "time", "winner": 2}, "second absence 1 0", "second absence 0 0"),
    "one has not come, without result": (LIVE | {"ending": "aborted"}, "neither absence 1 0", "neither absence 0 0"),
}


def facts_of(pairing: Pairing) -> str:
    row = Pairing.objects.get(pk=pairing.pk)
    absences = (str(one.absences) for one in row.round.event.entries.order_by("pk"))
    return " ".join(filter(None, (row.result, row.cause, *absences)))


@pytest.mark.parametrize("kind", ["swiss", "league"])
@pytest.mark.parametrize("end", ENDS)
def test_the_end_of_a_match(end: str, kind: str, anna: User, bob: User) -> None:
    facts, *expected = ENDS[end]
    pairing = paired(kind, anna, bob)
    Match.objects.update(finished_at=NOW, **facts)
    for _time in range(2):
        services.record_result(find_match(pairing.match_id or ""))
    assert facts_of(pairing) == expected[kind == "league"]
    assert Pairing.objects.get().decided_at == NOW


@pytest.mark.parametrize(("state", "result"), [(State.RUNNING, "off staff 0 0"), (State.OVER, "first 0 0")])
def test_a_match_that_staff_declare_void_counts_no_more_while_its_event_runs(
    state: str, result: str, anna: User, bob: User
) -> None:
    pairing = paired("swiss", anna, bob)
    Match.objects.update(finished_at=NOW, ending="played", winner=1)
    services.record_result(find_match(pairing.match_id or ""))
    Event.objects.update(state=state)
    Match.objects.update(voided_at=NOW)
    services.record_result(find_match(pairing.match_id or ""))
    assert facts_of(pairing) == result


@pytest.mark.parametrize("kind", ["swiss", "robin", "league"])
def test_staff_take_a_result_from_the_table_by_declaring_the_match_void(kind: str, anna: User, bob: User) -> None:
    pairing = paired(kind, anna, bob)
    match = find_match(pairing.match_id or "")
    first_move(match)
    resign(match.pk, match.player(Seat.SECOND))
    run_jobs()
    assert Pairing.objects.get().result == ("first" if match.first == pairing.first.player else "second")
    void_match(match.pk)
    run_jobs()
    assert facts_of(pairing) == "off staff 0 0"


def test_matches_with_computers_and_of_casual_events_are_not_rated(anna: User) -> None:
    computer, bob = someone(is_computer=True), someone()
    assert find_match(paired("swiss", anna, computer).match_id or "").rated is False
    Event.objects.all().delete()
    assert find_match(paired("swiss", anna, bob).match_id or "").rated is True


def test_both_boards_of_who_has_left_are_given_up(anna: User, bob: User) -> None:
    pairing = paired("knockout", anna, bob, mirror=True)
    field = Field.read(Event.objects.get())
    course.walk_over(field.event, field.pairings[0], [field.entries[pairing.first_id]])
    assert facts_of(pairing) == "second absence 0 0"
    assert {*Match.objects.values_list("first", "winner")} == {(anna.pk, 2), (bob.pk, 1)}


def test_a_round_ends_after_its_time_and_an_event_needs_its_least(anna: User) -> None:
    event = cup("swiss", pk="cup", least=3, round_lasts=9 * DAY)
    assert course.open_round(event, 1, NOW, {}).ends_at == NOW + 9 * DAY
    entries = [one(Entry, event=event, player=someone()) for _number in range(3)]
    assert course.begin(event, NOW, entries)
    assert not course.begin(event, NOW, entries[:2])
    event.refresh_from_db()
    assert (event.state, event.ended_at) == (State.CALLED_OFF, NOW)


@pytest.mark.parametrize(("kind", "told"), [("swiss", 2), ("arena", 0)])
def test_a_round_begins_with_those_who_are_in(kind: str, told: int, anna: User, bob: User) -> None:
    event = cup(kind, pk="cup")
    players = (anna, bob, someone(), someone(is_active=False), someone(), someone())
    first, second, alone, closed, gone, left = (one(Entry, event=event, player=player) for player in players)
    Entry.objects.filter(pk__in=[gone.pk, left.pk]).update(state="away")
    round_ = course.open_round(event, 1, NOW, {})
    pairs = [Pair(first.pk, second.pk), Pair(alone.pk, None), Pair(closed.pk, alone.pk), Pair(gone.pk, left.pk)]
    course.start(Field.read(event), round_, list(enumerate(pairs, 1)))
    rows = Pairing.objects.order_by("number").values_list("result", "cause", "decided_at")
    assert [*rows] == [
        ("", "", None),
        ("bye", "", NOW),
        ("second", "absence", NOW),
        ("neither", "absence", NOW),
    ]
    assert Match.objects.count() == 1
    assert Notification.objects.filter(event="round-begun").count() == told
    again = course.open_round(event, 2, NOW, {})
    course.start(Field.read(event), again, [(1, Pair(first.pk, second.pk))], is_over=True)
    drawn = again.pairings.get()
    assert (drawn.result, drawn.cause, drawn.match) == ("draw", "judged", None)


def test_a_round_waits_for_who_is_in_and_for_no_cheat(anna: User, bob: User) -> None:
    pairing = paired("swiss", anna, bob)
    event, entry = Event.objects.get(), pairing.first
    others = [one(Entry, event=event, player=someone()) for _n in "ab"]
    waited_for = one(Pairing, round=pairing.round, number=2, first=others[0], second=others[1], result="", cause="")
    for state, waits, result in (
        ("away", True, ""),
        ("away", False, "second absence"),
        ("removed", True, "second absence"),
    ):
        Pairing.objects.update(result="", cause="")
        Pairing.objects.filter(pk=waited_for.pk).update(result="" if waits else "draw")
        Entry.objects.filter(pk=entry.pk).update(state=state)
        field = Field.read(event)
        course.settle(field, field.rounds[0], NOW)
        assert facts_of(pairing).removesuffix(" 0 0 0 0").removesuffix("0 0 0 0") == result


@pytest.mark.parametrize("kind", ["arena", "swiss", "knockout", "robin", "league"])
def test_the_open_match_of_who_is_removed_is_given_up(kind: str, anna: User, bob: User) -> None:
    pairing = paired(kind, anna, bob)
    Event.objects.update(lasts=DAY)
    Round.objects.update(basis={"seeds": [pairing.first_id, pairing.second_id]})
    services.remove(pairing.first)
    run("cup", NOW + DAY / 24)
    match = find_match(pairing.match_id or "")
    assert facts_of(pairing) == "second absence 0 0"
    assert (match.ended, match.winner, match.finished_at) == (Match.Ending.RESIGNED, 2, NOW)
