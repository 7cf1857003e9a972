"""An action tells those whom it concerns and no one else; done once more it is not refused, and changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

import pytest

from accounts.models import User
from core import clock
from games.catalogue import games
from games.classes import services as classes
from games.clubs import services as clubs
from games.clubs.models import Club, Member
from games.events import services as events
from games.events.models import Entry, Event
from games.lobby import services as lobby
from games.lobby import standing
from games.lobby.models import Offer, Standing
from games.matches.models import Match
from games.matches.play import services as matches
from games.matches.play.opening import start_match
from games.matches.time.control import USUAL_CORRESPONDENCE
from games.notifications.models import Notification
from games.notifications.services import tell_ends
from games.puzzles.models import Puzzle, Run
from games.puzzles.services import runs
from games.puzzles.services.solving import give_up
from games.ratings.services import count_matches
from games.rules import Seat
from games.social import services as social
from games.social.following import follow
from games.studies.services import keep
from tests.alike import one
from tests.site.test_safe_requests import everything

pytestmark = pytest.mark.django_db
Role = Member.Role


@dataclass
class Cast:
    """Anna, who leads what there is, bob and carl; finn is in nothing."""

    anna: User
    bob: User
    carl: User

    @property
    def club(self) -> Club:
        """A club that anna has founded; carl is its captain, and dora a member."""
        club = one(Club, entry=Club.Entry.REQUEST)
        one(Member, club=club, player=self.anna, role=Role.FOUNDER)
        one(Member, club=club, player=self.carl, role=Role.CAPTAIN)
        one(Member, club=club, player=User.objects.create_user("dora"), role=Role.MEMBER)
        return club

    def with_bob(self, role: str) -> Club:
        """Return the club, in which bob has this role."""
        club = self.club
        one(Member, club=club, player=self.bob, role=role)
        return club

    @property
    def match(self) -> Match:
        """A match of anna and bob; it is anna's turn, and one of carl and another player runs too."""
        one(Match, game_slug="digifeud", first=self.carl, ply=3)
        options = games()["digifeud"].options_type()
        return start_match(
            game_slug="digifeud",
            options=options,
            first=self.anna,
            second=self.bob,
            time_control=USUAL_CORRESPONDENCE,
            rated=True,
        )

    @property
    def offer(self) -> Offer:
        """Anna's challenge to bob."""
        options = games()["digifeud"].options_type()
        return lobby.make_offer(
            challenger=self.anna, game_slug="digifeud", options=options, kind=Offer.Kind.DIRECT, opponent=self.bob
        )

    def event(self, **more: object) -> Event:
        """Return a cup that anna and carl have entered."""
        event = one(Event, kind="swiss", game_slug="digifeud", starts_at=clock.now() + timedelta(9), **more)
        for player in (self.anna, self.carl):
            one(Entry, event=event, player=player)
        return event


Action = Callable[[], object]


def join(cast: Cast) -> Action:
    club = cast.club
    return lambda: clubs.join(club, cast.bob)


def admit(cast: Cast) -> Action:
    club = cast.with_bob(Role.ASKED)
    return lambda: clubs.admit(club, cast.anna, cast.bob)


def appoint(cast: Cast) -> Action:
    club = cast.with_bob(Role.MEMBER)
    return lambda: clubs.appoint(club, cast.anna, cast.bob, Role.CAPTAIN)


def set_back(cast: Cast) -> Action:
    club = cast.with_bob(Role.CAPTAIN)
    return lambda: clubs.appoint(club, cast.anna, cast.bob, Role.MEMBER)


def leave(cast: Cast) -> Action:
    club = cast.with_bob(Role.MEMBER)
    return lambda: clubs.leave(club, cast.bob)


def unban(cast: Cast) -> Action:
    club = cast.with_bob(Role.BANNED)
    return lambda: clubs.unban(club, cast.anna, cast.bob)


def challenge(cast: Cast) -> Action:
    return lambda: cast.offer


def decline(cast: Cast) -> Action:
    offer = cast.offer
    return lambda: lobby.decline_offer(offer.pk, cast.bob)


def withdraw(cast: Cast) -> Action:
    offer = cast.offer
    return lambda: lobby.withdraw_offer(offer.pk, cast.anna)


def accept(cast: Cast) -> Action:
    offer = cast.offer
    return lambda: lobby.accept_offer(offer.pk, cast.bob)


def stop_standing(cast: Cast) -> Action:
    row = one(Standing, first=cast.anna, second=cast.bob, game_slug="digifeud")
    return lambda: standing.stop(row.pk, cast.bob)


def resign(cast: Cast) -> Action:
    match = cast.match
    return lambda: matches.resign(match.pk, cast.anna)


def void(cast: Cast) -> Action:
    match = resigned(cast)
    return lambda: matches.void_match(match.pk)


def rematch(cast: Cast) -> Action:
    match = resigned(cast)
    return lambda: matches.offer_rematch(match.pk, cast.anna)


def resigned(cast: Cast) -> Match:
    """Return a match that anna has resigned after some moves."""
    over = {"ply": 12, "ending": Match.Ending.RESIGNED, "winner": Seat.SECOND, "finished_at": clock.now()}
    match = cast.match
    Match.objects.filter(pk=match.pk).update(**over)
    return matches.find_match(match.pk)


def end(cast: Cast) -> Action:
    match = resigned(cast)
    return lambda: tell_ends([match])


def rate(cast: Cast) -> Action:
    match = resigned(cast)
    return lambda: count_matches([match])


def enter(cast: Cast) -> Action:
    event = cast.event()
    return lambda: events.enter(event.pk, cast.bob)


def pause(cast: Cast) -> Action:
    event = cast.event(state=Event.State.RUNNING)
    return lambda: events.pause(event.pk, cast.anna)


def leave_cup(cast: Cast) -> Action:
    event = cast.event(state=Event.State.RUNNING)
    return lambda: events.withdraw(event.pk, cast.anna)


def leave_early(cast: Cast) -> Action:
    event = cast.event()
    return lambda: events.withdraw(event.pk, cast.anna, before_it_begins=True)


def follow_bob(cast: Cast) -> Action:
    return lambda: follow(cast.anna, cast.bob)


def say(cast: Cast) -> Action:
    match = cast.match
    return lambda: social.say(match, cast.anna, text="Hi", token="1")


def report(cast: Cast) -> Action:
    return lambda: social.report(cast.anna, cast.bob, reason="other", story="He shouts")


def keep_study(cast: Cast) -> Action:
    match = cast.match
    return lambda: keep(cast.anna, match, 1, ["pass"], "A pass")


def pause_class(cast: Cast) -> Action:
    school_class = classes.make(cast.anna, "5b", ["Emma"], clock.now().date() + timedelta(9))
    return lambda: classes.set_paused(school_class, paused=False)


def stop_run(cast: Cast) -> Action:
    run = one(Run, kind="streak", game_slug="digifeud", player=cast.anna)
    return lambda: runs.stop(run)


def give_up_puzzle(cast: Cast) -> Action:
    puzzle = one(Puzzle, game_slug="digifeud", state=Puzzle.State.WITHHELD)
    return lambda: give_up(puzzle, cast.anna)


TOLD: dict[Callable[[Cast], Action], str] = {
    join: "anna club-asked, carl club-asked",
    admit: "bob club-admitted",
    appoint: "bob club-appointed",
    set_back: "",
    leave: "",
    unban: "",
    challenge: "bob challenge",
    decline: "",
    withdraw: "",
    accept: "",
    stop_standing: "",
    resign: "",
    void: "",
    rematch: "",
    end: "bob over",
    rate: "",
    enter: "",
    pause: "",
    leave_cup: "",
    leave_early: "",
    follow_bob: "",
    say: "bob message",
    report: "",
    keep_study: "",
    pause_class: "",
    stop_run: "",
    give_up_puzzle: "",
}


@pytest.fixture
def cast(anna: User, bob: User, carl: User) -> Cast:
    return Cast(anna, bob, carl)


@pytest.mark.parametrize("make", TOLD, ids=lambda make: make.__name__)
def test_an_action(make: Callable[[Cast], Action], cast: Cast) -> None:
    action = make(cast)
    before = {*Notification.objects.values_list("pk", flat=True)}
    action()
    told = Notification.objects.exclude(pk__in=before).order_by("user__username", "event")
    assert ", ".join(f"{user} {event}" for user, event in told.values_list("user__username", "event")) == TOLD[make]
    once = everything()
    action()
    assert everything() == once
