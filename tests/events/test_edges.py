"""Events at their edges: the moment at which something is due, who is gone, and what counts for neither."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
import time_machine
from django.test import Client

from accounts.models import User
from games.clubs.models import Club, Member
from games.clubs.services import close, join
from games.events import course, services
from games.events.cups import plans
from games.events.cups.recurring import announce_next, may_go_on, words_of
from games.events.cups.shown import Cup, halved
from games.events.errors import BegunAlready, EventIsOver, ForMembers, NoSuchEvent
from games.events.field import Field, absent_seats
from games.events.formats import arena, knockout, league, robin, run, swiss
from games.events.models import Division, Entry, Event, Pairing, Round, Series
from games.events.notices import Soon
from games.events.seasons import HOUR as EVENING
from games.events.seasons import NOTICE, first_start, needs_season
from games.matches.models import Match
from games.matches.play.mirrors import boards_of
from games.matches.play.services import find_match
from games.notifications.models import Notification
from tests.alike import one, someone
from tests.clubs.test_clubs import club as club_of
from tests.events.cups import DAY, HOUR, NOW, cup
from tests.events.test_page_texts import begun, entered, meet, planned
from tests.events.test_results import facts_of, paired
from tests.html import html_of
from tests.moves import first_move
from tests.page_lines import lines_of

SignedIn = Callable[[User], Client]
Kind, State, IN, AWAY = Event.Kind, Event.State, Entry.State.IN, Entry.State.AWAY
MINUTE = timedelta(minutes=1)


@pytest.fixture(autouse=True)
def travel(db: None) -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOW, tick=False) as travel:
        yield travel


def field_of(event: Event) -> Field:
    return Field.read(Event.objects.get(pk=event.pk))


def test_the_page_of_who_pauses_and_returns_says_it_at_once(anna: User, bob: User, signed_in: SignedIn) -> None:
    event = begun(planned(Kind.ARENA, live=True, lasts=2 * HOUR))
    entered(event, [anna, bob])
    browser, said = signed_in(anna), []
    for act in (None, "pause", "enter"):
        if act:
            browser.post(f"/events/arena/{act}/")
        said.append(html_of(browser.get("/events/arena/")).partition('id="cup-next"')[2].partition("</section>")[0])
    assert ["You are paused and will not be paired." in part for part in said] == [False, True, False]
    assert ["Keep this page open." in part for part in said] == [True, False, True]


def test_a_bye_of_an_earlier_round_is_none_of_this_one(anna: User, bob: User, carl: User, signed_in: SignedIn) -> None:
    event = begun(planned(Kind.SWISS), rounds=3)
    a, b, c = entered(event, [anna, bob, carl])
    meet(event, 1, a, b, "first")
    meet(event, 1, c, None, "bye")
    bye, waits = "You have a bye in this round", "The next round begins when all matches"
    assert bye in html_of(signed_in(carl).get("/events/swiss/"))
    meet(event, 2, a, c, "first")
    meet(event, 2, b, None, "bye")
    Event.objects.update(version=8)
    page = html_of(signed_in(carl).get("/events/swiss/"))
    assert (bye in page, waits in page) == (False, True)
    assert bye in html_of(signed_in(bob).get("/events/swiss/"))


def test_a_match_that_counts_for_neither_gives_no_points(anna: User, bob: User) -> None:
    for kind, table_of in ((Kind.SWISS, swiss.table_of), (Kind.ROBIN, robin.table_of)):
        event = begun(planned(kind), rounds=3)
        first, second = entered_as(event, anna, bob)
        meet(event, 1, first, second, "off", "staff")
        assert [row.points for row in table_of(field_of(event))] == [0, 0]
        meet(event, 2, second, first, "first")
        assert [(row.player, row.points) for row in table_of(field_of(event))] == [(second.pk, 2), (first.pk, 0)]
        Pairing.objects.all().delete()
    event = begun(planned(Kind.ARENA, live=True, lasts=HOUR))
    first, second = entered_as(event, anna, bob)
    meet(event, 1, first, second, "off", "staff")
    assert [row.score.counted for row in arena.table_of(field_of(event))] == [(), ()]


def entered_as(event: Event, *players: User) -> list[Entry]:
    """Enter these players, the best rated first."""
    return [one(Entry, event=event, player=player, rating=1900.0 - at) for at, player in enumerate(players)]


def test_a_tie_whose_match_counts_for_neither_is_played_again(anna: User, bob: User) -> None:
    event = begun(planned(Kind.KNOCKOUT), rounds=1)
    first, second = entered_as(event, anna, bob)
    meet(event, 1, second, first, "off", "staff", at=1)
    Round.objects.update(basis={"seeds": [first.pk, second.pk]})
    ((number, pair),) = knockout.Knockout().again(field_of(event), 1)
    assert (number, pair.first, pair.second) == (knockout.AGAIN + 1, first.pk, second.pk)


@pytest.mark.parametrize(("early", "is_told"), [(MINUTE, False), (timedelta(), True)])
@pytest.mark.parametrize("kind", [Kind.ARENA, Kind.SWISS])
def test_a_run_before_the_call_tells_no_one(kind: str, early: timedelta, is_told: bool, anna: User) -> None:
    event = cup(kind, anna, pk="cup", live=True, lasts=HOUR)
    calls = event.starts_at - services.CALLED
    run("cup", calls - early)
    assert Notification.objects.filter(event="event-soon").exists() is is_told
    assert Event.objects.get().state == State.OPEN


def test_an_arena_lets_open_matches_end_and_judges_them_after_a_quarter_of_an_hour(anna: User, bob: User) -> None:
    pairing = paired(Kind.ARENA, anna, bob)
    Event.objects.update(starts_at=NOW - HOUR, lasts=HOUR)
    for late, over in ((timedelta(), False), (arena.PLAY_ON - MINUTE, False), (arena.PLAY_ON, True)):
        run("cup", NOW + late)
        assert (Event.objects.get().state == State.OVER) is over
        assert (find_match(pairing.match_id or "").finished_at is not None) is over
    assert facts_of(pairing).startswith("draw judged")
    assert timedelta(minutes=15) == arena.PLAY_ON


@pytest.mark.parametrize("late", [-MINUTE, timedelta()])
def test_a_round_that_ends_now_is_judged_now(late: timedelta, anna: User, bob: User) -> None:
    pairing = paired(Kind.SWISS, anna, bob)
    Round.objects.update(ends_at=NOW)
    field = field_of(pairing.round.event)
    course.settle(field, field.rounds[0], NOW + late)
    assert facts_of(pairing).startswith("" if late else "draw judged")
    assert (find_match(pairing.match_id or "").finished_at is None) is bool(late)


def test_a_tie_that_is_drawn_at_the_end_of_its_round_is_not_played_again(anna: User, bob: User) -> None:
    pairing = paired(Kind.KNOCKOUT, anna, bob)
    Round.objects.update(number=1, ends_at=NOW, basis={"seeds": [pairing.first_id, pairing.second_id]})
    run("cup", NOW)
    run("cup", NOW)
    results = [(pair.result, pair.cause, pair.match_id is None) for pair in Pairing.objects.order_by("pk")]
    assert results == [("draw", "judged", False), ("draw", "judged", True)]
    assert Match.objects.count() == 1


def test_who_has_moved_on_one_board_of_a_mirror_match_has_come(anna: User, bob: User) -> None:
    pairing = paired(Kind.KNOCKOUT, anna, bob, mirror=True)

    for board in boards_of(find_match(pairing.match_id or "")):
        first_move(board)  # sealed until both are made: anna's on the first board, bob's on the other one
    for match in Match.objects.all():
        assert match.ply == 1
        Match.objects.filter(pk=match.pk).update(finished_at=NOW, ending=Match.Ending.TIME, winner=1)
    assert absent_seats(find_match(pairing.match_id or "")) == []  # neither has moved on the board that is lost


@pytest.mark.parametrize("state", [Entry.State.REMOVED, Entry.State.STRUCK, Entry.State.WITHDRAWN])
def test_who_was_removed_or_struck_out_does_not_come_back(state: str, anna: User) -> None:
    event = begun(planned(Kind.SWISS), rounds=5)
    entered(event, [anna], state=state)
    if state == Entry.State.WITHDRAWN:
        services.enter("swiss", anna)
    else:
        with pytest.raises(EventIsOver):
            services.enter("swiss", anna)
    assert Entry.objects.get().state == (IN if state == Entry.State.WITHDRAWN else state)


def test_no_one_pauses_in_what_is_over(anna: User) -> None:
    event = begun(planned(Kind.SWISS), state=State.OVER)
    entered(event, [anna])
    services.pause("swiss", anna)
    assert Entry.objects.get().state == IN


def test_who_pauses_comes_back_after_the_club_was_closed_and_no_one_else(anna: User, bob: User, carl: User) -> None:
    theirs = club_of(anna, entry=Club.Entry.OPEN)
    dora = someone()
    for player in (bob, carl, dora):
        join(theirs, player)
    event = begun(cup(Kind.ARENA, anna, bob, carl, pk="cup", club=theirs, live=True, lasts=2 * HOUR))
    cup(Kind.SWISS, pk="for-all")  # which dora sees
    services.pause("cup", bob)
    services.withdraw("cup", carl)
    close(theirs, anna)
    services.enter("cup", bob)
    assert event.entries.get(player=bob).state == IN
    for player, refusal in ((carl, ForMembers), (dora, NoSuchEvent)):
        with pytest.raises(refusal):
            services.enter("cup", player)


def test_who_has_left_a_club_that_goes_on_does_not_come_back(anna: User, bob: User) -> None:
    theirs = club_of(anna, entry=Club.Entry.OPEN)
    event = begun(cup(Kind.ARENA, anna, pk="cup", club=theirs, live=True, lasts=2 * HOUR))
    one(Entry, event=event, player=bob, state=AWAY)
    with pytest.raises(ForMembers):
        services.enter("cup", bob)


def test_who_plays_for_a_team_stays_in_it_without_its_link(anna: User, bob: User) -> None:
    event = planned(Kind.TEAM, teams=("The Ants", "The Bees"), creator=anna)
    ants, bees = event.teams.all()
    services.enter("teams", bob, link=bees.link_key)
    for link in ("", bees.link_key):
        assert services.enter("teams", bob, link=link).team == bees
    begun(event)
    with pytest.raises(BegunAlready):
        services.enter("teams", bob, link=ants.link_key)


def test_a_match_with_an_account_that_was_closed_meanwhile_is_lost_by_absence(anna: User, bob: User) -> None:
    event = begun(planned(Kind.SWISS))
    closed = someone(is_active=False)
    a, b, c = entered_as(event, anna, closed, bob)
    d = one(Entry, event=event, player=someone())
    round_ = one(Round, event=event, begins_at=NOW)
    pairs = [
        one(Pairing, round=round_, number=number, first=first, second=second, result="", cause="")
        for number, (first, second) in enumerate(((b, a), (c, d)), 1)
    ]
    services.begin_pairings(event, pairs)
    rows = [(pair.result, pair.cause, pair.match_id is None) for pair in Pairing.objects.order_by("number")]
    assert rows == [("second", "absence", True), ("", "", False)]


@pytest.mark.parametrize("early", [timedelta(seconds=1), timedelta()])
def test_the_beginning_stays_from_the_call_on(early: timedelta, anna: User, travel: time_machine.Traveller) -> None:
    event = cup(Kind.SWISS, pk="cup", creator=anna)
    travel.move_to(event.starts_at - services.CALLED - early)
    if early:
        assert plans.change("cup", anna, starts_at=NOW + DAY).starts_at == NOW + DAY
    else:
        with pytest.raises(BegunAlready):
            plans.change("cup", anna, starts_at=NOW + DAY)


def test_a_notice_says_that_an_event_has_begun_from_its_first_moment(anna: User) -> None:
    event = cup(Kind.ARENA, pk="cup", live=True, lasts=HOUR)
    notice = one(Notification, user=anna, event="event-soon", key="cup", game_slug="summy")
    titles = [str(Soon().words(notice, event.starts_at - early)[0]) for early in (timedelta(seconds=1), timedelta())]
    assert titles == ["Your event begins in 5\N{NO-BREAK SPACE}minutes", "Your event has begun"]


def test_the_first_season_begins_on_a_monday_whose_notice_is_kept_to_the_second() -> None:
    monday = (NOW + 9 * DAY).replace(hour=EVENING)  # 30 November
    assert monday.weekday() == 0
    assert first_start(monday - NOTICE) == monday
    assert first_start(monday - NOTICE + timedelta(seconds=1)) == monday + 7 * DAY


def test_a_series_of_a_closed_club_or_of_a_game_that_is_gone_stops(anna: User) -> None:
    theirs = one(Club, closed_at=None)
    one(Member, club=theirs, player=anna, role=Member.Role.FOUNDER)
    facts = {"kind": Kind.ARENA, "rule": "FREQ=DAILY", "next_at": NOW, "zone": "UTC", "creator": anna}
    series = one(Series, game_slug="summy", club=theirs, **facts)
    assert may_go_on(series)
    Club.objects.update(closed_at=NOW)
    series.refresh_from_db()
    assert not may_go_on(series)
    gone = one(Series, game_slug="chess", **facts)
    assert not announce_next(gone, NOW)
    assert not gone.events.exists()
    stopped = one(Series, game_slug="summy", **facts | {"next_at": None})
    assert not announce_next(stopped, NOW)
    assert words_of(one(Series, game_slug="summy", **facts | {"rule": "FREQ=MONTHLY;BYMONTHDAY=1"})) == "every month"
    assert words_of(one(Series, game_slug="summy", **facts | {"rule": "FREQ=YEARLY"})) == ""


def test_half_points_in_words() -> None:
    assert [halved(points) for points in range(4)] == ["0", "½", "1", "1½"]


def test_a_closed_account_leaves_a_league_as_removed_and_a_deleted_one_as_withdrawn(anna: User) -> None:
    event = begun(planned(Kind.LEAGUE, lasts=28 * DAY))
    division = one(Division, event=event, number=1)
    closed, deleted = someone(is_active=False), someone(is_active=False, deleted_at=NOW)
    players = (anna, closed, deleted)
    entries = [one(Entry, event=event, player=player, division=division, stays=True) for player in players]
    for first, second in ((0, 1), (1, 2), (2, 0)):
        meet(event, 1, entries[first], entries[second])
    league.League()._go_on(field_of(event), NOW)
    rows = [*Entry.objects.order_by("pk").values_list("state", "stays")]
    assert rows == [("in", True), ("removed", False), ("left", False)]


def test_the_last_matches_of_an_arena_that_is_over_are_shown_and_none_of_its_own_pairs_before(anna: User) -> None:
    event = begun(planned(Kind.ARENA, live=True, lasts=HOUR))
    a, b = entered_as(event, anna, someone())
    missed, played, running = (
        meet(event, number, a, b, *facts) for number, facts in enumerate((("first", "absence"), ("first",), ("",)), 1)
    )
    assert missed.match is None
    assert Cup(Event.objects.get()).watched == [running]
    assert Cup(Event.objects.get()).open_of(a) == [running]
    Event.objects.update(state=State.OVER, ended_at=NOW)
    assert Cup(Event.objects.get()).watched == [running, played]


def test_actions_do_nothing_by_a_get_and_say_to_strangers_that_there_is_no_event(
    anna: User, bob: User, client: Client, signed_in: SignedIn
) -> None:
    event = cup(Kind.SWISS, anna, pk="cup", creator=anna)
    hers = signed_in(anna)
    assert hers.get("/events/cup/withdraw/").status_code == 302
    assert event.entries.filter(player=anna).exists()
    assert [reader.post("/events/cup/series/end/").status_code for reader in (hers, signed_in(bob))] == [404, 404]
    assert client.get("/events/cup/change/").status_code == 302
    page = hers.post("/events/cup/pause/", follow=True)
    assert lines_of(page, "messages") == ["You are paused. Return when you like."]


def test_a_league_that_staff_have_stopped_has_no_new_season() -> None:
    goes_on = one(Series, key="one", kind=Kind.LEAGUE, game_slug="summy", next_at=NOW)
    stopped = one(Series, key="two", kind=Kind.LEAGUE, game_slug="summy", next_at=None)
    assert (needs_season(goes_on), needs_season(stopped)) == (True, False)
