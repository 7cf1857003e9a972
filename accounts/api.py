"""The API's tokens, and what it says of players: the base of every app's `api.py`."""

from __future__ import annotations

from datetime import datetime

from django.http import HttpRequest
from ninja import Router, Schema
from ninja.security import HttpBearer

from accounts.models import AccessToken, User
from accounts.player import player_at
from accounts.security import PROFILE, check_scopes, read_token
from core import clock
from core.api import limit
from core.problems import Problem

router = Router(tags=["players"])


class AccessTokens(HttpBearer):
    """The check of a request's token: one that is there must be valid; one is needed where a scope is.

    Each checked request counts for the limit of its token, or of its address without one.
    """

    def __init__(self, *scopes: str, limits: tuple[str, ...] = ("api",)) -> None:
        """Require one of these scopes; without any, the address is open to all."""
        super().__init__()
        self.scopes, self.limits = scopes, limits
        self.openapi_security_schema["bearerFormat"] = "ng_…"

    def __call__(self, request: HttpRequest) -> AccessToken | bool | None:
        """Return the token, or True for a visitor; None is answered with 401."""
        authorization = request.headers.get("Authorization", "")
        token = self.authenticate(request, authorization) if authorization else None
        if token is None and (self.scopes or authorization):
            return None
        if token and self.scopes:
            check_scopes(token, *self.scopes)
        limit(request, *(name if token else f"{name}_visitor" for name in self.limits))
        return token or True

    def authenticate(self, request: HttpRequest, token: str) -> AccessToken | None:
        """Return the valid token of this header; the request is then one of its user."""
        access = read_token(token, clock.now())
        if access:
            # `core.limits` reads the key
            request.user, request.token_key = access.user, access.pk  # type: ignore[attr-defined]
        return access


EVERYONE = AccessTokens()
UNLIMITED: tuple[str, ...] = ()


def user_of(request: HttpRequest) -> User:
    """Return the owner of the request's token, at an address that needs one."""
    if not isinstance(request.user, User):
        raise Problem(401)
    return request.user


def viewer_of(request: HttpRequest, *scopes: str) -> User | None:
    """Return the owner of the request's token if it has one of these scopes; None for all others, who are visitors."""
    token = getattr(request, "auth", None)
    return token.user if isinstance(token, AccessToken) and token.allows(*scopes) else None


class PlayerData(Schema):
    """A player: an account, a guest or a computer player."""

    name: str
    is_guest: bool
    is_computer: bool
    joined: datetime


class MeData(PlayerData):
    """The owner of the token, and what the token may do."""

    scopes: list[str]
    token_expires: datetime


def player_data(user: User) -> dict[str, object]:
    """Return what everyone may know of an account."""
    return {
        "name": user.file_name,
        "is_guest": user.is_guest,
        "is_computer": user.is_computer,
        "joined": user.date_joined,
    }


@router.get("/players/{name}", response=PlayerData, auth=EVERYONE, summary="A player")
def player(request: HttpRequest, name: str) -> dict[str, object]:
    """Return a player. Upper and lower case, and characters that look alike, do not matter in the name."""
    return player_data(player_at(name))


@router.get("/me", response=MeData, auth=AccessTokens(PROFILE), summary="The token's owner", tags=["me"])
def me(request: HttpRequest) -> dict[str, object]:
    """Return the owner of the token and what it may do."""
    token: AccessToken = request.auth  # type: ignore[attr-defined]  # set by ninja
    return {**player_data(token.user), "scopes": token.scope_names, "token_expires": token.expires_at}
