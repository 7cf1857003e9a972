"""The apps of others: the ways by which they get tokens, and where players return to from the consent page."""

from __future__ import annotations

import re
from urllib.parse import SplitResult, urlsplit

from allauth.idp.oidc.models import Client
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

GRANTS = (Client.GrantType.AUTHORIZATION_CODE, Client.GrantType.DEVICE_CODE, Client.GrantType.REFRESH_TOKEN)
LOOPBACK = {"127.0.0.1", "::1"}
OWN_SCHEME = re.compile(r"[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+")  # of an installed app: a domain, reversed (RFC 8252)


def check(address: str) -> None:
    """Raise ValidationError unless an app may have this address."""
    parts = _parts(address)
    is_safe = parts and not re.search(r"[\s*#\\]", address) and "@" not in parts.netloc
    if (
        not is_safe
        or not parts
        or not (
            (parts.scheme == "https" and parts.hostname)
            or (parts.scheme == "http" and parts.hostname in LOOPBACK)
            or OWN_SCHEME.fullmatch(parts.scheme)
        )
    ):
        raise ValidationError(
            _("%(address)s is neither https, nor http://127.0.0.1, nor of an app’s own scheme."),
            params={"address": address},
        )


def is_registered(address: str, client: Client) -> bool:
    """Return whether this is an address of the app, compared as text; only the port of a loopback address is free."""
    return any(address == one or _same_but_port(address, one) for one in client.get_redirect_uris())


def source_of(address: str) -> str:
    """Return the address as the source of a Content-Security-Policy."""
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}" if parts.scheme in ("http", "https") else f"{parts.scheme}:"


def _same_but_port(address: str, registered: str) -> bool:
    ours, theirs = _parts(registered), _parts(address)
    if not ours or not theirs or ours.scheme != "http" or ours.hostname not in LOOPBACK or "@" in theirs.netloc:
        return False
    return theirs.hostname == ours.hostname and theirs._replace(netloc="") == ours._replace(netloc="")


def _parts(address: str) -> SplitResult | None:
    try:
        parts = urlsplit(address)
        _port = parts.port
    except ValueError:
        return None
    return parts
