"""The names, strengths and styles of the computer players: one character for each level, the same in all games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from accounts.names import computer_account, computer_name

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


@dataclass(frozen=True)
class Character:
    """A computer player as shown to people; `account` is its username, which its URLs keep."""

    level: int
    account: str
    name: str
    strength: _StrPromise | str
    style: _StrPromise | str


_STYLES = (
    _("Pip has just learned the rules and misses a lot."),
    _("Bo plays the first good move he sees."),
    _("Noor looks twice and then decides."),
    _("Tess finds a good move, but not every place where it fits."),
    _("Otto takes the points in plain sight."),
    _("Finn seldom misses a good move."),
    _("Mila finds nearly every good move and leaves you fewer."),
    _("Ada looks ahead and leaves you little."),
)


def character(level: int) -> Character:
    """Return the character of this level; a level without a character of its own is named after its account."""
    account = computer_account(level)
    style = _STYLES[level - 1] if 1 <= level <= len(_STYLES) else ""
    return Character(level, account, computer_name(account), _("level %(level)s") % {"level": level}, style)
