"""The fair play app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class FairPlayConfig(AppConfig):
    """Comparison of the moves of rated matches with those of the strongest computer player."""

    name = "games.fairplay"
    label = "fairplay"
    verbose_name = _("fair play")
