"""System checks of the game folders."""

from __future__ import annotations

from typing import Any

from django.core.checks import CheckMessage, Error, register

from games.catalogue import faults

HINT = "Mend it or take it away; until then the site runs without it."


@register()
def check_games(**kwargs: Any) -> list[CheckMessage]:
    """Return an error for each broken module of a game folder."""
    return [Error(f"{fault.module}: {fault.reason}", hint=HINT, id="games.E001") for fault in faults()]
