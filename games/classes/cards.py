"""The codes of pupils' cards: eight signs without vowels and look-alikes, of which an HMAC is stored.

A code has 22^8 values, 5 * 10^10. With ten thousand pupils and the limit on wrong codes (`card` in the settings), one
address finds a code in a year of guessing. There is no password beside it: a picture that is printed on the same card
would protect against nothing that the code does not, and a child would have to remember it.
"""

from __future__ import annotations

import re
import secrets

from django.utils.crypto import salted_hmac

SIGNS = "CDFGHJKMNPQRTVWXY34679"  # no vowels, so that no words appear; no 0 O, 1 I L, 2 Z, 5 S, 8 B
LENGTH = 8
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
