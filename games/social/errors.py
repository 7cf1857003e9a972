"""Refusals of chat, following, muting and reports, with sentences for the player."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.clock import moment
from games.matches.errors import Refused, TooMany, refusal

# The text is empty or has only invisible characters.
EmptyMessage = refusal("EmptyMessage", _("Type a message, or choose a phrase."), status=422)
# The text is too long.
TooLong = refusal("TooLong", _("That is too long: at most 200 characters."), status=422)
# No quick-chat phrase has this key.
NoSuchPhrase = refusal("NoSuchPhrase", _("That phrase is gone. Please reload the page."), status=422)
# A pupil typed a text: no account that can be made changes that.
PupilsChoose = refusal("PupilsChoose", _("In a class, everyone chooses from the phrases."), status=403)
# A guest typed a text.
PhrasesOnly = refusal("PhrasesOnly", _("Guests choose from the phrases. Sign up to write your own words."), status=403)
# The rate limit of messages is exceeded.
TooFast = refusal("TooFast", _("Too fast. Wait a few seconds and send it again."), TooMany, retry_after=10)
# The author has chat switched off.
SwitchedOff = refusal("SwitchedOff", _("You have turned the chat off."), status=403)


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


# One of the two has blocked the other, has deleted the account, or is a computer player.
NoChat = refusal("NoChat", _("You can’t chat with this player."), status=403)
# The match ended too long ago.
ChatOver = refusal("ChatOver", _("This chat is closed: the match ended more than a week ago."))
# The player follows as many others as the limit allows.
TooManyFavourites = refusal("TooManyFavourites", _("You follow too many players. Unfollow one first."))
# The player has muted as many others as the limit allows.
TooManyMutes = refusal("TooManyMutes", _("You have muted too many players. Unmute one first."))
# The action makes no sense with oneself.
NotYou = refusal("NotYou", _("You can’t do that to yourself."), status=422)
# One of the two has blocked the other.
CannotFollow = refusal("CannotFollow", _("You cannot follow this player."), status=403)
# The daily limit of reports is exceeded.
TooManyReports = refusal(
    "TooManyReports", _("You’ve sent a lot of reports today. Try again tomorrow."), TooMany, retry_after=24 * 3600
)
