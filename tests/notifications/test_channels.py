"""A channel is one class: the settings page, the routes and the jobs know the interface alone."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import UTC, datetime, time

import pytest
from django.test import Client
from pytest_django import Settings
from pytest_django.asserts import assertContains

from accounts.models import User
from games.jobs.hooks import Queue
from games.notifications.channels import Channel, Destination, channels, quiet_until
from games.notifications.delivery import deliver
from games.notifications.errors import DeliveryFailure, PermanentFailure
from games.notifications.models import Delivery, Preferences
from games.notifications.services import save_preferences, send_test
from tests.jobs.running import handled
from tests.notifications.conftest import begin, notify_turns, send_due


class PigeonChannel(Channel):
    """Carrier pigeons; bob has none."""

    name = "pigeon"
    label = "Pigeon"
    reasons = {"no-pigeon": "you keep no pigeons"}
    queue = Queue("pigeons")
    hungry = False
    flown: list[str] = []

    def destinations(self, players: Collection[int]) -> Mapping[int, Sequence[Destination]]:
        known = User.objects.filter(pk__in=players).exclude(username="bob")
        return {player.pk: [Destination(f"{player.username}'s loft")] for player in known}

    def send(self, deliveries: Sequence[Delivery], now: datetime) -> None:
        for delivery in deliveries:
            if not delivery.place:
                raise PermanentFailure("no-pigeon")
            if self.hungry:
                raise DeliveryFailure("busy")
            self.flown.append(f"{delivery.notification.event} to {delivery.place}")


@pytest.fixture
def pigeons(db: None, settings: Settings) -> Iterator[PigeonChannel]:
    """Yield the site as it is with one more line in its settings."""
    settings.NOTIFICATION_CHANNELS = [*settings.NOTIFICATION_CHANNELS, f"{__name__}.PigeonChannel"]
    channels.cache_clear()
    pigeon = channels()["pigeon"]
    assert isinstance(pigeon, PigeonChannel)
    pigeon.flown.clear()
    with handled(pigeon.job, deliver, queue=pigeon.queue):
        yield pigeon
    channels.cache_clear()


def test_a_new_channel_brings_turns(pigeons: PigeonChannel, anna: User, bob: User) -> None:
    begin(anna, bob)
    begin(bob, anna)
    notify_turns()
    save_preferences(anna, ["reminder-pigeon"], None, None)
    send_due()
    assert pigeons.flown == []
    send_due(Delivery.objects.get().due_at)
    assert pigeons.flown == ["turn to anna's loft"]


def test_a_new_channel_is_in_the_settings_and_can_be_turned_off(
    pigeons: PigeonChannel, anna: User, bob: User, signed_in: Callable[[User], Client]
) -> None:
    assertContains(signed_in(anna).get("/accounts/settings/"), "It is your turn: Pigeon")
    save_preferences(anna, ["turn-pigeon"], None, None)
    begin(anna, bob)
    notify_turns()
    assert not Delivery.objects.exists()


def test_its_failures_are_told_in_its_words_and_tried_again(
    pigeons: PigeonChannel, anna: User, bob: User, signed_in: Callable[[User], Client]
) -> None:
    pigeons.hungry = True
    for player in (anna, bob):
        send_test(player)
    send_due()
    assertContains(signed_in(bob).get("/notifications/"), "you keep no pigeons")
    waiting = Delivery.objects.get(user=anna, channel="pigeon")
    assert (waiting.status, waiting.reason) == ("queued", "busy")
    pigeons.hungry = False
    send_due(waiting.due_at)
    assert pigeons.flown == ["test to anna's loft"]


@pytest.mark.parametrize(
    ("zone", "moment"),
    [
        ("Europe/Amsterdam", datetime(2026, 11, 21, 23, 30, tzinfo=UTC)),
        ("Asia/Tokyo", datetime(2026, 11, 21, 16, tzinfo=UTC)),
        ("America/New_York", datetime(2026, 11, 22, 5, 30, tzinfo=UTC)),
    ],
)
def test_quiet_hours_may_begin_with_the_players_day(zone: str, moment: datetime) -> None:
    """Which is another day than that of UTC."""
    player, night = User(username="anna", time_zone=zone), Preferences(quiet_from=time(0), quiet_to=time(7))
    ends = quiet_until(player, night, moment)
    assert ends
    assert ends.astimezone(player.zone).time() == time(7)
    assert quiet_until(player, night, ends) is None
