"""Player names: validation, reserved names, and keys for look-alike names."""

from __future__ import annotations

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

SHORTEST, LONGEST = 3, 20

# Latin letters only, with accents: mixed with Cyrillic or Greek, "anna" could be written in ways that no key
# distinguishes, and opponents have to type the name. ŉ is left out: it decomposes into two characters.
_ALLOWED = re.compile(r"[A-Za-zÀ-ÖØ-öø-ňŊ-ſ][A-Za-zÀ-ÖØ-öø-ňŊ-ſ0-9_-]*")

# Letters that Unicode does not decompose, and characters that look alike in common fonts; below, with sequences.
_CONFUSABLES = str.maketrans("øđðħĸłŋŧı0i1|", "oddhklntlolll")
_SEQUENCES = {"æ": "ae", "œ": "oe", "þ": "th", "rn": "m", "vv": "w"}

# The computer players as pages call them, by account, the weakest first: levels 1 to 8. Accounts are numbered in the
# order in which they were added, and keep their numbers, as addresses and match files have them.
COMPUTERS = {
    "Computer-1": "Pip",
    "Computer-5": "Bo",
    "Computer-6": "Noor",
    "Computer-7": "Tess",
    "Computer-2": "Otto",
    "Computer-8": "Finn",
    "Computer-3": "Mila",
    "Computer-4": "Ada",
}

DELETED = "deleted-"  # before the key of an account that was deleted, as its name; pages show a word instead
BOT = "\N{NO-BREAK SPACE}BOT"  # behind the name of a bot wherever it is shown; no name has a space
_MARK = re.compile(r"\s+BOT\s*$", re.IGNORECASE)
_OWN_PREFIXES = (  # prefixes that only the site may use
    "guest",
    "deleted",
    "computer",
    "pupil",
)
_RESERVED = (
    *("admin", "administrator", "anonymous", "everybody", "everyone", "me", "moderator", "nobody", "null", "none"),
    *("numgames", "numgame", "official", "owner", "root", "somebody", "staff", "support", "system", "team", "you"),
    *("undefined", "unknown", "user", "webmaster", "postmaster", "hostmaster", "info", "help", "security", "bot"),
    *COMPUTERS.values(),
)


def without_mark(typed: str) -> str:
    """Return a typed name without the mark of a bot."""
    return _MARK.sub("", typed)


def computer_account(level: int) -> str:
    """Return the name of the account of the computer player of this level, counted from 1."""
    accounts = list(COMPUTERS)
    return accounts[level - 1] if 1 <= level <= len(accounts) else f"Computer-{level}"


def computer_name(account: str) -> str:
    """Return the name to show for the account of a computer player, such as Computer-1; others keep theirs."""
    return COMPUTERS.get(account, account)


def file_name(account: str) -> str:
    """Return the name in files and exports, the same in every language; "deleted" for an account that was deleted."""
    return "deleted" if account.startswith(DELETED) else account


def computer_key(key: str) -> str:
    """Return the key of the account of the computer player that pages show by a name with this key; empty for none."""
    return next((name_key(account) for account, name in COMPUTERS.items() if name_key(name) == key), "")


def name_key(name: str) -> str:
    """Return the key of a name: case, accents, separators and look-alike characters are folded (confusables)."""
    plain = unicodedata.normalize("NFKD", name.casefold()).translate(_CONFUSABLES)
    key = "".join(sign for sign in plain if sign.isalnum())
    for sign, alike in _SEQUENCES.items():
        key = key.replace(sign, alike)
    return key


def tidy_name(name: str) -> str:
    """Return the name in the form it is stored in: stripped, compatibility characters replaced, composed (NFKC)."""
    return unicodedata.normalize("NFKC", name).strip()


def check_name(name: str) -> None:
    """Raise ValidationError with the reason if players may not choose this name."""
    if not SHORTEST <= len(name) <= LONGEST:
        raise ValidationError(_("A name has 3 to 20 characters."), code="length")
    if not name[0].isalpha():
        raise ValidationError(_("A name begins with a letter."), code="start")
    if not _ALLOWED.fullmatch(name):
        raise ValidationError(_("A name has Latin letters, digits, - and _ only."), code="signs")
    if is_reserved(name):
        raise ValidationError(_("This name is reserved. Please choose another one."), code="reserved")


def is_reserved(name: str) -> bool:
    """Return whether the site reserves this name or one that looks like it."""
    key = name_key(name)
    return key in _RESERVED_KEYS or key.startswith(_OWN_PREFIX_KEYS)


_RESERVED_KEYS = frozenset(map(name_key, _RESERVED))
_OWN_PREFIX_KEYS = tuple(map(name_key, _OWN_PREFIXES))
