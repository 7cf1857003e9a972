"""Deliveries that waited in the outbox of former versions are jobs."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.jobs.models import Job
from games.matches.models import Match
from games.notifications.models import Delivery
from games.notifications.services import send_test
from tests.migrating import migrate, migrate_to_newest
from tests.notifications.conftest import PushService, send_due


@pytest.mark.slow
@pytest.mark.usefixtures("newest_tables_after")
@pytest.mark.django_db(transaction=True)
def test_what_waits_is_sent(match: Match, anna: User, annas_address: str, push_service: PushService) -> None:
    for number in range(3):
        push_service.device(anna, number)
    send_test(anna)
    Job.objects.all().delete()
    keys = list(Delivery.objects.order_by("pk").values_list("pk", flat=True))
    later = timezone.now() + timedelta(hours=1)
    rows = migrate([("notifications", "0004_remove_routed")]).get_model("notifications", "Delivery").objects
    rows.filter(pk=keys[0]).update(status="sent")
    rows.filter(pk=keys[1]).update(status="sending", claim="of a process that is gone", due_at=later)
    rows.filter(pk=keys[3]).update(due_at=later)
    migrate_to_newest()
    assert Job.objects.filter(kind__startswith="notifications.").count() == 3
    assert send_due() == 1
    assert send_due(later) == 2
    assert set(Delivery.objects.values_list("status", flat=True)) == {"sent"}
    assert len(push_service.heard) == 2
