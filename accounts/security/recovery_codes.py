"""Recovery codes: ten, each good once in place of a second factor; hashed like passwords, shown once.

allauth derives its codes from an encrypted seed, so that a leaked database and `SECRET_KEY` give all of them. Here the
row that allauth creates stays empty until its owner opens the page that shows the codes; its seed opens nothing.
"""

from __future__ import annotations

import re
import secrets

from allauth.mfa import app_settings
from allauth.mfa.models import Authenticator
from django.contrib.auth.hashers import check_password, make_password
from django.db import transaction

from accounts.models import User

HASHES = "hashes"  # the key of the row's data
SEPARATORS = re.compile(r"[\s-]+")  # as people copy codes


def row_of(user: User) -> Authenticator | None:
    """Return the row of this player's recovery codes."""
    return Authenticator.objects.filter(user=user, type=Authenticator.Type.RECOVERY_CODES).first()


def left_of(user: User) -> int | None:
    """Return how many codes are left; None for an account that has none to use up."""
    row = row_of(user)
    return len(row.data.get(HASHES, ())) if row else None


@transaction.atomic
def reveal(row: Authenticator) -> list[str]:
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
def use_up(row: Authenticator, code: str) -> bool:
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
