"""Personal access tokens: a program has one in place of a session, with the rights that its owner chose.

A token is `ng_`, 43 letters and digits of 256 random bits, and a checksum of six, so that scanners for secrets find it
without asking the site. It is stored as its SHA-256: a slow hash protects passwords, which can be guessed; a random
value of this length cannot, and each request would have to compute that hash.
"""

from __future__ import annotations

import hashlib
import secrets
import string
import zlib
from datetime import datetime, timedelta

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import AccessToken, User
from core import clock
from core.prepared import PreparedRows

PROFILE, PLAY, BOT, CHALLENGES, PUZZLES, CHAT = (
    "profile:read",
    "matches:play",
    "bot:play",
    "challenges:write",
    "puzzles:play",
    "chat:write",
)
SCOPES: dict[str, str | Promise] = {
    PROFILE: _("See your own profile, your turns and your matches"),
    PLAY: _("Play your matches with another program that only shows and sends moves; never with help from a computer"),
    BOT: _("Play the matches of a bot account"),
    CHALLENGES: _("Send, accept and withdraw challenges"),
    PUZZLES: _("Solve puzzles"),
    CHAT: _("Read and write the chat of your matches"),
}
DAYS = (7, 30, 90, 365)  # for which a token may be valid
MOST = 20  # tokens of an account
PREFIX, RANDOM, CHECKSUM = "ng_", 43, 6  # 62**43 > 2**256, 62**6 > 2**32
DIGITS = string.digits + string.ascii_uppercase + string.ascii_lowercase
USE_NOTED = timedelta(minutes=1)  # between two writes of the last use
_by_digest = PreparedRows(lambda digest: AccessToken.objects.select_related("user").filter(digest=digest), str)


def make_token(user: User, name: str, scopes: list[str], days: int) -> tuple[AccessToken, str] | None:
    """Store a new token; return it with its secret, which is not stored. None where the user has as many as one may."""
    if AccessToken.objects.filter(user=user, expires_at__gt=clock.now()).count() >= MOST:
        return None
    random = _base62(secrets.randbits(256), RANDOM)
    secret = f"{PREFIX}{random}{_checksum(random)}"
    token = AccessToken.objects.create(
        user=user,
        name=name,
        digest=_digest(secret),
        scopes=" ".join(scope for scope in SCOPES if scope in scopes),
        expires_at=clock.now() + timedelta(days=days),
    )
    return token, secret


def read_token(authorization: str, at: datetime) -> AccessToken | None:
    """Return the valid token of an Authorization header with its user, and note its use; None if there is none.

    A text that is no token costs no query.
    """
    kind, _space, secret = authorization.partition(" ")
    secret = secret.strip()
    if kind.lower() != "bearer" or not _is_whole(secret):
        return None
    token = _by_digest.first(_digest(secret))
    if token is None or token.expires_at <= at or not token.user.is_active:
        return None
    if token.used_at is None or token.used_at <= at - USE_NOTED:
        AccessToken.objects.filter(pk=token.pk).update(used_at=at)
        token.used_at = at
    return token


def end_all(user_id: int) -> None:
    """End all tokens of this user, whose sessions end as well: who has stolen one could have made a token with it."""
    AccessToken.objects.filter(user=user_id).delete()


def delete_expired(now: datetime) -> int:
    """Delete the tokens that have expired; return their number."""
    return AccessToken.objects.filter(expires_at__lte=now).delete()[0]


def _is_whole(secret: str) -> bool:
    random = secret[len(PREFIX) : -CHECKSUM]
    return secret.startswith(PREFIX) and len(random) == RANDOM and secret[-CHECKSUM:] == _checksum(random)


def _checksum(random: str) -> str:
    return _base62(zlib.crc32(random.encode()), CHECKSUM)


def _base62(number: int, width: int) -> str:
    return "".join(DIGITS[number // 62**place % 62] for place in reversed(range(width)))


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
