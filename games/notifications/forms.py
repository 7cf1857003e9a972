"""The form of the preferences."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from datetime import time
from functools import lru_cache
from typing import Any, NamedTuple

from django import forms
from django.core.exceptions import ValidationError
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from core.templatetags.wording import label_of
from games.notifications.channels import Channel, channels, wants
from games.notifications.hooks import Kind, kinds
from games.notifications.models import Preferences


class Chosen(NamedTuple):
    """The unchecked boxes, and the quiet hours."""

    off: list[str]
    quiet_from: time | None
    quiet_to: time | None


class PreferencesForm(forms.Form):
    """A checkbox for each kind and channel, and the quiet hours."""

    is_plain = True
    quiet_from = forms.TimeField(
        label=_("Quiet from"), required=False, widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"})
    )
    quiet_to = forms.TimeField(
        label=_("Quiet until"), required=False, widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"})
    )

    def __init__(self, data: Mapping[str, object] | None = None, initial: dict[str, object] | None = None) -> None:
        super().__init__(data, initial=initial)
        for kind in _kinds():
            for channel in channels().values():
                label = label_of(kind.label, channel.label)
                self.fields[_box(kind, channel)] = forms.BooleanField(label=label, required=False)

    @classmethod
    def showing(cls, preferences: Preferences) -> PreferencesForm:
        """Return the form with the player's saved preferences."""
        boxes = {_box(kind, channel): wants(preferences, kind.key, channel) for kind, channel in _pairs()}
        return cls(initial={**boxes, "quiet_from": preferences.quiet_from, "quiet_to": preferences.quiet_to})

    def clean(self) -> dict[str, object]:
        """Check that quiet hours have both a start and an end, or neither."""
        data = super().clean() or {}
        if not self.errors and (data["quiet_from"] is None) != (data["quiet_to"] is None):
            raise ValidationError(_("Set a start and an end, or leave both empty."))
        return data

    def saved_over(self, saved: Preferences, changed: Collection[str] | None) -> Chosen:
        """Return the choices of the valid form; with `changed`, all but these fields as they were `saved`."""
        data = self.cleaned_data
        if changed is None:
            return Chosen(_off(data), data["quiet_from"], data["quiet_to"])
        off = _off({**self.showing(saved).initial, **{name: data[name] for name in changed if name in data}})
        if not {"quiet_from", "quiet_to"}.isdisjoint(changed):
            return Chosen(off, data["quiet_from"], data["quiet_to"])
        return Chosen(off, saved.quiet_from, saved.quiet_to)

    @property
    def table(self) -> SafeString:
        """Return the table of boxes as HTML."""
        return _table(get_language(), tuple((_box(*pair), bool(self[_box(*pair)].value())) for pair in _pairs()))

    @property
    def rows(self) -> Iterator[tuple[str, list[forms.BoundField]]]:
        """Return the kinds with their boxes, for a table."""
        for kind in _kinds():
            yield str(kind.label), [self[_box(kind, channel)] for channel in channels().values()]

    @property
    def channels(self) -> list[str]:
        """Return the column heads."""
        return [str(channel.label) for channel in channels().values()]


@lru_cache(maxsize=500)
def _table(language: str | None, boxes: tuple[tuple[str, bool], ...]) -> SafeString:
    """Draw the table with these boxes ticked or not, once for all players who have ticked the same."""
    form = PreferencesForm(initial=dict(boxes))
    return SafeString(render_to_string("notifications/_boxes.html", {"form": form}))


def _kinds() -> list[Kind]:
    return [kind for kind in kinds if kind.is_chosen]


def _pairs() -> Iterator[tuple[Kind, Channel]]:
    return ((kind, channel) for kind in _kinds() for channel in channels().values())


def _off(boxes: Mapping[str, Any]) -> list[str]:  # as Django types cleaned data
    return [_box(*pair) for pair in _pairs() if not boxes[_box(*pair)]]


def _box(kind: Kind, channel: Channel) -> str:
    return f"{kind.key}-{channel.name}"
