"""The time controls that forms offer, each under the value that the form sends."""

from __future__ import annotations

from django.utils.translation import gettext

from games.matches.time.control import TimeControl

PRESETS: dict[str, TimeControl] = {
    "1": TimeControl.correspondence(days=1),
    "2": TimeControl.correspondence(days=2),
    "3": TimeControl.correspondence(days=3),
    "5": TimeControl.correspondence(days=5),
    "7": TimeControl.correspondence(days=7),
    "14": TimeControl.correspondence(days=14),
    "3+5": TimeControl.live(minutes=3, increment=5),
    "5+8": TimeControl.live(minutes=5, increment=8),
    "10+10": TimeControl.live(minutes=10, increment=10),
    "20+15": TimeControl.live(minutes=20, increment=15),
}
USUAL = "3"  # what forms begin with
STRICT_CORRESPONDENCE = PRESETS[USUAL]
USUAL_CORRESPONDENCE = STRICT_CORRESPONDENCE.with_vacation()
USUAL_LIVE = PRESETS["5+8"]


def preset_choices() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the presets as the choices of a form field, in the groups correspondence and live."""
    groups = ((gettext("Correspondence"), False), (gettext("Live"), True))
    return [
        (title, [(value, control.name) for value, control in PRESETS.items() if control.is_live is live])
        for title, live in groups
    ]
