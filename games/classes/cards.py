"""Pupils' cards: a code of eight signs without vowels and look-alikes, and a picture of four tiles as password.

A code has 22^8 values, 5 * 10^10. With ten thousand pupils and the limit on wrong codes (`card` in the settings), one
address finds a code in a year of guessing. The picture is cut off the sheet and learnt, so that a card that was lost
or photographed opens nothing: of 6^4 pictures, `card_picture` in the settings allows a few guesses an hour for each
card, wherever they come from. Of both an HMAC is stored.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence

from django.utils.crypto import salted_hmac
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SIGNS = "CDFGHJKMNPQRTVWXY34679"  # no vowels, so that no words appear; no 0 O, 1 I L, 2 Z, 5 S, 8 B
LENGTH = 8
TILES: dict[str, str | Promise] = {  # what is on a tile, and how it is read aloud
    "sun": _("sun"),
    "moon": _("moon"),
    "star": _("star"),
    "heart": _("heart"),
    "tree": _("tree"),
    "fish": _("fish"),
}
PICTURE = 4  # tiles, from top to bottom
_SEPARATORS = re.compile(r"[\s\-_.]+")


def new_code() -> str:
    """Return a random code as it is printed, such as K7M4-XQ3P."""
    signs = "".join(secrets.choice(SIGNS) for _sign in range(LENGTH))
    return f"{signs[:4]}-{signs[4:]}"


def digest(typed: str) -> str:
    """Return what is stored of a code, however it is typed; empty for what can be no code."""
    code = _SEPARATORS.sub("", typed).upper()
    if len(code) != LENGTH or not set(code) <= set(SIGNS):
        return ""
    return salted_hmac("games.classes.cards", code, algorithm="sha256").hexdigest()


def new_picture() -> tuple[str, ...]:
    """Return the tiles of a random picture in their order."""
    return tuple(secrets.choice([*TILES]) for _tile in range(PICTURE))


def picture_digest(code: str, picture: Sequence[str]) -> str:
    """Return what is stored of the picture of a card; `code` is the digest of the code on it, so that each differs."""
    return salted_hmac("games.classes.pictures", f"{code} {' '.join(picture)}", algorithm="sha256").hexdigest()
