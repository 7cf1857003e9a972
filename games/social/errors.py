"""Refusals of chat, following, muting and reports, with sentences for the player."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.clock import moment
from games.matches.errors import Refused, TooMany


class EmptyMessage(Refused):
    """The text is empty or has only invisible characters."""

    status = 422
    reason = _("Type a message, or choose a phrase.")


class TooLong(Refused):
    """The text is too long."""

    status = 422
    reason = _("That is too long: at most 200 characters.")


class NoSuchPhrase(Refused):
    """No quick-chat phrase has this key."""

    status = 422
    reason = _("That phrase is gone. Please reload the page.")


class PhrasesOnly(Refused):
    """A guest typed a text."""

    status = 403
    reason = _("Guests choose from the phrases. Sign up to write your own words.")


class TooFast(TooMany):
    """The rate limit of messages is exceeded."""

    retry_after = 10
    reason = _("Too fast. Wait a few seconds and send it again.")


class SwitchedOff(Refused):
    """The author has chat switched off."""

    status = 403
    reason = _("You have turned the chat off.")


class Silenced(Refused):
    """A moderator has muted this player temporarily."""

    status = 403

    def __init__(self, until: datetime, why: str) -> None:
        super().__init__(until, why)
        self.until, self.why = until, why

    def __str__(self) -> str:
        sentence = gettext("You are muted until {until}. Reason: {why}")
        return sentence.format(until=moment(self.until), why=self.why)


class OpponentChatOff(Refused):
    """The opponent has chat switched off."""

    status = 403

    def __init__(self, other: User) -> None:
        super().__init__(other)
        self.other = other

    def __str__(self) -> str:
        return gettext("{name} has turned the chat off.").format(name=self.other)


class NoChat(Refused):
    """One of the two has blocked the other, has deleted the account, or is a computer player."""

    status = 403
    reason = _("You can't chat with this player.")


class ChatOver(Refused):
    """The match ended too long ago."""

    reason = _("This chat is closed: the match ended more than a week ago.")


class TooManyFavourites(Refused):
    """The player follows as many others as the limit allows."""

    reason = _("You follow too many players. Unfollow one first.")


class TooManyMutes(Refused):
    """The player has muted as many others as the limit allows."""

    reason = _("You have muted too many players. Unmute one first.")


class NotYou(Refused):
    """The action makes no sense with oneself."""

    status = 422
    reason = _("You can't do that to yourself.")


class CannotFollow(Refused):
    """One of the two has blocked the other."""

    status = 403
    reason = _("You cannot follow this player.")


class TooManyReports(TooMany):
    """The daily limit of reports is exceeded."""

    retry_after = 24 * 3600
    reason = _("You've sent a lot of reports today. Try again tomorrow.")
