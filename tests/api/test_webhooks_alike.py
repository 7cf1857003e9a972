"""Which endpoints and sendings each action means: those beside, which differ in a column that counts, stay."""

from __future__ import annotations

from datetime import timedelta

import pytest

from core import clock
from games.jobs.models import Job
from games.lobby.models import Offer
from games.webhooks import jobs, services
from games.webhooks.exports import webhooks_of
from games.webhooks.models import Endpoint, Sending
from tests.alike import finds, one, reaches, someone, touches

pytestmark = pytest.mark.django_db


def test_endpoints(monkeypatch: pytest.MonkeyPatch) -> None:
    endpoint, user = one(Endpoint), one(Endpoint).user
    reaches(endpoint, lambda row: services.drop_endpoint(endpoint.user, row.pk), "user")
    reaches(endpoint, lambda row: services.send_test(endpoint.user, row.pk), "disabled_at user")
    failing = one(Endpoint, failures=3)
    reaches(failing, lambda row: services.resume(failing.user, row.pk), "user")
    touches(endpoint, lambda row: services.endpoints_of(row.user), "user")
    touches(endpoint, lambda row: services.forget_all_of(row.user_id), "user")
    monkeypatch.setattr(services, "MOST", 1)
    finds(endpoint, lambda row: services.add_endpoint(row.user, "https://a.example", "", ["x"]) is None, "user")
    services.forget_listeners()
    assert user.pk in services.listeners()


def test_who_is_told_of_a_challenge() -> None:
    offer = one(Offer, game_slug="digifeud", kind=Offer.Kind.DIRECT, opponent=someone())
    endpoint = one(Endpoint, user=offer.opponent, events=["challenge.received"])
    job = one(Job, kind=services.EVENT, key=f"{endpoint.user_id} challenge.received {offer.pk}")

    def is_told(row: Endpoint) -> bool:
        services.queue_event(job)
        return Sending.objects.exists()

    finds(endpoint, is_told, "disabled_at user")
    type(endpoint.user).objects.filter(pk=endpoint.user_id).update(is_active=False)
    assert not is_told(endpoint)


def test_sendings() -> None:
    old = one(Sending, made_at=clock.now() - timedelta(days=500))
    touches(old, lambda row: services.delete_old(), "made_at")
    sending = one(Sending)

    def record(row: Sending) -> None:
        jobs._record(row.endpoint, row, "200", is_taken=True, now=clock.now())

    reaches(sending, record, "")
    assert webhooks_of(sending.endpoint.user)
