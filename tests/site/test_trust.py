"""What the settings trust, by the operator's variables: nothing that a client can claim, unless they say so."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

HOME = Path(__file__).parent.parent.parent
READ = """
import json, os
os.environ["DJANGO_SETTINGS_MODULE"] = "numgames.settings"
from django.conf import settings
print(json.dumps({name: getattr(settings, name) for name in %s}))
"""
ALWAYS = {
    "SESSION_COOKIE_SAMESITE": "Lax",
    "CSRF_COOKIE_SAMESITE": "Lax",
    "LANGUAGE_COOKIE_SAMESITE": "Lax",
    "SESSION_COOKIE_HTTPONLY": True,
    "DEBUG": False,
    "SECURE_PROXY_SSL_HEADER": None,
}
HTTP = ALWAYS | {
    "SESSION_COOKIE_SECURE": False,
    "CSRF_COOKIE_SECURE": False,
    "LANGUAGE_COOKIE_SECURE": False,
    "SECURE_SSL_REDIRECT": False,
    "SECURE_HSTS_SECONDS": 0,
    "CSRF_TRUSTED_ORIGINS": [],
}
HTTPS = ALWAYS | {
    "SESSION_COOKIE_SECURE": True,
    "CSRF_COOKIE_SECURE": True,
    "LANGUAGE_COOKIE_SECURE": True,
    "SECURE_SSL_REDIRECT": True,
    "SECURE_HSTS_SECONDS": 31_536_000,
    "CSRF_TRUSTED_ORIGINS": ["https://numgames.example"],
}
SITE = {"SITE_URL": "https://numgames.example"}


@pytest.mark.parametrize(
    ("env", "expected"),
    [
        pytest.param({}, HTTP, id="http"),
        pytest.param(SITE, HTTPS, id="https"),
        pytest.param(
            SITE | {"BEHIND_PROXY": "1"},
            HTTPS | {"SECURE_PROXY_SSL_HEADER": ["HTTP_X_FORWARDED_PROTO", "https"]},
            id="https behind a proxy",
        ),
    ],
)
def test_only_what_the_operator_names_is_trusted(env: dict[str, str], expected: dict[str, object]) -> None:
    kept = {name: value for name, value in os.environ.items() if name not in ("SITE_URL", "BEHIND_PROXY", "DEBUG")}
    code = READ % [*expected]
    told = subprocess.run(
        [sys.executable, "-c", code], cwd=HOME, text=True, capture_output=True, check=True,
        env=kept | {"SECRET_KEY": "x"} | env,
    )  # fmt: skip
    assert json.loads(told.stdout) == expected
