"""The names, strengths and manners of the computer players: one character for each level, the same in all games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from accounts.names import computer_name

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


@dataclass(frozen=True)
class Character:
    """A computer player as people know it; `account` is the name of its account, which its addresses keep."""

    level: int
    account: str
    name: str
    strength: _StrPromise | str = ""
    manner: _StrPromise | str = ""


_KNOWN = (
    (_("beginner"), _("Pip has just learned the rules and misses a lot.")),
    (_("easy"), _("Otto takes the points in plain sight.")),
    (_("medium"), _("Mila finds nearly every good move and keeps her tiles in order.")),
    (_("strong"), _("Ada looks ahead and leaves you little.")),
)


def character(level: int, account: str) -> Character:
    """Return the character of this level; one beyond the known ones is called like its account."""
    known = _KNOWN[level - 1] if 1 <= level <= len(_KNOWN) else ("", "")
    return Character(level, account, computer_name(account), *known)
