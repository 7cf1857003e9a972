"""What a player says about nights and days off."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.zones import UTC as UNKNOWN
from accounts.zones import ZONES, known
from games.matches.time.timing import DAY, HOUR, LONGEST_NIGHT, Span

AHEAD = 365 * DAY
REGIONS = ("Africa", "America", "Antarctica", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")
PLACES = sorted(name for name in ZONES if name.partition("/")[0] in REGIONS)


def _zones(browser: str) -> list[tuple[str, str]]:
    told = _worded(browser).rpartition("/")[2] if browser else gettext("unknown: UTC")
    like_browser = gettext("Like my browser ({zone})").format(zone=told)
    return [("", like_browser), (UNKNOWN, UNKNOWN), *((name, _worded(name)) for name in PLACES)]


def _worded(zone: str) -> str:
    return zone.replace("_", " ")


def _hours() -> list[tuple[str, str]]:
    return [("", gettext("no night")), *((str(hour), f"{hour}:00") for hour in range(24))]


def _hour(label: Any) -> forms.TypedChoiceField:  # noqa: ANN401 - a lazy translation
    return forms.TypedChoiceField(label=label, choices=_hours, coerce=int, empty_value=None, required=False)


class NightForm(forms.Form):
    """Where the player lives, and when the night is there."""

    is_plain = True
    time_zone = forms.ChoiceField(label=_("Time zone"), required=False)
    night_begins = _hour(_("The night begins"))
    night_ends = _hour(_("The night ends"))

    def __init__(self, player: User, data: Any = None, **named: Any) -> None:  # noqa: ANN401 - as Django's own
        super().__init__(data, **named)
        self.fields["time_zone"].choices = _zones(known(player.last_zone))  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """A night has a beginning and an end, and is not longer than a night."""
        data = super().clean() or {}
        begins, ends = data.get("night_begins"), data.get("night_ends")
        if (begins is None) != (ends is None):
            raise ValidationError(_("Choose both hours of the night, or neither."))
        if begins is not None and ends is not None and not HOUR <= (ends - begins) % 24 * HOUR <= LONGEST_NIGHT:
            raise ValidationError(_("A night lasts from 1 to 10 hours."))
        return data


class VacationForm(forms.Form):
    """The first and the last day off, where the player lives."""

    first = forms.DateField(label=_("First day off"), widget=forms.DateInput({"type": "date"}))
    last = forms.DateField(label=_("Last day off"), widget=forms.DateInput({"type": "date"}))

    def __init__(self, player: User, data: Any = None) -> None:  # noqa: ANN401 - as Django's own
        super().__init__(data)
        self.player = player

    def clean(self) -> dict[str, Any]:
        """Days off lie ahead, in their order."""
        data = super().clean() or {}
        first, last = data.get("first"), data.get("last")
        if first is None or last is None:
            raise ValidationError(_("Say the first and the last day off."))
        today = timezone.now().astimezone(self.player.zone).date()
        if not today <= first <= last <= today + AHEAD:
            raise ValidationError(_("Days off lie between today and a year from now, the first before the last."))
        return data

    @property
    def span(self) -> Span:
        """From the first midnight, or the next full hour where that has passed, to the last."""
        soon = timezone.now().replace(minute=0, second=0, microsecond=0) + HOUR
        begin, end = self._midnight(self.cleaned_data["first"]), self._midnight(self.cleaned_data["last"] + DAY)
        return max(begin, soon), max(end, soon + HOUR)

    def _midnight(self, day: date) -> datetime:
        return datetime.combine(day, time(), self.player.zone).astimezone(UTC)


def sentence_of(form: forms.Form) -> str:
    """The first thing that is wrong, as one sentence."""
    return next(str(error) for errors in form.errors.values() for error in errors)


def usual_night(player: User) -> dict[str, object]:
    """What the form shows of a player's night."""
    return {name: getattr(player, name) for name in NightForm.base_fields}
