"""The time controls that forms offer, each under the value that the form sends."""

from __future__ import annotations

from django.utils.translation import gettext

from games.matches.time.control import TimeControl

CORRESPONDENCE = {str(days): TimeControl.correspondence(days=days) for days in (1, 2, 3, 5, 7, 14)}
LIVE = {
    f"{minutes}+{seconds}": TimeControl.live(minutes=minutes, increment=seconds)
    for minutes, seconds in ((3, 5), (5, 8), (10, 10), (20, 15))
}
PRESETS: dict[str, TimeControl] = {**CORRESPONDENCE, **LIVE}
USUAL = "3"  # the preset that forms begin with
STRICT_CORRESPONDENCE = PRESETS[USUAL]
USUAL_CORRESPONDENCE = STRICT_CORRESPONDENCE.with_vacation()
USUAL_LIVE = PRESETS["5+8"]


def preset_choices() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the presets as the grouped choices of a form field."""
    groups = ((gettext("Over days"), CORRESPONDENCE), (gettext("Live"), LIVE))
    return [(title, [(value, control.name) for value, control in presets.items()]) for title, presets in groups]
