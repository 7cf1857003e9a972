"""Users (accounts, guests, computer players) and blocks between them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import tzinfo
from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, PermissionsMixin, UserManager
from django.contrib.sessions.models import Session
from django.db import models
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.names import (
    BOT,
    DELETED,
    LONGEST,
    check_name,
    computer_key,
    computer_name,
    file_name,
    name_key,
    tidy_name,
    without_mark,
)
from core import clock
from core.clock import zone_of

NAME_TAKEN = _("That name is taken, or too close to one that is.")
NAME_RETIRED = _("This name belonged to a player who has deleted the account. It is free again after 90 days.")


UNRANKED = models.Q(is_active=False) | models.Q(is_computer=True) | models.Q(is_bot=True)


class PlayerManager(UserManager["User"]):
    """Manager that finds users by name, ignoring case and look-alike characters; createsuperuser uses it too."""

    use_in_migrations = False

    def get_by_natural_key(self, username: str | None) -> User:
        """Return the user with this name or one that looks like it. Raises User.DoesNotExist."""
        return self.get(name_key=name_key(username or ""))

    def unranked(self) -> models.QuerySet[User]:
        """Return the few users whom no table ranks: closed accounts, computers and bots. They have an index."""
        return self.filter(UNRANKED)

    def find(self, typed: str) -> User | None:
        """Return the user whom a typed name means, deleted ones too; computers and bots go by the name on pages too.

        Pupils are never found.
        """
        key = name_key(tidy_name(without_mark(typed)))
        people = self.filter(pupil_name="")
        return people.filter(name_key=key).first() or self.filter(name_key=computer_key(key)).first()


class User(AbstractBaseUser, PermissionsMixin):
    """A player. A guest has no password and plays casual matches only; a computer player has no password either.

    A bot is an account that a program plays; its name says so wherever it is shown. A pupil of a class is a guest
    with a name that is read inside the class only.
    """

    class Theme(models.TextChoices):
        """Colour scheme of the pages."""

        AUTO = "auto", _("Like my device")
        LIGHT = "light", _("Light")
        DARK = "dark", _("Dark")

    class Tiles(models.TextChoices):
        """Colours of boards and tiles, each with a light and a dark form."""

        CLASSIC = "classic", _("Classic")
        WOOD = "wood", _("Wood")
        CONTRAST = "contrast", _("High contrast")

    class BoardSize(models.TextChoices):
        """Size of the board in a match."""

        LARGE = "large", _("As large as fits")
        MEDIUM = "medium", pgettext_lazy("of a board", "Medium")
        SMALL = "small", pgettext_lazy("of a board", "Small")

    class Confirm(models.TextChoices):
        """Confirmation needed before a move is played."""

        NEVER = "never", _("Play at once")
        TWICE = "twice", _("Press twice")
        ALWAYS = "always", _("Ask before each move")

    username = models.CharField(
        _("name"),
        max_length=LONGEST,
        unique=True,
        validators=[check_name],
        error_messages={"unique": NAME_TAKEN},
    )
    name_key = models.CharField(max_length=60, unique=True, editable=False)
    email = models.EmailField(_("e-mail"), blank=True)
    is_guest = models.BooleanField(default=False)
    is_computer = models.BooleanField(default=False, editable=False)
    is_bot = models.BooleanField(default=False, db_default=False, editable=False)  # a program plays; for good
    pupil_name = models.CharField(max_length=30, blank=True, default="", db_default="", editable=False)  # in the class
    is_staff = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    date_joined = models.DateTimeField(default=clock.now, editable=False)
    deleted_at = models.DateTimeField(null=True, blank=True, editable=False)
    seen_at = models.DateTimeField(null=True, blank=True, editable=False, db_index=True)
    # From when on the player counts as gone, since the last page closed; reset by a heartbeat.
    left_at = models.DateTimeField(null=True, blank=True, editable=False)
    language = models.CharField(max_length=7, blank=True)
    theme = models.CharField(max_length=5, choices=Theme.choices, default=Theme.AUTO)
    confirm = models.CharField(max_length=6, choices=Confirm.choices, default=Confirm.NEVER)
    sounds = models.BooleanField(default=True)
    # After a move in a correspondence match, the page of the next match that waits is opened.
    auto_advance = models.BooleanField(default=False, db_default=False)
    lights = models.BooleanField(default=True, db_default=True)  # squares light up while the player chooses
    tiles = models.CharField(max_length=8, choices=Tiles.choices, default=Tiles.CLASSIC, db_default=Tiles.CLASSIC)
    board_size = models.CharField(
        max_length=6, choices=BoardSize.choices, default=BoardSize.LARGE, db_default=BoardSize.LARGE
    )
    left_handed = models.BooleanField(default=False, db_default=False)
    zen = models.BooleanField(default=False, db_default=False)  # a match shows only the board and what plays on it
    large_numbers = models.BooleanField(default=False, db_default=False)  # on boards and tiles
    wide_text = models.BooleanField(default=False, db_default=False)  # more space between letters, words and lines
    keypad = models.BooleanField(default=True, db_default=True)  # to type a sum and see where it fits
    named_in_data = models.BooleanField(default=False, db_default=False)  # not under a pseudonym in public data
    is_findable = models.BooleanField(default=False, db_default=False)  # search engines may list the player's page
    time_zone = models.CharField(max_length=40, blank=True)
    last_language = models.CharField(max_length=7, blank=True, editable=False)  # of the last page requested …
    last_zone = models.CharField(max_length=40, blank=True, editable=False)  # … and of the browser that requested it
    sessions_epoch = models.PositiveIntegerField(default=0, editable=False)  # raised to end all sessions before it
    night_begins = models.PositiveSmallIntegerField(null=True, blank=True)  # hour of the day in the player's zone
    night_ends = models.PositiveSmallIntegerField(null=True, blank=True)
    blocked = models.ManyToManyField(
        "self", through="Block", through_fields=("by", "of"), symmetrical=False, related_name="blocked_by"
    )

    USERNAME_FIELD = "username"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["email"]
    objects: ClassVar[PlayerManager] = PlayerManager()

    class Meta(AbstractBaseUser.Meta):
        indexes: ClassVar[list[models.Index]] = [models.Index(fields=["id"], condition=UNRANKED, name="user_unranked")]

    def __str__(self) -> str:
        if self.is_deleted:
            return gettext("Deleted player")
        if self.is_bot:
            return f"{self.username}{BOT}"
        # Without a query: rows that are read for lists of the whole site have no such name.
        if name := self.__dict__.get("pupil_name"):
            return str(name)
        return computer_name(self.username) if self.is_computer else self.username

    @property
    def is_deleted(self) -> bool:
        """Whether the account was deleted; by its name alone, as rows are often read with that only."""
        return self.username.startswith(DELETED)

    @property
    def is_pupil(self) -> bool:
        """Whether the account is a pupil of a class, which sees and is seen by this class only."""
        return bool(self.pupil_name)

    @property
    def file_name(self) -> str:
        """The name in files and exports; see `names.file_name`."""
        return file_name(self.username)

    @property
    def chosen_language(self) -> str:
        """The language in the player's settings; empty if there is none, or none of this site any more."""
        return self.language if self.language in dict(settings.LANGUAGES) else ""

    @property
    def zone(self) -> tzinfo:
        """Return the player's time zone: the setting, else the browser's, else UTC."""
        return zone_of(self, {})

    @property
    def plays_rated(self) -> bool:
        """Return whether this player may play rated matches; guests may not."""
        return not self.is_guest

    def may_play_rated(self, opponent: User) -> bool:
        """Return whether a match of these two may be rated: bots have pools of their own, without people."""
        return self.plays_rated and opponent.plays_rated and self.is_bot == opponent.is_bot

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        """Return the hash that all sessions of this user hold, by password and epoch; at epoch 0 it is Django's own."""
        salt = "django.contrib.auth.models.AbstractBaseUser.get_session_auth_hash"
        value = f"{self.password}|{self.sessions_epoch}" if self.sessions_epoch else self.password
        return salted_hmac(salt, value, secret=secret, algorithm="sha256").hexdigest()

    def push_mark(self, session_mark: str) -> str:
        """Return a value of this user's session; it changes with it and when all other sessions end.

        A browser in which it has changed has to subscribe to push again.
        """
        value = f"{self.get_session_auth_hash()}|{session_mark}"
        return salted_hmac("accounts.push_mark", value, algorithm="sha256").hexdigest()[:8]

    def save(self, *, update_fields: Iterable[str] | None = None, **options: Any) -> None:  # Any: those of Django
        """Save, and update the key for look-alike names."""
        self.name_key = name_key(self.username)
        if update_fields is not None and "username" in update_fields:
            update_fields = {*update_fields, "name_key"}
        super().save(update_fields=update_fields, **options)


class Block(models.Model):
    """A block of one player by another: neither receives offers from the other."""

    by = models.ForeignKey(User, on_delete=models.CASCADE, related_name="blocks")
    of = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["by", "of"], name="block_once"),
            models.CheckConstraint(condition=~models.Q(by=models.F("of")), name="block_somebody_else"),
        ]


class GuestKey(models.Model):
    """The hashed secret of the browser for which a guest has just been created, so that a double click creates one."""

    key = models.CharField(max_length=64, primary_key=True)
    guest = models.OneToOneField(User, on_delete=models.CASCADE)
    made_at = models.DateTimeField(db_index=True)


class SignedInBrowser(models.Model):
    """A browser in which a player is signed in, for the player's list of them. It ends with its session."""

    session = models.OneToOneField(Session, on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="browsers")
    device = models.CharField(max_length=60, blank=True)  # such as "Firefox, Linux"
    network = models.CharField(max_length=45, blank=True)  # of the address, without its last part
    began_at = models.DateTimeField(default=clock.now)
    seen_at = models.DateTimeField(default=clock.now)


class SecurityEvent(models.Model):
    """What happened to the security of an account, for its owner's list. The log has it too, with the full address."""

    class Kind(models.TextChoices):
        """What happened."""

        SIGNED_IN = "signed_in", _("Signed in")
        FAILED = "failed", _("Wrong password or code")
        PASSWORD_CHANGED = "password_changed", _("Password changed")
        PASSWORD_RESET = "password_reset", _("Password reset by e-mail link")
        EMAIL_CHANGED = "email_changed", _("E-mail addresses changed")
        FACTOR_ADDED = "factor_added", _("Passkey, app or recovery codes added")
        FACTOR_REMOVED = "factor_removed", _("Passkey, app or recovery codes removed")
        SIGNED_OUT_ELSEWHERE = "signed_out_elsewhere", _("Signed out elsewhere")
        PROVIDER_CHANGED = "provider_changed", _("Sign-in with another site connected or removed")
        TOKEN_MADE = "token_made", _("Access token made")
        TOKEN_ENDED = "token_ended", _("Access token revoked")

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="security_events")
    kind = models.CharField(max_length=20, choices=Kind.choices)
    at = models.DateTimeField(default=clock.now, db_index=True)
    device = models.CharField(max_length=60, blank=True)
    network = models.CharField(max_length=45, blank=True)


class AccessToken(models.Model):
    """A personal token with which a program acts for its owner; see `accounts.security`."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(_("name"), max_length=60)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    scopes = models.CharField(max_length=200, blank=True)  # separated by spaces
    made_at = models.DateTimeField(default=clock.now)
    expires_at = models.DateTimeField(db_index=True)
    used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.name

    @property
    def scope_names(self) -> list[str]:
        """The names of its scopes, without the one for playing that its owner's kind of account cannot have."""
        unfit = "matches:play" if self.user.is_bot else "bot:play"
        return [scope for scope in self.scopes.split() if scope != unfit]

    def allows(self, *scopes: str) -> bool:
        """Return whether it has one of these scopes."""
        return any(scope in self.scope_names for scope in scopes)


class AppUse(models.Model):
    """When an app last used a player's account by OAuth, whose tokens allauth keeps."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="app_uses")
    client = models.CharField(max_length=100)  # the key of the app
    used_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "client"], name="one_use_an_app")]


class SeenPlace(models.Model):
    """A connection or browser that an account was used from, as a keyed hash; see `accounts.sessions`."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="places")
    kind = models.PositiveSmallIntegerField()  # `sessions.Shared`
    digest = models.CharField(max_length=64)
    seen_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "digest"], name="one_row_a_place")]
        indexes = [models.Index(fields=["kind", "seen_at"], name="place_last_seen")]


class RetiredName(models.Model):
    """A name that no one may take yet, because its player has deleted the account: links to it would show a stranger.

    Only a keyed hash of it is kept, see `accounts.player`, as that player has asked to be forgotten.
    """

    digest = models.CharField(max_length=64, primary_key=True)
    retired_at = models.DateTimeField(default=clock.now, db_index=True)
