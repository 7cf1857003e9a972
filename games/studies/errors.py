"""Refusals of the studies."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.matches.errors import TooMany, refusal

# The player keeps as many studies as one may.
TooManyStudies = refusal("TooManyStudies", _("You keep 200 studies. Delete one first."), TooMany)
