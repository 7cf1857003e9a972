"""Team matches by link: two groups at a party meet on boards, and each player enters by the link of a team."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from accounts.exports import written_export
from accounts.models import User
from accounts.security import make_token
from accounts.services import make_guest
from core import clock
from games.events.cups.plans import cancel, start_now
from games.events.errors import BegunAlready, ByTeamLink, EventIsOver, NoGuests, NoSuchEvent, TeamIsEmpty, TeamIsFull
from games.events.models import Event, Team
from games.events.services import enter, withdraw
from games.matches.play.services import resign
from games.notifications.hooks import kind_of
from games.notifications.models import Notification
from tests.api.conftest import Caller, data_of
from tests.events.cups import NOW, cup, current, go_on, open_pairings, people, places, play
from tests.events.test_cup_pages import choices, filled_in
from tests.events.test_team_matches import sums_by_api
from tests.html import html_of
from tests.jobs.running import run_jobs
from tests.moves import first_move
from tests.ratings.conftest import settle

SignedIn = Callable[[User], Client]


@pytest.fixture
def travel(db: None) -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOW, tick=False) as travel:
        yield travel


def party(
    creator: User | None = None, *, live: bool = False, mirror: bool = False, most: int = 500
) -> tuple[Event, Team, Team]:
    """Return a team match of the Ants and the Bees, of summy by days, and both teams."""
    names = ("The Ants", "The Bees")
    event = cup("team", teams=names, live=live, mirror=mirror, most=most, creator=creator, is_listed=False)
    ants, bees = event.teams.all()
    return event, ants, bees


def join(team: Team, *players: User) -> None:
    for player in players:
        enter(team.event_id, player, link=team.link_key)


def path(team: Team) -> str:
    return reverse("events:team", args=[team.link_key])


def test_two_groups_play_two_boards_by_days(
    travel: time_machine.Traveller, anna: User, bob: User, carl: User, signed_in: SignedIn
) -> None:
    (dora,) = people(1)
    for player, rating in ((anna, 1900), (bob, 1800), (carl, 1700), (dora, 1600)):
        settle(player, rating, slug="tenbyten")
    hers = signed_in(anna)
    made = hers.post(
        reverse("events:new"),
        filled_in(kind="team", time="3", home="The Ants", away="The Bees", **choices()),
        follow=True,
    )
    event = Event.objects.get()
    ants, bees = event.teams.all()
    assert event.title == "The Ants – The Bees"
    for team in (ants, bees):
        assertContains(made, f"http://testserver{path(team)}")
    assertContains(made, "QR code of the link", count=2)
    assertContains(made, "No one has entered yet.")
    for player, team in ((anna, ants), (bob, bees), (carl, bees), (dora, ants)):
        his = signed_in(player)
        assertContains(his.get(path(team)), f"Play for {team}")
        assertContains(his.post(path(team), follow=True), f"You play for {team}.")
    filling = signed_in(carl).get(event.get_absolute_url())
    assertContains(filling, "The boards by rating as it is now.")
    assertContains(filling, path(bees))
    assertNotContains(filling, path(ants))
    event = go_on(travel, event)
    boards = {one.number: one for one in open_pairings(event)}
    assert [{one.username for one in boards[number].players() if one} for number in (1, 2)] == [
        {"anna", "bob"},
        {"carl", "p01"},
    ]
    assert [boards[number].first.team for number in (1, 2)] == [ants, bees]
    for number, loser in ((1, bob), (2, dora)):
        match = boards[number].match
        assert match
        first_move(match)
        if number == 1:
            resign(match.pk, loser)
    while run_jobs(clock.now()):
        pass
    assert (sums_by_api(event), current(event).state) == ({1: 2, 2: 0}, Event.State.RUNNING)
    while not current(event).is_over:  # carl's and dora's time runs out
        go_on(travel, event)
    sums = sums_by_api(event)
    assert sums[1] + sums[2] == 4
    shown = signed_in(carl).get(event.get_absolute_url())
    for side in (1, 2):
        assertContains(shown, f"<b>{sums[side] // 2}</b>")
    assert set(places(event)) == {"anna", "bob", "carl", "p01"}


def test_an_evening_live_of_uneven_teams(travel: time_machine.Traveller, signed_in: SignedIn) -> None:
    first, second, third, fourth = people(4)
    event, ants, bees = party(live=True)
    join(ants, first, second, third)
    join(bees, fourth)
    assertContains(signed_in(first).get(event.get_absolute_url()), "no opponent yet", count=2)
    while event.state == Event.State.OPEN:
        event = go_on(travel, event)
    page = signed_in(third).get(event.get_absolute_url())
    playing = {one.username for pairing in open_pairings(event) for one in pairing.players() if one}
    without = sorted({"p01", "p02", "p03"} - playing)
    assert len(without) == 2
    assert f"Without a board: {', '.join(without)}" in " ".join(html_of(page).split())
    reserve = User.objects.get(username=without[0])
    assertContains(signed_in(reserve).get(event.get_absolute_url()), "so you have no board")
    assert play(event, lambda one: next(entry.player for entry in one.entries if entry.team == bees)) == 1
    while not current(event).is_over:
        go_on(travel, event)
    assert sums_by_api(event) == {1: 2, 2: 0}
    assert places(event)["p04"] == 2


def test_mirrors_by_days(travel: time_machine.Traveller) -> None:
    first, second = people(2)
    event, ants, bees = party(mirror=True)
    join(ants, first)
    join(bees, second)
    (pairing,) = open_pairings(go_on(travel, event))
    assert pairing.mirror


def test_a_stranger_signs_up_on_the_way(travel: time_machine.Traveller, client: Client, bob: User) -> None:
    _event, ants, _bees = party()
    page = client.get(path(ants))
    for name in ("account_signup", "account_login"):
        assertContains(page, f"{reverse(name)}?next={path(ants)}")
    for fact in ("Summy", "per move"):
        assertContains(page, fact)
    assert client.post(path(ants)).status_code == 200
    assert not ants.entries.exists()
    signed = client.post(f"{reverse('account_login')}?next={path(ants)}", {"login": "bob", "password": "x"})
    assert signed.status_code == 200
    client.force_login(bob)
    assertRedirects(client.post(path(ants)), ants.event.get_absolute_url())
    assertRedirects(client.get(path(ants)), ants.event.get_absolute_url())  # opened once more


def test_a_guest_signs_up_first(travel: time_machine.Traveller, signed_in: SignedIn) -> None:
    guest = make_guest()
    event, ants, _bees = party()
    assertContains(signed_in(guest).get(path(ants)), "Sign up and take part")
    assertContains(signed_in(guest).post(path(ants)), "Events are for players with an account")
    with pytest.raises(NoGuests):
        enter(event.pk, guest, link=ants.link_key)


def test_who_opens_the_other_link_changes_teams_before_it_begins(
    travel: time_machine.Traveller, anna: User, bob: User, signed_in: SignedIn
) -> None:
    event, ants, bees = party()
    join(ants, anna, bob)
    assertContains(signed_in(bob).get(path(bees)), "You play for The Ants.")
    assert signed_in(bob).get(path(bees)).status_code == 200  # to look changes nothing
    assert bob.entries.get().team == ants
    signed_in(bob).post(path(bees))
    assert bob.entries.get().team == bees
    event = go_on(travel, event)
    with pytest.raises(BegunAlready):
        enter(event.pk, bob, link=ants.link_key)
    assertContains(signed_in(bob).post(path(ants)), "It is too late to change this")
    assert bob.entries.get().team == bees


def test_without_a_link_no_one_enters(
    travel: time_machine.Traveller, anna: User, bob: User, carl: User, client: Client, signed_in: SignedIn
) -> None:
    event, ants, bees = party(anna)
    with pytest.raises(ByTeamLink):
        enter(event.pk, carl)
    assertContains(signed_in(carl).get(event.get_absolute_url()), "Open the link of your team.")
    assertRedirects(signed_in(carl).get(reverse("events:enter", args=[event.pk])), event.get_absolute_url())
    for viewer in (None, carl):
        page = (signed_in(viewer) if viewer else client).get(event.get_absolute_url())
        for team in (ants, bees):
            assertNotContains(page, team.link_key)
    assertNotContains(client.get(reverse("events:events")), event.pk)
    assertContains(signed_in(anna).get(reverse("events:events")), event.pk)  # who made it finds it again
    assert client.get(reverse("events:team", args=["no-such-link"])).status_code == 404
    other, _home, _away = party()
    with pytest.raises(ByTeamLink):
        enter(other.pk, carl, link=ants.link_key)


def test_who_leaves_comes_back_by_the_link(travel: time_machine.Traveller, anna: User, bob: User) -> None:
    event, ants, bees = party()
    join(ants, anna)
    withdraw(event.pk, anna)
    assert not event.entries.exists()
    join(bees, anna)
    join(ants, bob)
    event = go_on(travel, event)
    withdraw(event.pk, anna)  # her board is lost, as no other one is waited for
    event = go_on(travel, event)
    assert event.is_over
    assert sums_by_api(event) == {1: 2, 2: 0}


def test_a_link_is_told_what_became_of_the_match(
    travel: time_machine.Traveller, anna: User, bob: User, carl: User, signed_in: SignedIn
) -> None:
    event, ants, bees = party(anna)
    join(ants, anna)
    join(bees, bob)
    begun = go_on(travel, event)
    assertContains(signed_in(carl).get(path(ants)), "This match has begun.")
    with pytest.raises(EventIsOver):
        enter(begun.pk, carl, link=ants.link_key)
    off, home, _away = party(anna)
    join(home, bob)
    cancel(off.pk, anna)
    assertContains(signed_in(carl).get(path(home)), "This match is cancelled.")
    assert Notification.objects.filter(user=bob, event="event-off", key=off.pk).exists()


def test_a_team_without_players_cancels_it_and_all_are_told(
    travel: time_machine.Traveller, anna: User, bob: User, signed_in: SignedIn
) -> None:
    event, ants, _bees = party(anna)
    join(ants, bob)
    event = go_on(travel, event)
    assert event.state == Event.State.CALLED_OFF
    assertContains(signed_in(bob).get(event.get_absolute_url()), "A team had no players.")
    told = Notification.objects.filter(event="event-off", key=event.pk)
    assert {one.user for one in told} == {anna, bob}


def test_each_team_has_half_of_the_places(
    travel: time_machine.Traveller, anna: User, bob: User, carl: User, signed_in: SignedIn
) -> None:
    _event, ants, bees = party(most=3)
    join(ants, anna)
    with pytest.raises(TeamIsFull):
        join(ants, bob)
    assertContains(signed_in(bob).get(path(ants)), "All places in this team are taken.")
    join(bees, bob)
    with pytest.raises(TeamIsFull):
        join(bees, anna)
    assert anna.entries.get().team == ants


@pytest.mark.parametrize("live", [False, True])
def test_the_maker_starts_at_once_when_both_teams_have_players(
    live: bool, travel: time_machine.Traveller, anna: User, bob: User, carl: User, signed_in: SignedIn
) -> None:
    event, ants, bees = party(anna, live=live)
    hers, start = signed_in(anna), reverse("events:start", args=[event.pk])
    assertContains(hers.get(event.get_absolute_url()), start)
    join(ants, bob)
    assertContains(hers.post(start, follow=True), "Each team needs a player.")
    with pytest.raises(TeamIsEmpty):
        start_now(event.pk, anna)
    join(bees, carl)
    assertNotContains(signed_in(bob).get(event.get_absolute_url()), start)
    assert signed_in(bob).post(start).status_code == 404
    assertContains(hers.get(start), "1 board")
    assert not current(event).is_over
    begins = hers.post(start, follow=True)
    assertContains(begins, "The match begins.")
    assertNotContains(begins, start)
    while run_jobs(clock.now()):
        pass
    assert current(event).state == Event.State.RUNNING
    (pairing,) = open_pairings(event)
    assert pairing.match
    assert Notification.objects.filter(event="round-begun", match=pairing.match).count() == 2
    assertContains(hers.post(start, follow=True), "It is too late to change this")


def test_only_a_match_of_teams_by_link_starts_by_a_press(travel: time_machine.Traveller, anna: User) -> None:
    with pytest.raises(NoSuchEvent):
        start_now(cup("knockout", creator=anna).pk, anna)


def test_the_maker_renews_a_link_and_takes_a_player_out(
    travel: time_machine.Traveller, anna: User, bob: User, carl: User, signed_in: SignedIn
) -> None:
    event, ants, bees = party(anna)
    join(ants, bob)
    old, hers = path(ants), signed_in(anna)
    renewing, removing = (reverse(f"events:{name}", args=[event.pk]) for name in ("renew", "take_out"))
    assertContains(hers.get(event.get_absolute_url()), removing)
    for stranger in (bob, carl):
        his = signed_in(stranger)
        assertNotContains(his.get(event.get_absolute_url()), removing)
        assert his.post(renewing, {"team": ants.pk}).status_code == 404
        assert his.post(removing, {"player": bob.pk}).status_code == 404
    assertContains(hers.post(renewing, {"team": ants.number}, follow=True), "The Ants have a new link.")
    assert signed_in(carl).get(old).status_code == 404
    ants.refresh_from_db()
    assert signed_in(carl).get(path(ants)).status_code == 200
    assert bees.link_key == event.teams.get(number=2).link_key
    assertContains(hers.post(removing, {"player": bob.pk}, follow=True), "bob no longer takes part.")
    assert not event.entries.exists()
    assertContains(
        signed_in(bob).get(reverse("notifications:notifications")), "anna took you out of The Ants – The Bees"
    )
    for number in (bob.pk, carl.pk, "", "x"):  # no name is told of someone else
        told = hers.post(removing, {"player": number}, follow=True)
        assertContains(told, "This player does not take part.")
        assertNotContains(told, "carl")
    join(ants, bob)  # a press by mistake is mended by the link
    told_again = Notification.objects.get(event="taken-out", user=bob)
    assert not kind_of(told_again.event).is_current(told_again)
    join(ants, anna)
    hers.post(removing, {"player": anna.pk})
    assert not Notification.objects.filter(event="taken-out", user=anna).exists()
    join(bees, carl)
    go_on(travel, event)
    assertContains(hers.post(removing, {"player": bob.pk}, follow=True), "It is too late to change this")
    assertContains(hers.post(renewing, {"team": 1}, follow=True), "It is too late to change this")


def test_an_empty_team_is_said_in_words(travel: time_machine.Traveller, anna: User, signed_in: SignedIn) -> None:
    _event, ants, _bees = party()
    page = signed_in(anna).get(path(ants))
    assertContains(page, "No one has entered yet.")
    assertNotContains(page, "0 players")


@pytest.mark.parametrize(
    ("home", "away", "sentence"),
    [("", "The Bees", "Give the team a name."), ("Ants", "ANTS", "Give the teams different names.")],
)
def test_teams_have_names(
    travel: time_machine.Traveller, anna: User, signed_in: SignedIn, home: str, away: str, sentence: str
) -> None:
    terms = filled_in(kind="team", time="3", home=home, away=away, **choices())
    assertContains(signed_in(anna).post(reverse("events:new"), terms), sentence, status_code=422)
    assert not Event.objects.exists()


def test_the_maker_mends_a_name(travel: time_machine.Traveller, anna: User, signed_in: SignedIn) -> None:
    event, ants, bees = party(anna)
    change = reverse("events:change", args=[event.pk])
    plan = {"name": "", "text": "", "starts_at": "2026-11-21T13:00"}
    assertContains(signed_in(anna).get(change), "The Ants")
    answer = signed_in(anna).post(change, plan | {"home": "The Bees", "away": "The Bees"})
    assertContains(answer, "Give the teams different names.", status_code=422)
    assertContains(signed_in(anna).post(change, plan | {"home": "Emmets", "away": "The Bees"}, follow=True), "Emmets")
    ants.refresh_from_db()
    bees.refresh_from_db()
    assert (ants.name, bees.name) == ("Emmets", "The Bees")


def test_programs_enter_by_the_link(travel: time_machine.Traveller, anna: User) -> None:
    event, ants, bees = party()
    token = make_token(anna, "a program", ["challenges:write"], 30)
    assert token
    program = Caller(token[1])
    assert program.post(f"/events/{event.pk}/enter", {}).status_code == 403
    told = data_of(program.post(f"/events/{event.pk}/enter", {"link": bees.link_key}))
    assert told["teams"] == [
        {"team": 1, "name": "The Ants", "club": None},
        {"team": 2, "name": "The Bees", "club": None},
    ]
    (entry,) = data_of(program.get(f"/events/{event.pk}/entries"))["items"]
    assert (entry["team"], entry["club"]) == (2, None)
    assert ants.link_key not in program.get(f"/events/{event.pk}").content.decode()


def test_the_file_of_a_player_has_the_teams(travel: time_machine.Traveller, anna: User, bob: User) -> None:
    _event, ants, bees = party(anna)
    join(ants, bob)
    file = "".join(written_export(anna))
    assert all(word in file for word in ("The Ants", "The Bees", ants.link_key, bees.link_key))
    file = "".join(written_export(bob))
    assert "The Ants" in file
    assert bees.link_key not in file
