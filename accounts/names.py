"""Player names: validation, reserved names, and keys for look-alike names."""

from __future__ import annotations

import re
import unicodedata
from functools import reduce
from operator import or_

from django.core.exceptions import ValidationError
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

SHORTEST, LONGEST = 3, 20

# The letters of a name are of one script: mixed with Cyrillic or Greek, "anna" could be written in ways that no one can
# tell apart, and opponents have to type the name. A letter is known by the one that its accents stand on.
_ALPHABETS = {
    "Latin": "abcdefghijklmnopqrstuvwxyzæœøłđðþßħŋŧıĸ",
    "Greek": "αβγδεζηθικλμνξοπρσςτυφχψω",
    "Cyrillic": "абвгдежзийклмнопрстуфхцчшщъыьэюяђєѕіјљњћџґғҕҗқҝҟҡңөүұҳҷҹһәӏ",
}
_SCRIPTS = {letter: script for script, letters in _ALPHABETS.items() for letter in letters}
_BESIDES = "0123456789_-"

# Letters that Unicode does not decompose, and characters that look alike in common fonts; below, with sequences.
_CONFUSABLES = str.maketrans("øđðħĸłŋŧı0i1|", "oddhklntlolll")
_SEQUENCES = {"æ": "ae", "œ": "oe", "þ": "th", "rn": "m", "vv": "w"}
# Letters of other scripts that look like Latin ones, small or as capitals; and Greek capitals that look like others.
_ALIKE = str.maketrans("αβγεζηικμνορτυχ" + "авгеікмнорстухјѕһӏьү", "abyeznlkmvoptux" + "abrelkmhopctyxjshlby")
_CAPITALS = str.maketrans("ΗΝΥ", "HNY")

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
    *("админ", "администратор", "модератор", "поддержка", "διαχειριστής", "συντονιστής"),
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
    """Return the key of a name: case, accents, separators and look-alike characters are folded (confusables).

    A Greek or Cyrillic name that looks like a Latin one as a whole has the key of that one.
    """
    plain = _plain(name)
    alike = plain.translate(_ALIKE)
    return _joined(plain if _is_foreign(alike) else alike)


def names_with(lookup: str, typed: str) -> Q:
    """Return the condition that a field of keys fits a typed text, such as `name_key__startswith`; none fits no text.

    The beginning of a name may look like a Latin one that the whole does not look like.
    """
    keys = {name_key(typed), _joined(_plain(typed))} - {""}
    return reduce(or_, [Q((lookup, key)) for key in sorted(keys)], Q(pk__in=()))


def _plain(text: str) -> str:
    """Return letters and digits without case and accents; what looks alike within the Latin script is one letter."""
    plain = unicodedata.normalize("NFKD", text.casefold()).translate(_CONFUSABLES)
    return "".join(sign for sign in plain if sign.isalnum())


def _joined(plain: str) -> str:
    for sign, alike in _SEQUENCES.items():
        plain = plain.replace(sign, alike)
    return plain


def _is_foreign(text: str) -> bool:
    """Return whether the text has a letter of another script than the Latin one."""
    return any(_SCRIPTS.get(sign, "Latin") != "Latin" for sign in text)


def script_of(letter: str) -> str:
    """Return the script of a letter; empty for a character that is no letter of a name."""
    base = unicodedata.normalize("NFD", letter)[0]
    return _SCRIPTS.get(base, "") or _SCRIPTS.get(base.lower(), "")


def is_mixed(word: str) -> bool:
    """Return whether the letters of a word are of several scripts."""
    return len({script for sign in word if (script := script_of(sign))}) > 1


def _pretends(name: str) -> bool:
    """Return whether a Greek name looks like a Latin one by its capitals, as ΝΙΝΑ does; its key is of small letters."""
    letters = unicodedata.normalize("NFD", name).translate(_CAPITALS)
    return not _is_foreign(_plain(letters).translate(_ALIKE)) and name_key(letters) != name_key(name)


def tidy_name(name: str) -> str:
    """Return the name in the form it is stored in: stripped, compatibility characters replaced, composed (NFKC)."""
    return unicodedata.normalize("NFKC", name).strip()


def check_name(name: str) -> None:
    """Raise ValidationError with the reason if players may not choose this name."""
    if not SHORTEST <= len(name) <= LONGEST:
        raise ValidationError(_("A name has 3 to 20 characters."), code="length")
    if not name[0].isalpha():
        raise ValidationError(_("A name begins with a letter."), code="start")
    if not all(sign in _BESIDES or script_of(sign) for sign in name):
        raise ValidationError(_("A name has letters, digits, - and _ only."), code="signs")
    if is_mixed(name):
        raise ValidationError(_("All letters of a name are of one alphabet, such as Latin or Greek."), code="script")
    if _pretends(name):
        raise ValidationError(_("This name looks like another one. Write it in small letters."), code="alike")
    if is_reserved(name):
        raise ValidationError(_("This name is reserved. Please choose another one."), code="reserved")


def is_reserved(name: str) -> bool:
    """Return whether the site reserves this name or one that looks like it."""
    key = name_key(name)
    return key in _RESERVED_KEYS or key.startswith(_OWN_PREFIX_KEYS)


_RESERVED_KEYS = frozenset(map(name_key, _RESERVED))
_OWN_PREFIX_KEYS = tuple(map(name_key, _OWN_PREFIXES))
