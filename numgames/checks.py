"""System checks of the game folders."""

from __future__ import annotations

from django.core.checks import CheckMessage, Error, register

from games.catalogue import faults

HINT = "Mend it or take it away; until then the site runs without it."


@register()
def check_games(**kwargs: object) -> list[CheckMessage]:
    """Return an error for each module of a game's folder that cannot be used."""
    return [Error(f"{fault.module}: {fault.reason}", hint=HINT, id="games.E001") for fault in faults()]
