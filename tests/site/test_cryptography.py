"""The inventory of cryptography in docs/security.md is complete: the code uses no algorithm that it does not name."""

from __future__ import annotations

import re
from pathlib import Path

from django.conf import settings

HOME = Path(__file__).parent.parent.parent
SOURCES = [path for folder in ("accounts", "core", "games", "numgames") for path in (HOME / folder).rglob("*.py")]
NAMED = re.compile(
    r"hashlib\.(?:file_digest\(\w+, \")?(\w+)|algorithm=\"(\w+)\"|digestmod=\"(\w+)\"|\b(Fernet|MultiFernet)\b"
)
INVENTORY = {"sha256", "Fernet", "MultiFernet", "ES256"}
FORMER = {"0008_hashed_recovery_codes.py": {"sha1"}}  # HMAC-SHA-1, as allauth derived codes: read once, and hashed


def test_the_code_uses_only_what_the_inventory_names() -> None:
    for path in SOURCES:
        used = {name for found in NAMED.findall(path.read_text()) for name in found if name}
        assert used <= INVENTORY | FORMER.get(path.name, set()), path
    inventory = next(
        line for line in (HOME / "docs/security.md").read_text().splitlines() if "| 11.1.1, 11.1.2 |" in line
    )
    for name in ("HMAC-SHA-256", "Fernet", "argon2id", "P-256", "ES256", "SHA-256"):
        assert name in inventory


def test_secrets_of_matches_and_codes_come_from_the_operating_system() -> None:
    assert "secrets.token_bytes" in (HOME / "games/matches/models.py").read_text()
    assert "secrets.randbelow" in (HOME / "accounts/security.py").read_text()


def test_keys_can_be_replaced() -> None:
    assert settings.SECRET_KEY_FALLBACKS == []
