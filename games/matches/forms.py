"""Forms for moves, previews and the hello of a page."""

from __future__ import annotations

from typing import TypedDict, cast

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from games.rules import BadNotation, Laid, Square

LONGEST_MOVE = 100
LONGEST_LAID = 400
LONGEST_FACE = 4


class HelloForm(forms.Form):
    """What a page shows: its version and ply, and the names and marks of its live partials."""

    version = forms.IntegerField(min_value=-1, max_value=1_000_000)
    ply = forms.IntegerField(min_value=-1, max_value=1_000_000)
    asides = forms.CharField(required=False, max_length=200)

    @property
    def marks(self) -> dict[str, str]:
        """The marks of the live partials by name, sent as `talk:1f0c other:77aa`."""
        pairs = (word.partition(":") for word in self.cleaned_data["asides"].split()) if self.is_valid() else ()
        return {name: mark for name, _colon, mark in pairs}

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

    ply = forms.IntegerField(min_value=1, max_value=10_000)
    text = forms.CharField(
        max_length=LONGEST_MOVE,
        error_messages={
            "required": _("Lay something on the board, or type a move."),
            "max_length": _("That is too long to be a move."),
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
        """The first error, as one sentence."""
        if "text" in self.errors:
            return str(self.errors["text"][0])
        return str(_("The page sent no proper move. Please reload it."))


class Asked(TypedDict, total=False):
    """The cleaned fields of a preview."""

    laid: Laid
    text: str


class PreviewForm(forms.Form):
    """Tiles placed on the board, such as `e7:5 f7:+`, or a typed move; both may be empty."""

    laid = forms.CharField(max_length=LONGEST_LAID, required=False)
    text = forms.CharField(max_length=LONGEST_MOVE, required=False)

    @property
    def asked(self) -> Asked:
        """The cleaned fields; empty where they are malformed."""
        return cast("Asked", self.cleaned_data) if self.is_valid() else {}

    def clean_laid(self) -> Laid:
        """Return the squares and tiles in the order in which they were placed."""
        try:
            return [_tile(entry) for entry in self.cleaned_data["laid"].split()]
        except BadNotation as refusal:
            raise ValidationError(str(refusal)) from None


def _tile(entry: str) -> tuple[Square, str]:
    name, _colon, token = entry.partition(":")
    return Square.parse(name), token
