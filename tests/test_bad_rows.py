"""One bad row never stops the others: a story for every sweep of the scheduler."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.db.models import Model
from django.db.models.signals import post_init
from django.test import Client
from django.utils import timezone

from accounts import services
from accounts.hooks import account_deletion
from accounts.models import User
from accounts.online import presence
from accounts.services import delete_stale_guests, make_guest
from games.fairness.models import DrawCount
from games.fairness.services import count_waiting, enqueue_counts
from games.history.models import Record
from games.history.services import enqueue_scans
from games.jobs.models import Job
from games.lobby import pairing
from games.lobby.models import Offer
from games.lobby.pairing import pair_waiting, play_correspondence
from games.lobby.services import close_stale_offers
from games.matches.models import Match
from games.matches.play.services import find_match, resign, void_match
from games.notifications.models import Delivery, Notification, Preferences
from games.puzzles.jobs import SEARCHES
from games.puzzles.models import Source
from games.puzzles.services.stock import SEARCH, enqueue_searches
from tests.bad_rows import Spoil, bad_matches, every_spoil, lose_game, lose_moves
from tests.hooks import emptied
from tests.jobs.running import run_due, run_jobs
from tests.lobby.conftest import link_by, offer_by
from tests.matches.conftest import match as match
from tests.matches.conftest import play_on
from tests.moves import given_up
from tests.notifications.conftest import look_again, notify_reminders, notify_turns

pytestmark = pytest.mark.sql

SignedIn = Callable[[User], Client]


@contextmanager
def failing(model: type[Model], bad: Match) -> Iterator[None]:
    """Make every new row of this model that belongs to the bad match fail."""

    def fail(instance: Model, **more: object) -> None:
        if getattr(instance, "match_id", None) == bad.pk:
            raise ValueError("seed and tiles")

    post_init.connect(fail, sender=model)
    yield
    post_init.disconnect(fail, sender=model)


def logged(caplog: pytest.LogCaptureFixture, key: object) -> int:
    assert "seed and tiles" not in caplog.text
    return sum(f"failed at row {key}:" in line for line in caplog.messages)


def test_turn_notices(match: Match, anna: User, carl: User, caplog: pytest.LogCaptureFixture) -> None:
    """Carl's preferences are garbage; all others are told."""
    (bad,), (fine,) = bad_matches(1, carl, anna), bad_matches(1, anna, carl, option_data={})
    Preferences.objects.create(user=carl, off=5)
    assert notify_turns() + notify_turns() == 2
    look_again()
    assert notify_turns() == 0
    told = set(Notification.objects.filter(event="turn").values_list("match", flat=True))
    assert told == {match.pk, fine.pk}
    assert logged(caplog, bad.pk) == 1


def test_reminders(anna: User, carl: User, caplog: pytest.LogCaptureFixture) -> None:
    (bad,), (fine,) = bad_matches(1, carl, anna), bad_matches(1, anna, carl, option_data={})
    Preferences.objects.create(user=carl, off=5)
    Match.objects.update(deadline_at=timezone.now() + timedelta(hours=1))
    look_again()
    assert notify_reminders() + notify_reminders() == 1
    assert {one.match_id for one in Notification.objects.all()} == {fine.pk}
    assert logged(caplog, bad.pk) == 1


def test_the_end_of_a_match(match: Match, anna: User, bob: User, caplog: pytest.LogCaptureFixture) -> None:
    """Anna's preferences are garbage; bob gets his notification."""
    Preferences.objects.create(user=anna, off=5)
    Preferences.objects.create(user=bob, off=[])
    void_match(match.pk)
    for hours in range(2):
        run_jobs(timezone.now() + timedelta(hours=hours))
    assert list(Notification.objects.filter(event="over").values_list("user", flat=True)) == [bob.pk]
    assert Delivery.objects.count() == 0
    assert Job.objects.get(kind="notifications.match_ended").tries == 2
    assert logged(caplog, match.pk) == 1


@every_spoil
def test_the_history(match: Match, anna: User, bob: User, carl: User, spoil: Spoil) -> None:
    """The scan of a match that cannot be replayed finds no records, and is done."""
    play_on(match, 2)
    bad, worse = bad_matches(2, anna, carl, option_data={})
    Match.objects.update(deadline_at=timezone.now() + timedelta(days=1))
    for one, loser in ((match, bob), (bad, carl), (worse, carl)):
        given_up(one, loser)
    spoil(find_match(bad.pk))
    Job.objects.all().delete()
    for one in (worse, bad, match):
        enqueue_scans([one.pk])
    with failing(Record, worse):
        Match.objects.filter(pk=worse.pk).update(first_points=9, finished_at=match.started_at)
        run_jobs()
    assert [job.key for job in Job.objects.all()] == [worse.pk]


def test_pairing_behind_bad_offers(
    anna: User, bob: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(pairing, "MOST_TRIED", 3)
    strangers = [User.objects.create_user(f"stranger{number}") for number in range(4)]
    bad = [offer_by(stranger) for stranger in strangers]
    Offer.objects.update(option_data={"directions": "seven"})
    for player in (anna, bob):
        offer_by(player)
    for player in (*strangers, anna, bob):
        presence.touch(player)
    for _pass in range(3):
        pair_waiting()
    assert {player.username for one in Match.objects.all() for player in (one.first, one.second)} == {"anna", "bob"}
    assert [logged(caplog, offer.pk) for offer in bad] == [1] * 4


def test_the_lobby_with_a_bad_offer(anna: User, bob: User, carl: User, signed_in: SignedIn) -> None:
    """It is on no page, no match starts from it, and the scheduler withdraws it."""
    bad, link = offer_by(bob), link_by(bob)
    Offer.objects.update(option_data={"directions": "seven"})
    for browser in (signed_in(anna), signed_in(bob), Client()):
        page = browser.get("/lobby/")
        assert page.status_code == 200
        assert bad.pk not in page.content.decode()
    assert signed_in(anna).get(f"/lobby/c/{link.pk}/").status_code in (404, 410)
    assert signed_in(anna).post(f"/lobby/{bad.pk}/accept/").status_code == 409
    presence.touch(bob)
    assert isinstance(play_correspondence(anna), Offer)
    assert close_stale_offers() == 2
    assert list(Offer.objects.filter(status=Offer.Status.OPEN).values_list("challenger", flat=True)) == [anna.pk]


def test_guests_who_cannot_be_forgotten(
    anna: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(services, "BATCH", 1)
    bad, fine = make_guest(), make_guest()
    for guest in (bad, fine):
        resign(bad_matches(1, guest, anna, option_data={})[0].pk, guest)
    User.objects.filter(is_guest=True).update(date_joined=timezone.now() - timedelta(days=99))

    def fail(player: User) -> None:
        if player.pk == bad.pk:
            raise ValueError("seed and tiles")

    with emptied(account_deletion, fail):
        assert delete_stale_guests(timezone.now()) + delete_stale_guests(timezone.now()) == 1
    fine.refresh_from_db()
    assert fine.deleted_at
    assert logged(caplog, bad.pk) == 1


@pytest.mark.parametrize("spoil", [lose_moves, lose_game])
def test_puzzles(match: Match, anna: User, carl: User, spoil: Spoil) -> None:
    """Each source is searched once; the search of one that cannot be replayed is done."""
    (bad,) = bad_matches(1, anna, carl, option_data={})
    bad = spoil(bad)
    Match.objects.filter(pk=bad.pk).update(ply=1)
    play_on(match, 1)
    for one in (bad, match):
        Match.objects.filter(pk=one.pk).update(finished_at=timezone.now(), ending="resigned", winner=1)
        Source.objects.create(match=one, game_slug=find_match(one.pk).game_slug)
    enqueue_searches(Source.objects.all())
    assert run_due(SEARCHES) == 2
    assert not Job.objects.filter(kind=SEARCH).exists()
    assert not Source.objects.filter(searched_at=None).exists()


def test_draws(anna: User, bob: User, caplog: pytest.LogCaptureFixture) -> None:
    """A match with garbage instead of options, and a healthy one."""
    bad, fine = bad_matches(2, anna, bob, option_data={})
    Match.objects.update(finished_at=timezone.now(), ending="resigned", winner=1)
    Match.objects.filter(pk=bad.pk).update(option_data=["seven"])
    enqueue_counts([bad.pk, fine.pk])
    assert count_waiting() == 2
    assert {row.matches for row in DrawCount.objects.all()} == {1}
    assert logged(caplog, bad.pk) == 1
