"""The security of accounts: the log of what concerns it, second factors, and recovery codes.

Each event is one record of the logger `security` at INFO, with facts that a JSON log keeps apart. The facts are numbers
and words of ours, never what a visitor typed: a password typed into the field of the name must not reach a log.

Recovery codes are ten, each good once in place of a second factor; hashed like passwords, shown once. allauth derives
its codes from an encrypted seed, so that a leaked database and `SECRET_KEY` give all of them. Here the row that allauth
creates stays empty until its owner opens the page that shows the codes; its seed opens nothing.
"""

from __future__ import annotations

import logging
import re
import secrets
from datetime import datetime, timedelta

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.mfa import app_settings
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.contrib.auth.hashers import check_password, make_password
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext

from accounts.models import SecurityEvent, User
from core import clock
from core.clients import address_of, device_name, network_of

log = logging.getLogger("security")

EVENTS_KEPT = timedelta(days=90)  # for the owner's list
BATCH = 5000  # rows deleted in one pass
Kind = SecurityEvent.Kind
ASKED_FOR = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)  # recovery codes only stand in for these
HASHES = "hashes"  # the key of the row's data
SEPARATORS = re.compile(r"[\s-]+")  # as people copy codes


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
    """Delete events that are older than `EVENTS_KEPT`; return their number."""
    old = SecurityEvent.objects.filter(at__lt=(now or clock.now()) - EVENTS_KEPT).order_by("at")
    return SecurityEvent.objects.filter(pk__in=list(old.values_list("pk", flat=True)[:BATCH])).delete()[0]


def has_factor(user: User) -> bool:
    """Return whether this account asks for a second factor at sign-in."""
    return bool(Authenticator.objects.filter(user=user, type__in=ASKED_FOR).exists())


def has_one_key(user: User) -> bool:
    """Return whether one passkey is the only way into this account: no password, address or other site besides."""
    if user.has_usable_password() or EmailAddress.objects.filter(user=user).exists():
        return False
    passkeys = Authenticator.objects.filter(user=user, type=Authenticator.Type.WEBAUTHN).count()
    return bool(passkeys == 1 and not SocialAccount.objects.filter(user=user).exists())


def remove_factors(user: User) -> int:
    """Remove all factors of this account: their owner has lost them, or deletes the account. Return their number."""
    number: int = Authenticator.objects.filter(user=user).delete()[0]
    return number


def codes_row_of(user: User) -> Authenticator | None:
    """Return the row of this player's recovery codes."""
    return Authenticator.objects.filter(user=user, type=Authenticator.Type.RECOVERY_CODES).first()


def codes_left_of(user: User) -> int | None:
    """Return how many codes are left; None for an account that has none to use up."""
    row = codes_row_of(user)
    return len(row.data.get(HASHES, ())) if row else None


@transaction.atomic
def reveal_codes(row: Authenticator) -> list[str]:
    """Generate the codes of this row, store their hashes and return the codes; empty if that was done before."""
    row = Authenticator.objects.select_for_update().get(pk=row.pk)
    if HASHES in row.data:
        return []
    digits = app_settings.RECOVERY_CODE_DIGITS
    codes = [f"{secrets.randbelow(10**digits):0{digits}}" for _number in range(app_settings.RECOVERY_CODE_COUNT)]
    row.data = {HASHES: [make_password(code) for code in codes]}
    row.save(update_fields=["data"])
    return codes


@transaction.atomic
def use_up_code(row: Authenticator, code: str) -> bool:
    """Return whether this is one of the codes that are left, and remove it."""
    code = SEPARATORS.sub("", code)
    if not re.fullmatch(rf"[0-9]{{{app_settings.RECOVERY_CODE_DIGITS}}}", code):  # a code of the app costs no hashing
        return False
    row = Authenticator.objects.select_for_update().get(pk=row.pk)
    hashes = row.data.get(HASHES, [])
    code_hash = next((one for one in hashes if check_password(code, one)), None)
    if code_hash is None:
        return False
    row.data = {HASHES: [one for one in hashes if one != code_hash]}
    row.save(update_fields=["data"])
    return True
