"""The log of security events: who signed in, failed to, or changed what decides who gets in.

Each event is one record of the logger `security` at INFO, with facts that a JSON log keeps apart. The facts are numbers
and words of ours, never what a visitor typed: a password typed into the field of the name must not reach a log.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from allauth.account.adapter import get_adapter
from django.http import HttpRequest
from django.utils.translation import gettext

from accounts.models import SecurityEvent, User
from core import clock
from core.clients import address_of, device_name, network_of

log = logging.getLogger("security")

KEPT = timedelta(days=90)  # for the owner's list
BATCH = 5000  # rows deleted in one pass
Kind = SecurityEvent.Kind


def write(event: str, request: HttpRequest | None = None, user: User | None = None, **facts: object) -> None:
    """Write a record with the client's address and the user's number."""
    entry: dict[str, object] = {"event": event, "user": user.pk if user else None}
    entry |= {"address": address_of(request) if request else None, **facts}
    entry = {name: value for name, value in entry.items() if value not in (None, "")}
    log.info("%s", " ".join(f"{name}={value}" for name, value in entry.items()), extra={"facts": entry})


def record(kind: Kind, user: User, request: HttpRequest | None = None, **facts: object) -> None:
    """Write a record, and add the event to the list that the account's owner sees."""
    write(kind.value, request, user, **facts)
    device = device_name(request.headers.get("User-Agent", "")) if request else ""
    network = network_of(request) if request else ""
    SecurityEvent.objects.create(user=user, kind=kind, device=device, network=network)


def warn_of_new_browser(user: User, request: HttpRequest) -> None:
    """Mail the owner of an account if neither the kind of browser nor the network is in the list of sign-ins.

    An account without an e-mail address, or without an earlier sign-in, gets no mail.
    """
    device, network = device_name(request.headers.get("User-Agent", "")), network_of(request)
    before = set(SecurityEvent.objects.filter(user=user, kind=Kind.SIGNED_IN).values_list("device", "network"))
    if before and device not in {one for one, _at in before} and network not in {at for _one, at in before}:
        facts = {"user": user, "device": device or gettext("An unknown browser"), "network": network}
        get_adapter(request).send_notification_mail("account/email/new_browser", user, facts)


def delete_old_events(now: datetime | None = None) -> int:
    """Delete events that are older than `KEPT`; return their number."""
    old = SecurityEvent.objects.filter(at__lt=(now or clock.now()) - KEPT).order_by("at")
    return SecurityEvent.objects.filter(pk__in=list(old.values_list("pk", flat=True)[:BATCH])).delete()[0]
