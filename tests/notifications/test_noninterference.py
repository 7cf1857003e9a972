"""Mails and push messages tell nothing that their reader may not know."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core import mail
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.rules import Seat
from tests.matches.test_noninterference import in_another_world, running
from tests.notifications.conftest import PushService, notify_reminders, notify_turns, send_due


@pytest.mark.parametrize("by_push", [False, True])
def test_no_mail_or_push_message_depends_on_what_its_reader_does_not_know(
    anna: User, bob: User, annas_address: str, push_service: PushService, monkeypatch: pytest.MonkeyPatch, by_push: bool
) -> None:
    match, now = running(anna, bob, "digifeud"), timezone.now()
    if by_push:
        push_service.device(anna)

    def told() -> str:
        """Return all that tells anna of the turn, and that its time is running out; undo it."""
        mail.outbox.clear()
        push_service.heard.clear()
        before = transaction.savepoint()
        for time in (timedelta(minutes=1), timedelta(minutes=40), timedelta(days=2, hours=20), timedelta(days=2.9)):
            notify_turns(now + time)
            notify_reminders(now + time)
            send_due(now + time)
        transaction.savepoint_rollback(before)
        letters = [f"{letter.subject} {letter.body} {getattr(letter, 'alternatives', '')}" for letter in mail.outbox]
        return f"{letters} {push_service.heard}"

    first = told()
    assert first.count(f"/matches/{match.pk}/") >= 2
    in_another_world(match, Seat.FIRST, monkeypatch)
    assert told() == first
