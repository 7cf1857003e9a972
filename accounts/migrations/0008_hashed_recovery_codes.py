"""Recovery codes are hashed one by one; until now they were derived from an encrypted seed."""

from __future__ import annotations

import hmac

from allauth.mfa.utils import decrypt
from cryptography.fernet import InvalidToken
from django.apps.registry import Apps
from django.contrib.auth.hashers import make_password
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

CODES, DIGITS = 10, 8


def derived(seed: str) -> list[str]:
    """Return the codes that allauth 65.21 derives from a seed."""
    digest = hmac.new(seed.encode("ascii"), digestmod="sha1")
    codes = []
    for number in range(CODES):
        digest.update(f"{number:3},".encode())
        codes.append(f"{int.from_bytes(digest.digest()[: DIGITS // 2], 'big') % 10**DIGITS:0{DIGITS}}")
    return codes


def hash_codes(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Replace each seed by the hashes of its unused codes; none where SECRET_KEY no longer opens the seed."""
    for row in apps.get_model("mfa", "Authenticator").objects.filter(type="recovery_codes").iterator():
        if "hashes" in row.data:
            continue
        used = row.data.get("used_mask", 0)
        try:
            codes = [code for number, code in enumerate(derived(decrypt(row.data["seed"]))) if not used >> number & 1]
        except (InvalidToken, KeyError):
            codes = []
        row.data = {"hashes": [make_password(code) for code in codes]}
        row.save(update_fields=["data"])


class Migration(migrations.Migration):
    dependencies = [("accounts", "0007_security_events"), ("mfa", "0003_authenticator_type_uniq")]
    operations = [migrations.RunPython(hash_codes, migrations.RunPython.noop)]
