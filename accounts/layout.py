"""How the page of a match is laid out: by the account's settings, or as it was chosen for the viewer's device.

What is chosen for a device is in a cookie of its browser, as words with dots between them. So the server draws the page
with it, and nothing changes once it is shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from accounts.models import User

COOKIES = ("__Host-layout", "layout")  # static/js/device_settings.js sets the first with https, the second without
KEPT = timedelta(days=365)
SIZES = tuple(User.BoardSize.values)
RIGHT, LEFT = HANDS = ("right", "left")
LIVE, DAYS = PACES = ("live", "days")
FULL, ZEN, *_ = SCOPES = ("full", "zen", *(f"zen-{pace}" for pace in PACES))
TILES = tuple(User.Tiles.values)


@dataclass(frozen=True)
class Layout:
    """The size of the board, the hand that plays, whether a match shows only the board, and the colours of tiles."""

    size: str = SIZES[0]
    hand: str = RIGHT
    scope: str = FULL
    tiles: str = TILES[0]

    @property
    def is_small(self) -> bool:
        """Whether the board is smaller than the window allows."""
        return self.size != SIZES[0]

    @property
    def is_left_handed(self) -> bool:
        """Whether tiles and buttons are on the left."""
        return self.hand == LEFT

    @property
    def is_zen(self) -> bool:
        """Whether a match shows only the board and what plays on it."""
        return self.scope == ZEN

    @property
    def is_usual(self) -> bool:
        """Whether the match needs no styles of its own; those of tiles belong to all pages."""
        return not (self.is_small or self.is_left_handed or self.is_zen)


def layout_of(user: object, cookies: Mapping[str, str], pace: str = "") -> Layout:
    """Return the layout for this viewer on this device, in matches of this pace."""
    account = Layout()
    if isinstance(user, User):
        hand, scope = LEFT if user.left_handed else RIGHT, ZEN if user.zen else FULL
        account = Layout(user.board_size, hand, scope, user.tiles)
    words = _chosen(cookies)
    size, hand, scope, tiles = (
        next((word for word in known if word in words), usual)
        for known, usual in (
            (SIZES, account.size),
            (HANDS, account.hand),
            (SCOPES, account.scope),
            (TILES, account.tiles),
        )
    )
    if scope not in (FULL, ZEN):
        scope = ZEN if scope == f"{ZEN}-{pace}" else FULL
    return Layout(size, hand, scope, tiles)


def renew_cookie(request: HttpRequest, response: HttpResponse) -> None:
    """Keep what was chosen for this device for another year: some browsers forget a script's cookie after a week."""
    if words := _chosen(request.COOKIES):
        name = COOKIES[0] if settings.SECURE else COOKIES[1]
        response.set_cookie(name, ".".join(words), max_age=KEPT, secure=settings.SECURE, samesite="Lax")


def _chosen(cookies: Mapping[str, str]) -> list[str]:
    """Return the words of the cookie that are known."""
    words = next((cookies[name] for name in COOKIES if name in cookies), "").split(".")
    return [word for word in (*SIZES, *HANDS, *SCOPES, *TILES) if word in words]
