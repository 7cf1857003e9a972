"""Errors: refused tries at a puzzle, apart from illegal moves."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.matches.errors import Refused


class TooManyTries(Refused):
    """The attempt has used all its tries (`services.solving.MOST_TRIES`)."""

    reason = _("No tries left. Have a look at the solution.")
