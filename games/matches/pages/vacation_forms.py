"""Forms for a player's time zone, night and vacation, and the panel that shows them on the settings page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, tzinfo
from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING

from django import forms
from django.core.exceptions import ValidationError
from django.forms.renderers import BaseRenderer
from django.forms.utils import flatatt
from django.http import QueryDict
from django.utils.choices import BaseChoiceIterator
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.forms import fields_of
from accounts.models import User
from core import clock
from core.clock import UTC as UNKNOWN
from core.clock import ZONES, known_zone, midnight
from core.db.prepared import PreparedRows
from core.hooks import Context
from games.matches.models import Vacation
from games.matches.play.vacation import hours_besides
from games.matches.time.schedule import DAY, HOUR, LONGEST_NIGHT, MOST_AUTOMATIC_VACATION, Span

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

AHEAD = 365 * DAY  # within which a vacation can be planned
REGIONS = ("Africa", "America", "Antarctica", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")
PLACES = sorted(name for name in ZONES if name.partition("/")[0] in REGIONS)


@lru_cache(maxsize=500)
def _zones(browser: str, language: str | None) -> tuple[tuple[str, str], ...]:
    """Return the choices of the time zone in the active language, the browser's first."""
    detected = _spaced(browser).rpartition("/")[2] if browser else gettext("unknown: UTC")
    like_browser = gettext("Like my browser ({zone})").format(zone=detected)
    return ("", like_browser), (UNKNOWN, UNKNOWN), *((name, _spaced(name)) for name in PLACES)


class _Known(BaseChoiceIterator):
    """Choices in normal form, which Django takes as they are; it would normalize hundreds twice for every page."""

    def __init__(self, choices: tuple[tuple[str, str], ...]) -> None:
        self.choices = choices

    def __iter__(self) -> Iterator[tuple[str, str]]:
        """Iterate over the values and their labels."""
        return iter(self.choices)


def _spaced(zone: str) -> str:
    return zone.replace("_", " ")


@lru_cache(maxsize=500)
def _options(choices: tuple[tuple[str, str], ...], current: str) -> str:
    return "".join(
        [
            f'<option value="{escape(one)}"{" selected" if str(one) == current else ""}>{escape(label)}</option>'
            for one, label in choices
        ]
    )


class LongSelect(forms.Select):
    """A select with hundreds of options: Django would render a template for each of them, 40 ms of CPU in all."""

    def render(
        self, name: str, value: object, attrs: dict[str, object] | None = None, renderer: BaseRenderer | None = None
    ) -> SafeString:
        """Return the element; the options have no groups."""
        values = {"name": name, **self.build_attrs(self.attrs, attrs)}
        options = _options(tuple(self.choices), "" if value is None else str(value))
        return mark_safe(f"<select{flatatt(values)}>{options}</select>")  # noqa: S308 - values and labels are escaped


def _hours() -> list[tuple[str, str]]:
    return [("", gettext("no night")), *((str(hour), f"{hour}:00") for hour in range(24))]


def _hour(label: _StrPromise) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(
        label=label, choices=_hours, widget=LongSelect, coerce=int, empty_value=None, required=False
    )


class NightForm(forms.Form):
    """The player's time zone, and the hours of the night there."""

    is_plain = True
    time_zone = forms.ChoiceField(label=_("Time zone"), widget=LongSelect, required=False)
    night_begins = _hour(_("The night begins"))
    night_ends = _hour(_("The night ends"))

    def __init__(
        self,
        last_zone: str,
        data: QueryDict | None = None,
        *,
        initial: Mapping[str, object] | None = None,
        auto_id: str = "id_%s",
    ) -> None:
        """Build the form for a player whose browser was last in this time zone."""
        super().__init__(data, initial=dict(initial or {}), auto_id=auto_id)
        time_zone = self.fields["time_zone"]
        assert isinstance(time_zone, forms.ChoiceField)  # noqa: S101 - declared above
        time_zone.choices = _Known(_zones(known_zone(last_zone), get_language()))

    def clean(self) -> dict[str, object]:
        """Check that a night has a beginning and an end, and is not too long."""
        data = super().clean() or {}
        begins, ends = data.get("night_begins"), data.get("night_ends")
        if (begins is None) != (ends is None):
            raise ValidationError(_("Choose both hours of the night, or neither."))
        if begins is not None and ends is not None and not HOUR <= (ends - begins) % 24 * HOUR <= LONGEST_NIGHT:
            raise ValidationError(_("A night lasts from 1 to 10 hours."))
        return data


class VacationForm(forms.Form):
    """The first and the last day of a vacation, in the player's time zone."""

    first = forms.DateField(label=_("First day"), widget=forms.DateInput({"type": "date"}))
    last = forms.DateField(label=_("Last day"), widget=forms.DateInput({"type": "date"}))

    def __init__(self, zone: tzinfo, data: QueryDict | None = None) -> None:
        """Build the form for a player in this time zone."""
        super().__init__(data)
        self.zone = zone

    def clean(self) -> dict[str, object]:
        """Check that the days lie within the next year, from today on, in order."""
        data = super().clean() or {}
        first, last = data.get("first"), data.get("last")
        if first is None or last is None:
            raise ValidationError(_("Choose the first and the last day."))
        today = clock.now().astimezone(self.zone).date()
        if not today <= first <= last <= today + AHEAD:
            raise ValidationError(_("Choose days within the next year, the first before the last."))
        return data

    @property
    def span(self) -> Span:
        """From the midnight before the first day, or the next full hour if later, to the midnight after the last day.

        It is at least an hour long.
        """
        soon = clock.now().replace(minute=0, second=0, microsecond=0) + HOUR
        begin, end = (midnight(day, self.zone) for day in (self.cleaned_data["first"], self.cleaned_data["last"] + DAY))
        return max(begin, soon), max(end, soon + HOUR)


@lru_cache(maxsize=100)
def _night_fields(language: str | None, last_zone: str, zone: str, begins: int | None, ends: int | None) -> SafeString:
    """Draw the fields of a night, which has hundreds of time zones, once for all players who have chosen the same."""
    night = {"time_zone": zone, "night_begins": begins, "night_ends": ends}
    return fields_of(NightForm(last_zone, initial=night, auto_id="night-%s"))


@lru_cache(maxsize=20)
def _vacation_fields(language: str | None) -> SafeString:
    return fields_of(VacationForm(UTC))


_vacations = PreparedRows(lambda player: Vacation.objects.filter(player=player), int)


def vacation_panel(page: Context) -> Context | None:
    """Return the context of the partial `_vacation.html`; None for a page without a player."""
    player = page.get("user")
    if not isinstance(player, User):
        return None
    now = clock.now()
    vacations = _vacations(player.pk)
    night = (player.time_zone, player.night_begins, player.night_ends)
    return {
        "night_fields": _night_fields(get_language(), known_zone(player.last_zone), *night),
        "vacation_fields": _vacation_fields(get_language()),
        "vacations": [vacation for vacation in vacations if vacation.planned and vacation.ends_at > now],
        "left": _vacation_left(hours_besides(vacations, now.year)),
        "most_automatic": MOST_AUTOMATIC_VACATION // HOUR,
    }


def _vacation_left(hours: int) -> str:
    """Return a sentence that says how much vacation these hours are."""
    days, hours = divmod(hours, 24)
    if not hours:
        return ngettext("%(days)d vacation day left this year.", "%(days)d vacation days left this year.", days) % {
            "days": days
        }
    return gettext("%(days)s and %(hours)s of vacation left this year.") % {
        "days": ngettext("%(count)d day", "%(count)d days", days) % {"count": days},
        "hours": ngettext("%(count)d hour", "%(count)d hours", hours) % {"count": hours},
    }
