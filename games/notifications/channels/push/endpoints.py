"""SSRF guard: browsers name the push endpoint, so it must never lead into our own network."""

from __future__ import annotations

import socket
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

import requests
from requests.adapters import HTTPAdapter
from urllib3 import HTTPSConnectionPool
from urllib3.connection import HTTPSConnection

from games.notifications.errors import PermanentFailure
from games.notifications.models import LONGEST_ENDPOINT

INSIDE = (".localhost", ".local", ".internal", ".lan", ".home", ".intranet", ".arpa", ".onion")


def check_endpoint(endpoint: str) -> None:
    """Raise PermanentFailure unless this is an https URL of a public host by name, on the default port.

    The address behind the name is checked when something is sent: it may change.
    """
    try:
        parts = urlsplit(endpoint)
        odd = parts.port not in (None, 443) or parts.username is not None or parts.password is not None
    except ValueError:
        raise PermanentFailure("forbidden") from None
    host = (parts.hostname or "").rstrip(".")
    if parts.scheme != "https" or odd or len(endpoint) > LONGEST_ENDPOINT or not _is_public_name(host):
        raise PermanentFailure("forbidden")


def _is_public_name(host: str) -> bool:
    """Return whether this is a public host name: with a dot, a last label with letters, and no private suffix."""
    last = host.rpartition(".")[2]
    return "." in host and ":" not in host and last.isascii() and last[:1].isalpha() and not host.endswith(INSIDE)


def check_peer(address: str) -> None:
    """Raise PermanentFailure unless this IP address is public."""
    ip = ip_address(address.partition("%")[0])
    inner = getattr(ip, "ipv4_mapped", None) or ip
    if not inner.is_global or inner.is_multicast:
        raise PermanentFailure("forbidden", f"{address} is not public")


class _GuardedConnection(HTTPSConnection):
    """A connection that checks the address it has reached before it sends anything (against DNS rebinding)."""

    def _new_conn(self) -> socket.socket:
        reached = super()._new_conn()
        try:
            check_peer(reached.getpeername()[0])
        except PermanentFailure:
            reached.close()
            raise
        return reached


class _GuardedPool(HTTPSConnectionPool):
    ConnectionCls = _GuardedConnection


class _GuardedAdapter(HTTPAdapter):
    def init_poolmanager(self, *args: Any, **kwargs: Any) -> None:  # handed on to requests as they are
        super().init_poolmanager(*args, **kwargs)
        self.poolmanager.pool_classes_by_scheme = {"https": _GuardedPool}


def guarded_session() -> requests.Session:
    """Return a session for public https hosts only, without redirects and proxies."""
    session = requests.Session()
    session.trust_env = False
    session.max_redirects = 0
    session.adapters.clear()
    session.mount("https://", _GuardedAdapter())
    return session
