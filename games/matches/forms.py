"""Forms for what pages send: moves, previews, lights, what a match page shows, and a player's night and vacation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import tzinfo
from typing import TYPE_CHECKING, cast

from django import forms
from django.core.exceptions import ValidationError
from django.forms.renderers import BaseRenderer
from django.forms.utils import flatatt
from django.http import QueryDict
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core import clock
from core.clock import UTC as UNKNOWN
from core.clock import ZONES, known_zone, midnight
from core.live.partials import draw
from games.matches.time.clock import LONGEST_NIGHT, Span
from games.matches.time.control import DAY, HOUR
from games.rules import BadNotation, Placements, Square

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


LONGEST_MOVE = 100
LONGEST_PLACEMENTS = 400
LONGEST_FACE = 4
LATEST_PLY = 10_000
LONGEST_PLY = len(str(LATEST_PLY))  # digits
LONGEST_HISTORY = 64


class HelloForm(forms.Form):
    """What a page shows of its match: the version, the ply and the fingerprint."""

    version = forms.IntegerField(min_value=-1, max_value=1_000_000)
    ply = forms.IntegerField(min_value=-1, max_value=1_000_000)
    history = forms.CharField(required=False, max_length=LONGEST_HISTORY)

    @property
    def is_outdated(self) -> bool:
        """Whether a page of an older release sent this, which understands no message of this one.

        It is recognised by the field in which it names its live partials, and must be loaded again.
        """
        return "partials" in self.data or "asides" in self.data

    @property
    def fingerprint(self) -> str:
        """The fingerprint of what the page shows; empty for an invalid form."""
        return str(self.cleaned_data["history"]) if self.is_valid() else ""

    @property
    def numbers(self) -> tuple[int, int] | None:
        """Version and ply; None where they are malformed."""
        return (self.cleaned_data["version"], self.cleaned_data["ply"]) if self.is_valid() else None


class PickField(forms.MultipleChoiceField):
    """The faces of tiles picked from the rack; the rules check that they are there."""

    def valid_value(self, value: str) -> bool:
        """Accept any short face."""
        return len(value) <= LONGEST_FACE


class MoveForm(forms.Form):
    """A move: its ply and its notation, or a variant of it, or a command with the tiles picked for it."""

    ply = forms.IntegerField(min_value=1, max_value=LATEST_PLY)
    text = forms.CharField(
        max_length=LONGEST_MOVE,
        error_messages={
            "required": _("Put something on the board, or type a move."),
            "max_length": _("That is too long for a move."),
        },
    )
    variant = forms.CharField(max_length=LONGEST_MOVE, required=False)
    pick = PickField(required=False)
    confirmed = forms.BooleanField(required=False)

    @property
    def notation(self) -> str:
        """The move as chosen: the variant if there is one, else the text with the picked tiles."""
        data = self.cleaned_data
        return data["variant"] or " ".join(filter(None, [data["text"], "".join(data["pick"])]))

    @property
    def sentence(self) -> str:
        """The error to show, as one sentence: that of the text, else a general one."""
        if "text" in self.errors:
            return str(self.errors["text"][0])
        return str(_("Something went wrong with that move. Please reload the page."))


@dataclass(frozen=True)
class SentMove:
    """A move that a page sends on its socket; `sure` if its warning was confirmed, `chosen` if it is one of several."""

    ply: int
    text: str
    sure: bool
    chosen: bool

    @classmethod
    def read(cls, data: Mapping[str, object]) -> SentMove | None:
        """Return the move; None if `MoveForm` would refuse it, which says why when the page then submits its form.

        Validating by the form itself would cost more than judging the move.
        """
        ply, text = str(data.get("ply")), data.get("variant") or data.get("text")
        if not isinstance(text, str) or not 0 < len(text) <= LONGEST_MOVE:
            return None
        if not (ply.isascii() and ply.isdigit() and len(ply) <= LONGEST_PLY and 0 < int(ply) <= LATEST_PLY):
            return None
        return cls(int(ply), text.strip(), bool(data.get("confirmed")), bool(data.get("variant")))


class PreviewForm(forms.Form):
    """Tiles placed on the board, such as `e7:5 f7:+`, or a typed move; both may be empty.

    `pressed` says that the player wanted to play it, and not only to see what it would do.
    """

    placements = forms.CharField(max_length=LONGEST_PLACEMENTS, required=False)
    text = forms.CharField(max_length=LONGEST_MOVE, required=False)
    pressed = forms.BooleanField(required=False)

    def clean_placements(self) -> Placements:
        """Return the squares and tiles in the order in which they were placed."""
        try:
            return [_tile(entry) for entry in self.cleaned_data["placements"].split()]
        except BadNotation as refusal:
            raise ValidationError(str(refusal)) from None


class LightsForm(PreviewForm):
    """What a player has chosen so far: placed tiles, the picked tile, and the square at the dragged tile or cursor."""

    tile = forms.CharField(max_length=LONGEST_FACE, required=False)
    square = forms.CharField(max_length=LONGEST_FACE, required=False)

    def clean_square(self) -> Square | None:
        """Return the square; None without one."""
        name = self.cleaned_data["square"]
        try:
            return Square.parse(name) if name else None
        except BadNotation as refusal:
            raise ValidationError(str(refusal)) from None

    @property
    def placed(self) -> Placements:
        """The placed tiles, once the form is valid."""
        return tuple(self.cleaned_data["placements"])

    @property
    def chosen_tile(self) -> str:
        """The tile that is picked, once the form is valid; empty without one."""
        return str(self.cleaned_data["tile"])

    @property
    def chosen_square(self) -> Square | None:
        """The square at the dragged tile or the keyboard's cursor, once the form is valid; None without one."""
        return cast("Square | None", self.cleaned_data["square"])


def _tile(entry: str) -> tuple[Square, str]:
    name, _colon, token = entry.partition(":")
    return Square.parse(name), token


AHEAD = 365 * DAY  # within which a vacation can be planned
REGIONS = ("Africa", "America", "Antarctica", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")
ZONE_NAMES = sorted(name for name in ZONES if name.partition("/")[0] in REGIONS)


class LongSelect(forms.Select):
    """A select without groups, of which all options are drawn by one template."""

    def render(
        self, name: str, value: object, attrs: dict[str, object] | None = None, renderer: BaseRenderer | None = None
    ) -> SafeString:
        """Return the element."""
        attributes = flatatt({"name": name, **self.build_attrs(self.attrs, attrs)})
        choices = [(str(one), label) for one, label in self.choices]
        return draw(
            "matches/long_select",
            attributes=attributes,
            choices=choices,
            current="" if value is None else str(value),
        )


def _spaced(zone: str) -> str:
    return zone.replace("_", " ")


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
        browser = known_zone(last_zone)
        detected = _spaced(browser).rpartition("/")[2] if browser else gettext("unknown: UTC")
        like_browser = gettext("Like my browser ({zone})").format(zone=detected)
        zones = [("", like_browser), (UNKNOWN, UNKNOWN), *((name, _spaced(name)) for name in ZONE_NAMES)]
        time_zone.choices = zones

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
