"""Requests to addresses that strangers name, such as push services and webhooks, and a guard against SSRF.

Only https, by a public host name, to public addresses, which are checked before the connection is made to them (DNS
rebinding); without redirects and proxies, and for no longer than `LONGEST`, however slowly the other side answers.
"""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from ipaddress import IPv6Address, ip_address, ip_network
from threading import Lock, Timer
from typing import Any
from urllib.parse import urlsplit

import requests
from cachetools import TTLCache
from requests.adapters import HTTPAdapter
from urllib3 import HTTPSConnectionPool
from urllib3.connection import HTTPSConnection
from urllib3.exceptions import NameResolutionError, NewConnectionError

from core.limits import Bulkhead

INSIDE = (".localhost", ".local", ".internal", ".lan", ".home", ".intranet", ".arpa", ".onion")
QUICK = 2.0  # seconds in which a host answers that is not slow
MOST_HOSTS, REMEMBERED = 10_000, 3600.0  # quick hosts that a process knows, and for how many seconds
LONGEST = 20.0  # seconds from the connection to the end of the answer
# Networks of IPv6 whose addresses end with one of IPv4: NAT64, and the deprecated compatible ones
WITH_IPV4 = (ip_network("64:ff9b::/96"), ip_network("::/96"))


class Forbidden(Exception):
    """No request may be sent to this address."""


def check_url(url: str) -> None:
    """Raise Forbidden unless this is an https URL of a public host by name, on the default port.

    The addresses behind the name are checked when something is sent: they may change.
    """
    try:
        parts = urlsplit(url)
        odd = parts.port not in (None, 443) or parts.username is not None or parts.password is not None
    except ValueError:
        raise Forbidden("no address") from None
    host = (parts.hostname or "").rstrip(".")
    if parts.scheme != "https" or odd or not _is_public_name(host):
        raise Forbidden(f"{host or 'it'} is not public")


def _is_public_name(host: str) -> bool:
    """Return whether this is a public host name: with a dot, a last label with letters, and no private suffix."""
    last = host.rpartition(".")[2]
    return "." in host and ":" not in host and last.isascii() and last[:1].isalpha() and not host.endswith(INSIDE)


def check_peer(address: str) -> None:
    """Raise Forbidden unless this IP address is public, and so is one of IPv4 that it stands for."""
    ip = ip_address(address.partition("%")[0])
    addresses = [ip]
    if isinstance(ip, IPv6Address):
        tail = [ip_address(int(ip) & 0xFFFFFFFF)] if any(ip in network for network in WITH_IPV4) else []
        addresses += [one for one in (ip.sixtofour, *(ip.teredo or ())) if one] + tail
        addresses = [ip.ipv4_mapped] if ip.ipv4_mapped else addresses
    if not all(one.is_global and not one.is_multicast for one in addresses):
        raise Forbidden(f"{address} is not public")


class Places:
    """Places for requests to hosts that strangers name, which may hang (bulkheads).

    An account and a host have only some of them. Hosts that answered slowly, or have not answered yet, have half of
    them together, and one for each account: however many hang, the others are for those that were quick.
    """

    def __init__(self, name: str, *, at_once: int, of_account: int, to_host: int) -> None:
        """Name the bulkheads for the metrics."""
        self._accounts = Bulkhead(name, at_once=at_once, each=of_account)
        self._hosts = Bulkhead(f"{name}: hosts", at_once=at_once, each=to_host)
        self._slow = Bulkhead(f"{name}: slow", at_once=at_once // 2, each=1)
        self._quick: TTLCache[str, bool] = TTLCache(MOST_HOSTS, REMEMBERED)
        self._lock = Lock()

    @contextmanager
    def held(self, account: int, url: str) -> Iterator[None]:
        """Hold a place for a request of this account; raises Busy."""
        host = urlsplit(url).netloc
        with self._lock:
            is_quick = host in self._quick
        with (
            self._accounts.held({account}),
            self._hosts.held({host}),
            nullcontext() if is_quick else self._slow.held({account}),
        ):
            began = time.monotonic()
            try:
                yield
            finally:
                is_quick = time.monotonic() - began < QUICK
                with self._lock:
                    self._quick.pop(host, None)
                    if is_quick:
                        self._quick[host] = True


class _GuardedConnection(HTTPSConnection):
    """A connection to a checked address, which is cut off after `LONGEST`: time-outs are those of a single read."""

    _twin: socket.socket | None = None
    _limit: Timer | None = None

    def _new_conn(self) -> socket.socket:
        reached = self._reached()
        try:
            check_peer(reached.getpeername()[0])
        except BaseException:
            reached.close()
            raise
        self._twin = reached.dup()  # as TLS takes the socket itself over
        self._limit = Timer(LONGEST, _cut_off, [self._twin])
        self._limit.daemon = True
        self._limit.start()
        return reached

    def _reached(self) -> socket.socket:
        """Return a connection to the first address of the host that answers, if all of them are public."""
        host = self._dns_host
        try:
            rows = socket.getaddrinfo(host, self.port, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError) as fault:
            raise NameResolutionError(host, self, socket.gaierror(str(fault))) from None
        addresses = list(dict.fromkeys(str(row[4][0]) for row in rows))
        for address in addresses:
            check_peer(address)
        last = NewConnectionError(self, "no address")
        try:
            for address in addresses:
                self._dns_host = address  # to connect to; TLS and the `Host` header go by the name
                try:
                    return super()._new_conn()
                except NewConnectionError as failed:
                    last = failed
        finally:
            self._dns_host = host
        raise last

    def close(self) -> None:
        """Close the connection, and forget its limit."""
        super().close()
        if self._limit and self._twin:
            self._limit.cancel()
            self._twin.close()


def _cut_off(connection: socket.socket) -> None:
    with suppress(OSError):  # it has ended
        connection.shutdown(socket.SHUT_RDWR)


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
