"""Messages, chat settings, follows, mutes, reports and the moderation log."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, NoReturn

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.base import ModelBase
from django.utils.translation import gettext_lazy as _

from core import clock
from games.matches.models import Match

LONGEST_TEXT = 200  # characters of a message
LONGEST_STORY = 1000  # characters of a report's text, and of a moderator's reason


class ChatLine(models.Model):
    """What is written in any chat: a text, or the key of a quick-chat phrase. An erased line keeps its row."""

    of: ClassVar[str]  # the field that says in which chat
    author_id: int
    text = models.CharField(max_length=LONGEST_TEXT, blank=True)
    phrase = models.CharField(max_length=20, blank=True)
    token = models.CharField(max_length=36, blank=True)  # idempotency key from the form: sent twice, it is stored once
    erased_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True


class Message(ChatLine):
    """A message in the chat of a match; without its text if it was erased."""

    of = "match_id"

    class Room(models.TextChoices):
        """The audience of a message."""

        PLAYERS = "players", _("players")
        WATCHERS = "watchers", _("spectators")

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="messages")
    room = models.CharField(max_length=8, choices=Room.choices)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="messages")
    made_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["author", "token"], condition=~Q(token=""), name="say_it_once")]
        indexes = [models.Index(fields=["match", "room", "id"], name="message_of_room")]
        ordering = ["id"]


class Comment(ChatLine):
    """A comment on something of another app, whose key is the `topic`; without its text if it was erased."""

    of = "topic"
    topic = models.CharField(max_length=30)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="comments")
    made_at = models.DateTimeField(default=clock.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["author", "token"], condition=~Q(token=""), name="comment_once")]
        indexes = [models.Index(fields=["topic", "id"], name="comment_of_topic")]
        ordering = ["id"]


class ChatSettings(models.Model):
    """A user's chat settings: switched on or off, and until when a moderator has muted the user."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="chat_settings")
    talks = models.BooleanField(default=True)
    silent_until = models.DateTimeField(null=True, blank=True)
    silent_why = models.CharField(max_length=LONGEST_STORY, blank=True)


class Relation(models.Model):
    """A relation from one player to another."""

    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="%(class)ss")
    of = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        abstract = True
        constraints = [
            models.UniqueConstraint(fields=["by", "of"], name="%(class)s_once"),
            models.CheckConstraint(condition=~Q(by=F("of")), name="%(class)s_somebody_else"),
        ]


class Mute(Relation):
    """A mute: `by` does not see the messages of `of`."""


class Favourite(Relation):
    """A follow: `by` sees when `of` is online."""


class Report(models.Model):
    """A report to the staff about a player, and optionally about a match or a message."""

    class Reason(models.TextChoices):
        """The reason that the player chose."""

        INSULT = "insult", _("Insults or threats")
        SPAM = "spam", _("Advertising or spam")
        CHEATING = "cheating", _("Unfair play, such as help from a program")
        STALLING = "stalling", _("Losing on purpose or dragging a match out")
        NAME = "name", _("An offensive name")
        OTHER = "other", _("Something else")

    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="reports_made")
    about = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="reports_about")
    match = models.ForeignKey(Match, on_delete=models.SET_NULL, null=True, blank=True, related_name="reports")
    message = models.ForeignKey(Message, on_delete=models.SET_NULL, null=True, blank=True, related_name="reports")
    subject = models.CharField(max_length=30, editable=False)  # key of what is reported, for the unique constraint
    reason = models.CharField(max_length=8, choices=Reason.choices)
    story = models.CharField(max_length=LONGEST_STORY, blank=True)
    made_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["by", "subject"], condition=Q(closed_at=None), name="one_open_report")
        ]
        indexes = [models.Index(fields=["closed_at", "-made_at"], name="report_waiting")]

    def __str__(self) -> str:
        return f"{self.pk}: {self.about}, {self.get_reason_display()}"


class ModerationActions(models.QuerySet["ModerationAction"]):
    """Moderation actions, append-only."""

    def update(self, **changes: object) -> NoReturn:
        """Raise TypeError: the log is append-only."""
        raise TypeError("The moderation log is append-only.")

    def delete(self) -> NoReturn:
        """Raise TypeError: the log is append-only."""
        raise TypeError("The moderation log is append-only.")


class ModerationAction(models.Model):
    """One action of a moderator, its target and the reason. Never changed, never deleted."""

    class Kind(models.TextChoices):
        """The kind of action."""

        SILENCE = "silence", _("mute the player")
        UNSILENCE = "unsilence", _("unmute the player")
        CLOSE = "close", _("close the account")
        REOPEN = "reopen", _("open the account again")
        VOID = "void", _("declare the match void")
        ERASE = "erase", _("erase the reported message")
        DISMISS = "dismiss", _("no action")

    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="actions_taken")
    kind = models.CharField(_("what"), max_length=9, choices=Kind.choices)
    whom = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="moderation_actions",
        verbose_name=_("whom"),
    )
    match = models.ForeignKey(Match, on_delete=models.PROTECT, null=True, blank=True, related_name="moderation_actions")
    report = models.ForeignKey(
        Report, on_delete=models.PROTECT, null=True, blank=True, related_name="moderation_actions"
    )
    until = models.DateTimeField(_("until"), null=True, blank=True)
    why = models.CharField(
        _("why"), max_length=LONGEST_STORY, help_text=_("The player reads this sentence. It stays in the log.")
    )
    made_at = models.DateTimeField(auto_now_add=True)

    objects = ModerationActions.as_manager()

    class Meta:
        ordering = ["-made_at", "-pk"]
        indexes = [models.Index(fields=["whom", "-made_at"], name="moderation_action_of_user")]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.whom or self.match_id or self.report_id}"

    def save(
        self,
        *,
        force_insert: bool | tuple[ModelBase, ...] = False,
        force_update: bool = False,
        using: str | None = None,
        update_fields: Iterable[str] | None = None,
    ) -> None:
        """Insert the action; raises TypeError for a row that exists."""
        if self.pk is not None:
            raise TypeError("The moderation log is append-only.")
        super().save(force_insert=True, using=using)

    def delete(self, using: str | None = None, keep_parents: bool = False) -> NoReturn:
        """Raise TypeError: the log is append-only."""
        raise TypeError("The moderation log is append-only.")
