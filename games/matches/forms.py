"""Forms for what a match page sends: moves, previews, lights, and the hello that says what it shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from games.rules import BadNotation, Placements, Square

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
    """Tiles placed on the board, such as `e7:5 f7:+`, or a typed move; both may be empty."""

    placements = forms.CharField(max_length=LONGEST_PLACEMENTS, required=False)
    text = forms.CharField(max_length=LONGEST_MOVE, required=False)

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
