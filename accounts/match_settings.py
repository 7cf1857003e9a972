"""Look of matches and confirmation of moves: the account's settings, or those for the viewer's device and the pace.

The settings of a device are in a cookie of its browser: words separated by dots, each a choice and a pace, such as
`small-live`. So the server renders the page with them, and no script changes it once it is shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import timedelta

from django.conf import settings
from django.db.models import TextChoices
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from accounts.models import User

COOKIES = ("__Host-match", "match")  # static/js/device_settings.js sets the first with https, the second without
KEPT = timedelta(days=365)  # the life of the cookie
LIVE, DAYS = PACES = ("live", "days")


class Hand(TextChoices):
    """The hand that plays."""

    RIGHT = "right", _("For the right hand")
    LEFT = "left", _("For the left hand")


class Extent(TextChoices):
    """What the page of a match shows."""

    FULL = "full", _("Everything")
    ZEN = "zen", _("Only the board (zen)")


@dataclass(frozen=True)
class MatchSettings:
    """The settings of one viewer for matches of one pace."""

    confirm: str = User.Confirm.NEVER
    size: str = User.BoardSize.LARGE
    hand: str = Hand.RIGHT
    extent: str = Extent.FULL
    tiles: str = User.Tiles.CLASSIC

    @property
    def is_small(self) -> bool:
        """Whether the board is smaller than the window allows."""
        return self.size != User.BoardSize.LARGE

    @property
    def is_left_handed(self) -> bool:
        """Whether tiles and buttons are on the left."""
        return self.hand == Hand.LEFT

    @property
    def is_zen(self) -> bool:
        """Whether a match shows only the board and what plays on it."""
        return self.extent == Extent.ZEN

    @property
    def is_usual(self) -> bool:
        """Whether the match needs no styles of its own; those of tiles belong to all pages."""
        return not (self.is_small or self.is_left_handed or self.is_zen)


# The settings that a device can have of its own, with their labels; all choices differ.
CHOICES: dict[str, tuple[object, type[TextChoices]]] = {
    "confirm": (_("When I play a move"), User.Confirm),
    "size": (_("Board size"), User.BoardSize),
    "hand": (_("Tiles and buttons"), Hand),
    "extent": (_("A match shows"), Extent),
    "tiles": (_("Look of board and tiles"), User.Tiles),
}


def settings_of(user: object, cookies: Mapping[str, str], *paces: str) -> MatchSettings:
    """Return the settings of this viewer on this device for these paces; without any, for all of them alike."""
    account = MatchSettings()
    if isinstance(user, User):
        hand, extent = Hand.LEFT if user.left_handed else Hand.RIGHT, Extent.ZEN if user.zen else Extent.FULL
        account = MatchSettings(user.confirm, user.board_size, hand, extent, user.tiles)
    words = _chosen(cookies)
    if not words:
        return account
    changes = {
        name: word
        for name, (_label, choices) in CHOICES.items()
        for word in choices.values
        if all(f"{word}-{pace}" in words for pace in paces or PACES)
    }
    return replace(account, **changes)


def renew_cookie(request: HttpRequest, response: HttpResponse) -> None:
    """Keep what was chosen for this device for another year: some browsers forget a script's cookie after a week."""
    if words := _chosen(request.COOKIES):
        name = COOKIES[0] if settings.SECURE else COOKIES[1]
        response.set_cookie(name, ".".join(words), max_age=KEPT, secure=settings.SECURE, samesite="Lax")


def _chosen(cookies: Mapping[str, str]) -> list[str]:
    """Return the words of the cookie that are known."""
    cookie = next((cookies[name] for name in COOKIES if name in cookies), "")
    if not cookie:
        return []
    words = cookie.split(".")
    options = (f"{word}-{pace}" for _label, choices in CHOICES.values() for word in choices.values for pace in PACES)
    return [word for word in options if word in words]
