"""Errors: refused tries at a puzzle, apart from illegal moves."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.matches.errors import Refused


class TooManyTries(Refused):
    """Rate limit: too many tries in a short time."""

    reason = _("No tries left. Have a look at the solution.")
