"""What is asked for once more is done once; what differs in anything that counts is another thing."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import pytest

from accounts.models import User
from accounts.names import name_key
from core import limits
from games.catalogue import games
from games.clubs.models import Club, Member
from games.jobs.models import Job
from games.jobs.services import enqueue
from games.lobby.models import Offer
from games.lobby.services import make_offer
from games.matches.models import Match
from games.matches.play.opening import start_match
from games.matches.time.control import USUAL_CORRESPONDENCE, TimeControl
from games.notifications.models import Notification
from games.notifications.services import notify
from games.social.models import Message, Report
from games.social.services import report, say
from games.studies.models import Study
from games.studies.services import keep

Facts = dict[str, object]
Maker = Callable[..., object]


def match_of(first: User, second: User) -> Match:
    options = games()["digifeud"].options_type()
    return start_match(
        game_slug="digifeud", options=options, first=first, second=second, time_control=USUAL_CORRESPONDENCE
    )


def check(make: Maker, count: Callable[[], int], facts: Facts, others: dict[str, Facts], without: str = "") -> None:
    """Make a thing twice, and then with each of the other facts; each parameter is in `others` or `without`."""
    assert set(inspect.signature(make).parameters) == {*others, *without.split()}
    for name, other in others.items():
        again = {**facts, "token": name} if "token" in facts else facts  # of this fact alone
        make(**again)
        once = count()
        make(**again)
        assert count() == once, name
        make(**{**again, **other})
        assert count() == once + 1, name


def test_challenges(anna: User, bob: User, carl: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.lobby.services.MOST_OFFERS", 99)
    monkeypatch.setattr("games.lobby.services.MOST_CHALLENGES", 99)
    digifeud, summy = (games()[slug].options_type for slug in ("digifeud", "summy"))
    first, *_more = digifeud.choices()
    answer = next(one for one in first.answers if one != first.default)
    clubs = [Club.objects.create(name=name, name_key=name_key(name)) for name in ("One", "Two")]
    for club in clubs:
        Member.objects.create(club=club, player=anna, role=Member.Role.MEMBER)
    to_club = {"kind": Offer.Kind.CLUB, "opponent": None}
    facts: Facts = {
        "challenger": anna, "game_slug": "digifeud", "options": digifeud(), "kind": Offer.Kind.DIRECT, "opponent": bob
    }  # fmt: skip
    others: dict[str, Facts] = {
        "challenger": {"challenger": carl},
        "game_slug": {"game_slug": "summy", "options": summy()},
        "options": {"options": digifeud.read({first.name: answer}).renewed()},
        "time_control": {"time_control": TimeControl.correspondence(days=7)},
        "starts": {"starts": Offer.Starts.CHALLENGER},
        "kind": {"kind": Offer.Kind.OPEN, "opponent": None},
        "opponent": {"opponent": carl},
        "rated": {"rated": True},
        "standing": {"standing": True},
        "club": {**to_club, "club": clubs[0]},
    }
    # An equal challenge becomes the one that is wanted; what a browser adds to the deal is not what is offered.
    check(make_offer, Offer.objects.count, facts, others, without="closes_at flexible mix")
    offer_to_club: dict[str, Any] = {**facts, **to_club, "club": clubs[1]}  # facts of many types
    make_offer(**offer_to_club)
    assert Offer.objects.filter(club__isnull=False).count() == 2


def test_studies(anna: User, bob: User) -> None:
    one, two = match_of(anna, bob), match_of(bob, anna)
    facts: Facts = {"owner": anna, "match": one, "begins": 1, "line": ["pass"], "name": "A pass"}
    others: dict[str, Facts] = {
        "owner": {"owner": bob}, "match": {"match": two}, "begins": {"begins": 2}, "line": {"line": ["pass", "pass"]}
    }  # fmt: skip
    check(keep, Study.objects.count, facts, others, without="name")


def test_messages(anna: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "admit_account", lambda *_of: True)
    one, two = match_of(anna, bob), match_of(bob, anna)
    facts: Facts = {"match": one, "author": anna, "text": "Hi", "token": "1"}
    others: dict[str, Facts] = {
        "match": {"match": two}, "author": {"author": bob}, "text": {"text": "Ho"},
        "phrase": {"text": "", "phrase": "luck"}, "token": {"token": "2"},
    }  # fmt: skip
    check(say, Message.objects.count, facts, others)


def test_reports(anna: User, bob: User, carl: User) -> None:
    one, two = match_of(anna, bob), match_of(bob, anna)
    lines = [say(one, bob, text=text) for text in ("Hi", "Ho")]
    facts: Facts = {"by": anna, "about": bob, "match": one, "reason": "other"}
    others: dict[str, Facts] = {
        "by": {"by": carl}, "about": {"about": carl}, "match": {"match": two}, "message": {"message": lines[0]},
        "subject": {"subject": "study:1"},
    }  # fmt: skip
    check(report, Report.objects.count, facts, others, without="reason story")
    report(anna, bob, match=one, message=lines[1], reason="other")
    assert Report.objects.filter(message__in=lines).count() == 2


def test_notifications(anna: User, bob: User) -> None:
    facts: Facts = {"user": anna, "event": "over", "key": "1"}
    others: dict[str, Facts] = {"user": {"user": bob}, "event": {"event": "test"}, "key": {"key": "2"}}
    check(notify, Notification.objects.count, facts, others, without="now facts")


def test_jobs(db: None) -> None:
    facts: Facts = {"kind": "history.scan", "key": "1"}
    others: dict[str, Facts] = {"kind": {"kind": "puzzles.check"}, "key": {"key": "2"}}
    check(enqueue, Job.objects.count, facts, others, without="due_at")
