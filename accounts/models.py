"""Users (accounts, guests, computer players) and blocks between them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar
from zoneinfo import ZoneInfo

from django.contrib.auth.models import AbstractBaseUser, PermissionsMixin, UserManager
from django.db import models
from django.db.models.base import ModelBase
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.names import LONGEST, check_name, name_key
from accounts.zones import zone_of

NAME_TAKEN = _("This name is taken, or looks too much like one that is.")


class PlayerManager(UserManager["User"]):
    """Manager that finds users by name, ignoring case and look-alike characters; createsuperuser uses it too."""

    use_in_migrations = False

    def get_by_natural_key(self, username: str | None) -> User:
        """Return the user with this name or one that looks like it. Raises User.DoesNotExist."""
        return self.get(name_key=name_key(username or ""))


class User(AbstractBaseUser, PermissionsMixin):
    """A player. A guest has no password and plays casual matches only; a computer player has no password either."""

    class Theme(models.TextChoices):
        """Colour scheme of the pages."""

        AUTO = "auto", _("Like my device")
        LIGHT = "light", _("Light")
        DARK = "dark", _("Dark")

    class Confirm(models.TextChoices):
        """Confirmation needed before a move is played."""

        NEVER = "never", _("Play at once")
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
    is_staff = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    date_joined = models.DateTimeField(default=timezone.now, editable=False)
    deleted_at = models.DateTimeField(null=True, blank=True, editable=False)
    seen_at = models.DateTimeField(null=True, blank=True, editable=False, db_index=True)
    left_at = models.DateTimeField(null=True, blank=True, editable=False)  # when a page closed; reset by a heartbeat
    language = models.CharField(max_length=7, blank=True)
    theme = models.CharField(max_length=5, choices=Theme.choices, default=Theme.AUTO)
    confirm = models.CharField(max_length=6, choices=Confirm.choices, default=Confirm.NEVER)
    sounds = models.BooleanField(default=True)
    time_zone = models.CharField(max_length=40, blank=True)
    last_language = models.CharField(max_length=7, blank=True, editable=False)  # of the last page requested …
    last_zone = models.CharField(max_length=40, blank=True, editable=False)  # … and of the browser that requested it
    night_begins = models.PositiveSmallIntegerField(null=True, blank=True)  # hour of the day in the player's zone
    night_ends = models.PositiveSmallIntegerField(null=True, blank=True)
    blocked = models.ManyToManyField(
        "self", through="Block", through_fields=("by", "of"), symmetrical=False, related_name="blocked_by"
    )

    USERNAME_FIELD = "username"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["email"]
    objects: ClassVar[PlayerManager] = PlayerManager()

    def __str__(self) -> str:
        return self.username

    @property
    def zone(self) -> ZoneInfo:
        """Return the player's time zone: the setting, else the browser's, else UTC."""
        return zone_of(self, {})

    @property
    def plays_rated(self) -> bool:
        """Return whether this player may play rated matches; guests may not."""
        return not self.is_guest

    def save(
        self,
        *,
        force_insert: bool | tuple[ModelBase, ...] = False,
        force_update: bool = False,
        using: str | None = None,
        update_fields: Iterable[str] | None = None,
    ) -> None:
        """Save, and update the key for look-alike names."""
        self.name_key = name_key(self.username)
        if update_fields is not None and "username" in update_fields:
            update_fields = {*update_fields, "name_key"}
        super().save(force_insert=force_insert, force_update=force_update, using=using, update_fields=update_fields)


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
