"""A request's client: its address, the network the address is in, the kind of device, and the user's language."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Hashable, Mapping
from io import BytesIO
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any
from urllib.parse import parse_qs

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ImproperlyConfigured, PermissionDenied
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponseBase
from django.utils.translation import get_language_from_request, get_language_info

# Substrings of user agents, the first match wins: a browser also names those that come after it, for compatibility.
BROWSERS = {"Edg": "Edge", "OPR": "Opera", "SamsungBrowser": "Samsung Internet", "Firefox": "Firefox",
            "Chrome": "Chrome", "CriOS": "Chrome", "FxiOS": "Firefox", "Safari": "Safari"}  # fmt: skip
SYSTEMS = {"iPhone": "iPhone", "iPad": "iPad", "Android": "Android", "Windows": "Windows", "Mac OS": "Mac",
           "CrOS": "Chromebook", "Linux": "Linux"}  # fmt: skip
IPV4_KEPT, IPV6_KEPT = 24, 48  # bits of an address that are stored: enough to recognise a place, too few for a person
IPV6_SUBSCRIBER = 64  # bits: a household or school has at least this network (RFC 6177)
Scope = dict[str, Any]  # ASGI does not type what servers and middleware put into it
AsgiMessage = Mapping[str, Any]  # from or to the server, as ASGI says
Receive = Callable[[], Awaitable[AsgiMessage]]
Send = Callable[[AsgiMessage], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]


class Wrapper:
    """An ASGI application around another one."""

    def __init__(self, application: Application) -> None:
        self.application = application


def device_name(user_agent: str) -> str:
    """Return a name such as "Firefox, Android" for a user agent string; empty for unknown ones."""
    parts = (next((name for mark, name in marks.items() if mark in user_agent), "") for marks in (BROWSERS, SYSTEMS))
    return ", ".join(filter(None, parts))


def address_of(request: HttpRequest) -> str:
    """Return the client's address, as allauth finds it behind trusted proxies; empty if it is not known."""
    if "REMOTE_ADDR" not in request.META:
        return ""
    try:
        return str(parsed_address(get_adapter(request).get_client_ip(request)))
    except (PermissionDenied, ImproperlyConfigured, ValueError):
        return ""


def request_of(scope: Mapping[str, Any]) -> ASGIRequest:
    """Return the request of an ASGI scope, or that of a socket's handshake, as one of a visitor not signed in."""
    scheme = {"ws": "http", "wss": "https"}.get(scope.get("scheme", "ws"), scope.get("scheme"))
    request = ASGIRequest({"method": "GET", "query_string": b"", **scope, "scheme": scheme}, BytesIO())
    request.user = AnonymousUser()
    return request


def visitor_of(request: HttpRequest) -> Hashable:
    """Return whose a request is: an address, of IPv6 its network; None if unknown behind the trusted proxies."""
    return subscriber_of(address_of(request)) or None


def network_of(request: HttpRequest) -> str:
    """Return the network of the client's address, such as 192.0.2.0/24; empty if it is not known."""
    address = address_of(request)
    if not address:
        return ""
    bits = IPV4_KEPT if ip_address(address).version == 4 else IPV6_KEPT
    return str(ip_network(f"{address}/{bits}", strict=False))


def subscriber_of(address: str) -> str:
    """Return what one subscriber has of an address: all of IPv4, the network of IPv6; other text as it is.

    Whole addresses of IPv6 are not worth counting: each subscriber has 2**64 of them.
    """
    try:
        parsed = parsed_address(address)
    except ValueError:
        return address
    if isinstance(parsed, IPv4Address):
        return str(parsed)
    return str(ip_network((int(parsed), IPV6_SUBSCRIBER), strict=False))


def parsed_address(address: str) -> IPv4Address | IPv6Address:
    """Parse an address; raises ValueError. One of IPv4 that a dual-stack socket reports as IPv6 is one of IPv4."""
    parsed = ip_address(address)
    return parsed.ipv4_mapped or parsed if isinstance(parsed, IPv6Address) else parsed


def languages() -> list[tuple[str, str]]:
    """Return the code and the native name of each language of the site."""
    return [(code, get_language_info(code)["name_local"].capitalize()) for code, _ in settings.LANGUAGES]


def language_for(user: object) -> str:
    """Return the language for messages to a player: the setting, else that of the last page, else empty."""
    last = getattr(user, "last_language", "")
    return getattr(user, "chosen_language", "") or (last if last in dict(settings.LANGUAGES) else "")


def language_of(scope: Scope) -> str:
    """Return the language of the page behind a socket: named in the socket's address, else guessed from its headers."""
    query = bytes(scope.get("query_string", b"")).decode("latin-1")
    page = parse_qs(query).get("lang", [""])[0]
    if page in dict(settings.LANGUAGES):
        return page
    if language := getattr(scope.get("user"), "chosen_language", ""):
        return language
    request = HttpRequest()
    request.COOKIES = dict(scope.get("cookies", {}))
    accepted = dict(scope.get("headers", [])).get(b"accept-language", b"")
    if not accepted and settings.LANGUAGE_COOKIE_NAME not in request.COOKIES:
        return language_for(scope.get("user")) or settings.LANGUAGE_CODE
    request.META["HTTP_ACCEPT_LANGUAGE"] = accepted.decode("latin-1")
    return get_language_from_request(request)


def remember_language(response: HttpResponseBase, language: str) -> None:
    """Set the cookie that keeps the language after sign-out; an empty language deletes it."""
    if not language:
        response.delete_cookie(settings.LANGUAGE_COOKIE_NAME, path=settings.LANGUAGE_COOKIE_PATH)
        return
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=60 * 60 * 24 * 365,
        path=settings.LANGUAGE_COOKIE_PATH,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        samesite="Lax",
    )
