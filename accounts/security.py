"""The security of accounts: the log of what concerns it, second factors, recovery codes, and access tokens.

Each event is one record of the logger `security` at INFO, with facts that a JSON log keeps apart. The facts are numbers
and words of ours, never what a visitor typed: a password typed into the field of the name must not reach a log.

Recovery codes are ten, each good once in place of a second factor; hashed like passwords, shown once. allauth derives
its codes from an encrypted seed, so that a leaked database and `SECRET_KEY` give all of them. Here the row that allauth
creates stays empty until its owner opens the page that shows the codes; its seed opens nothing.

With an access token a program acts for its owner, who chose its rights. It is `ng_`, 43 letters and digits of 256
random bits, and a checksum of six, so that scanners for secrets find it without asking the site. It is stored as its
SHA-256: a slow hash protects passwords, which can be guessed; a random value of this length cannot, and each request
would have to compute that hash.
"""

from __future__ import annotations

import hashlib
import logging
import re
import secrets
import string
import zlib
from dataclasses import dataclass
from datetime import datetime, timedelta
from threading import Lock

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.idp.oidc.models import Token
from allauth.mfa import app_settings
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from cachetools import TTLCache
from django.contrib.auth.hashers import check_password, make_password
from django.db import transaction
from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import AccessToken, AppUse, SecurityEvent, User
from core import clock
from core.clients import address_of, device_name, network_of
from core.prepared import PreparedRows
from core.problems import Problem

log = logging.getLogger("security")

EVENTS_KEPT = timedelta(days=90)  # for the owner's list
BATCH = 5000  # rows deleted in one pass
Kind = SecurityEvent.Kind
ASKED_FOR = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)  # recovery codes only stand in for these
HASHES = "hashes"  # the key of the row's data
SEPARATORS = re.compile(r"[\s-]+")  # as people copy codes


def write(event: str, request: HttpRequest | None = None, user: User | None = None, **facts: object) -> None:
    """Write a record with the client's address and the user's number."""
    entry: dict[str, object] = {"event": event, "user": user.pk if user else None}
    entry |= {"address": address_of(request) if request else None, **facts}
    entry = {name: value for name, value in entry.items() if value not in (None, "")}
    log.info("%s", " ".join(f"{name}={value}" for name, value in entry.items()), extra={"facts": entry})


def record(kind: Kind, user: User, request: HttpRequest | None = None, **facts: object) -> None:
    """Write a record, and add the event to the list that the account's owner sees."""
    write(kind.value, request, user, **facts)
    device = device_name(request.headers.get("User-Agent", "")) if request else ""
    network = network_of(request) if request else ""
    SecurityEvent.objects.create(user=user, kind=kind, device=device, network=network)


def warn_of_new_browser(user: User, request: HttpRequest) -> None:
    """Mail the owner of an account if neither the kind of browser nor the network is in the list of sign-ins.

    An account without an e-mail address, or without an earlier sign-in, gets no mail.
    """
    device, network = device_name(request.headers.get("User-Agent", "")), network_of(request)
    before = set(SecurityEvent.objects.filter(user=user, kind=Kind.SIGNED_IN).values_list("device", "network"))
    if before and device not in {one for one, _at in before} and network not in {at for _one, at in before}:
        facts = {"user": user, "device": device or gettext("An unknown browser"), "network": network}
        get_adapter(request).send_notification_mail("account/email/new_browser", user, facts)


def delete_old_events(now: datetime | None = None) -> int:
    """Delete events that are older than `EVENTS_KEPT`; return their number."""
    old = SecurityEvent.objects.filter(at__lt=(now or clock.now()) - EVENTS_KEPT).order_by("at")
    return SecurityEvent.objects.filter(pk__in=list(old.values_list("pk", flat=True)[:BATCH])).delete()[0]


def has_factor(user: User) -> bool:
    """Return whether this account asks for a second factor at sign-in."""
    return bool(Authenticator.objects.filter(user=user, type__in=ASKED_FOR).exists())


def has_one_key(user: User) -> bool:
    """Return whether one passkey is the only way into this account: no password, address or other site besides."""
    if user.has_usable_password() or EmailAddress.objects.filter(user=user).exists():
        return False
    passkeys = Authenticator.objects.filter(user=user, type=Authenticator.Type.WEBAUTHN).count()
    return bool(passkeys == 1 and not SocialAccount.objects.filter(user=user).exists())


def remove_factors(user: User) -> int:
    """Remove all factors of this account: their owner has lost them, or deletes the account. Return their number."""
    number: int = Authenticator.objects.filter(user=user).delete()[0]
    return number


def codes_row_of(user: User) -> Authenticator | None:
    """Return the row of this player's recovery codes."""
    return Authenticator.objects.filter(user=user, type=Authenticator.Type.RECOVERY_CODES).first()


def codes_left_of(user: User) -> int | None:
    """Return how many codes are left; None for an account that has none to use up."""
    row = codes_row_of(user)
    return len(row.data.get(HASHES, ())) if row else None


@transaction.atomic
def reveal_codes(row: Authenticator) -> list[str]:
    """Generate the codes of this row, store their hashes and return the codes; empty if that was done before."""
    row = Authenticator.objects.select_for_update().get(pk=row.pk)
    if HASHES in row.data:
        return []
    digits = app_settings.RECOVERY_CODE_DIGITS
    codes = [f"{secrets.randbelow(10**digits):0{digits}}" for _number in range(app_settings.RECOVERY_CODE_COUNT)]
    row.data = {HASHES: [make_password(code) for code in codes]}
    row.save(update_fields=["data"])
    return codes


@transaction.atomic
def use_up_code(row: Authenticator, code: str) -> bool:
    """Return whether this is one of the codes that are left, and remove it."""
    code = SEPARATORS.sub("", code)
    if not re.fullmatch(rf"[0-9]{{{app_settings.RECOVERY_CODE_DIGITS}}}", code):  # a code of the app costs no hashing
        return False
    row = Authenticator.objects.select_for_update().get(pk=row.pk)
    hashes = row.data.get(HASHES, [])
    code_hash = next((one for one in hashes if check_password(code, one)), None)
    if code_hash is None:
        return False
    row.data = {HASHES: [one for one in hashes if one != code_hash]}
    row.save(update_fields=["data"])
    return True


PROFILE, PLAY, BOT, CHALLENGES, PUZZLES, CHAT, WEBHOOKS = (
    "profile:read",
    "matches:play",
    "bot:play",
    "challenges:write",
    "puzzles:play",
    "chat:write",
    "webhooks:write",
)
SCOPES: dict[str, str | Promise] = {
    PROFILE: _("See your own profile, your turns and your matches"),
    PLAY: _("Play your matches with another program that only shows and sends moves; never with help from a computer"),
    BOT: _("Play the matches of a bot account"),
    CHALLENGES: _("Send, accept and withdraw challenges"),
    PUZZLES: _("Solve puzzles"),
    CHAT: _("Read and write the chat of your matches"),
    WEBHOOKS: _("Set up webhooks, which tell an address of your matches and challenges"),
}
DAYS = (7, 30, 90, 365)  # for which a token may be valid
MOST_TOKENS = 20  # tokens of an account
PREFIX, RANDOM, CHECKSUM = "ng_", 43, 6  # 62**43 > 2**256, 62**6 > 2**32
DIGITS = string.digits + string.ascii_uppercase + string.ascii_lowercase
USE_NOTED = timedelta(minutes=1)  # between two writes of the last use
_noted: TTLCache[tuple[int, str], bool] = TTLCache(10_000, USE_NOTED.total_seconds())  # users and apps
WRONG_ACCOUNT = _(
    "bot:play is for bot accounts alone, and the only permission by which these play; matches:play is for people."
)
OF_APP = re.compile(r"[\w-]{86}")  # the access token of an app: 512 random bits
_by_digest = PreparedRows(lambda digest: AccessToken.objects.select_related("user").filter(digest=digest), str)
_rights = PreparedRows(
    lambda digest: AccessToken.objects.filter(digest=digest, user__is_active=True, user__pupil_name="").values_list(
        "pk", "scopes", "user__is_bot"
    ),
    str,
)
_remembered: TTLCache[str, AccessToken] = TTLCache(10_000, 5.0)  # with their users, by digest
_lock = Lock()  # of these


def scopes_of(user: User) -> dict[str, str | Promise]:
    """Return the scopes that a token of this account can have: bots play by one, people by another."""
    return {scope: label for scope, label in SCOPES.items() if scope != (PLAY if user.is_bot else BOT)}


def make_token(user: User, name: str, scopes: list[str], days: int) -> tuple[AccessToken, str] | None:
    """Store a new token; return it with its secret, which is not stored. None where the user has as many as one may."""
    if AccessToken.objects.filter(user=user, expires_at__gt=clock.now()).count() >= MOST_TOKENS:
        return None
    random = _base62(secrets.randbits(256), RANDOM)
    secret = f"{PREFIX}{random}{_checksum(random)}"
    token = AccessToken.objects.create(
        user=user,
        name=name,
        digest=_digest(secret),
        scopes=" ".join(scope for scope in scopes_of(user) if scope in scopes),
        expires_at=clock.now() + timedelta(days=days),
    )
    return token, secret


def read_token(authorization: str, at: datetime) -> AccessToken | None:
    """Return the valid token of an Authorization header with its user, and note its use; None if there is none.

    A text that is no token costs no query.
    """
    kind, _space, secret = authorization.partition(" ")
    secret = secret.strip()
    if kind.lower() != "bearer":
        return None
    if OF_APP.fullmatch(secret):
        return _token_of_app(secret, at)
    token = _token_of(_digest(secret)) if _is_whole(secret) else None
    if token is None or token.expires_at <= at or not token.user.is_active or token.user.is_pupil:
        return None
    if token.used_at is None or token.used_at <= at - USE_NOTED:
        AccessToken.objects.filter(pk=token.pk).update(used_at=at)
        token.used_at = at
    return token


def _token_of(digest: str) -> AccessToken | None:
    """Return the token with its user, which are kept for some seconds; its end and its rights are always asked."""
    with _lock:
        remembered = _remembered.get(digest)
    if remembered and (remembered.pk, remembered.scopes, remembered.user.is_bot) in _rights(digest):
        return remembered
    token = _by_digest.first(digest)
    if token:
        with _lock:
            _remembered[digest] = token
    return token


def check_scopes(token: AccessToken, *scopes: str) -> None:
    """Raise Problem unless the token has one of these scopes; it says why one that it was made with is void."""
    if token.allows(*scopes):
        return
    if {PLAY, BOT}.intersection(scopes, token.scopes.split()):
        raise Problem(403, WRONG_ACCOUNT, code="wrong_account", scopes=list(scopes))
    named = gettext("This token lacks the permission {scope}.").format(scope=" / ".join(scopes))
    raise Problem(403, named, code="missing_scope", scopes=list(scopes))


def _token_of_app(secret: str, at: datetime) -> AccessToken | None:
    """Return the token that a player has given to an app, as one of ours that is not stored: its key is negative."""
    tokens = Token.objects.select_related("user", "client").filter(type=Token.Type.ACCESS_TOKEN, expires_at__gt=at)
    token = tokens.filter(hash=_digest(secret), user__is_active=True, user__pupil_name="").first()
    if token is None:
        return None
    _note_use(token.user_id, token.client_id, at)
    scopes = " ".join(token.get_scopes())
    facts = {"made_at": token.created_at, "expires_at": token.expires_at, "scopes": scopes}
    return AccessToken(pk=-token.pk, user=token.user, name=token.client.name, **facts)


def _note_use(user_id: int, client: str, at: datetime) -> None:
    """Note the last use of an app; a process writes it once a minute at most."""
    if (user_id, client) not in _noted:
        _noted[user_id, client] = True
        AppUse.objects.update_or_create(user_id=user_id, client=client, defaults={"used_at": at})


@dataclass
class AllowedApp:
    """An app that may act for a player: its key, its name, what it may do, its last renewal of tokens, and last use."""

    key: str
    name: str
    scopes: list[str]
    renewed_at: datetime
    used_at: datetime | None


def apps_of(user: User) -> list[AllowedApp]:
    """Return the apps that may act for this player, the newest first."""
    apps: dict[str, AllowedApp] = {}
    uses = dict(user.app_uses.values_list("client", "used_at"))
    for token in Token.objects.valid().filter(user=user).select_related("client").order_by("-created_at", "-pk"):
        key, name = token.client_id, token.client.name
        app = apps.setdefault(key, AllowedApp(key, name, [], token.created_at, uses.get(key)))
        app.scopes = [scope for scope in SCOPES if scope in app.scopes or scope in token.get_scopes()]
    return list(apps.values())


def end_app(user: User, key: str) -> bool:
    """End all tokens that this player has given to an app; return whether there were any."""
    user.app_uses.filter(client=key).delete()
    return bool(Token.objects.filter(user=user, client=key).delete()[0])


def is_valid(pk: int, at: datetime) -> bool:
    """Return whether the token with this key is still valid."""
    if pk < 0:
        return bool(Token.objects.filter(pk=-pk, expires_at__gt=at, user__is_active=True).exists())
    return AccessToken.objects.filter(pk=pk, expires_at__gt=at, user__is_active=True).exists()


def end_all(user_id: int) -> None:
    """End all tokens of this user, whose sessions end as well: who has stolen one could have made a token with it."""
    AccessToken.objects.filter(user=user_id).delete()
    Token.objects.filter(user=user_id).delete()
    AppUse.objects.filter(user=user_id).delete()


def delete_expired(now: datetime) -> int:
    """Delete the tokens that have expired; return their number."""
    of_apps: int = Token.objects.filter(expires_at__lte=now).delete()[0]
    return of_apps + AccessToken.objects.filter(expires_at__lte=now).delete()[0]


def _is_whole(secret: str) -> bool:
    random = secret[len(PREFIX) : -CHECKSUM]
    return secret.startswith(PREFIX) and len(random) == RANDOM and secret[-CHECKSUM:] == _checksum(random)


def _checksum(random: str) -> str:
    return _base62(zlib.crc32(random.encode()), CHECKSUM)


def _base62(number: int, width: int) -> str:
    return "".join(DIGITS[number // 62**place % 62] for place in reversed(range(width)))


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
