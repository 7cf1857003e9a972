"""Quick-chat phrases: stored as a key, shown in each reader's language."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

PHRASES: dict[str, str | Promise] = {
    "hello": _("Hello!"),
    "luck": _("Good luck!"),
    "fun": _("Have fun!"),
    "well": _("Well played!"),
    "wow": _("Wow!"),
    "oops": _("Oops!"),
    "lucky": _("That was lucky."),
    "thanks": _("Thank you!"),
    "welcome": _("You are welcome."),
    "sorry": _("Sorry, I was away."),
    "wait": _("One moment, please."),
    "back": _("I'm back."),
    "later": _("I'll play on later."),
    "again": _("Shall we play again?"),
    "go": _("I have to go."),
    "bye": _("Goodbye!"),
}
