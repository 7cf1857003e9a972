"""Forms: the filters of a list of matches, and the upload of a match file."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from urllib.parse import urlencode

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db.models import Q
from django.http import QueryDict
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.clock import midnight
from core.live.partials import memoized
from core.templatetags.wording import label_of
from games.catalogue import games
from games.history.models import Participation

LARGEST = 60_000  # bytes of a file
DAYS = [MinValueValidator(date(2000, 1, 1)), MaxValueValidator(date(2999, 1, 1))]
ANY = ("", pgettext_lazy("matches", "all"))


CHOSEN = ("game", "result", "pace", "stakes")  # fields of few choices, which are chips


@dataclass(frozen=True)
class Chip:
    """A choice of a filter as a link: its label, and the query string of the list with it."""

    label: str
    query: str
    is_chosen: bool = False


def _games() -> list[tuple[str, object]]:
    return [ANY, *((slug, gettext(game.name)) for slug, game in games().items())]


class FilterForm(forms.Form):
    """Filters of a player's matches; empty fields do not filter."""

    is_plain = True
    game = forms.ChoiceField(label=_("Game"), choices=_games, required=False)
    result = forms.ChoiceField(label=_("Result"), choices=[ANY, *Participation.Outcome.choices], required=False)
    pace = forms.ChoiceField(
        label=_("Pace"),
        choices=[ANY, ("live", pgettext_lazy("matches", "live")), ("days", pgettext_lazy("matches", "correspondence"))],
        required=False,
    )
    stakes = forms.ChoiceField(
        label=_("Rating"),
        choices=[ANY, ("rated", pgettext_lazy("matches", "rated")), ("casual", pgettext_lazy("matches", "casual"))],
        required=False,
    )
    against = forms.CharField(
        label=_("Opponent"),
        max_length=30,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )
    since = forms.DateField(
        label=_("From"), required=False, validators=DAYS, widget=forms.DateInput(attrs={"type": "date"})
    )
    until = forms.DateField(
        label=_("Until"), required=False, validators=DAYS, widget=forms.DateInput(attrs={"type": "date"})
    )

    def clean_against(self) -> User | None:
        """Return the player of this name; raises ValidationError if there is none."""
        name = self.cleaned_data["against"]
        if not name:
            return None
        person = User.objects.find(name)
        if person is None or person.is_deleted:
            raise ValidationError(_("No player with that name."))
        return person

    def clean(self) -> dict[str, object]:
        """Check that the first day is not after the last."""
        data = super().clean() or {}
        since, until = data.get("since"), data.get("until")
        if since and until and since > until:
            self.add_error("until", ValidationError(_("The end is before the start. Choose a later day.")))
        return data

    @property
    def is_used(self) -> bool:
        """Return whether any filter is set."""
        return any(self.data.get(name) for name in self.fields)

    @property
    def condition(self) -> Q:
        """Return the filters as a condition; fields with errors are left out."""
        self.full_clean()
        data = self.cleaned_data
        filters = {"game_slug": data.get("game"), "outcome": data.get("result"), "opponent": data.get("against")}
        condition = Q(**{name: value for name, value in filters.items() if value})
        if pace := data.get("pace"):
            condition &= Q(is_live=pace == "live")
        if stakes := data.get("stakes"):
            condition &= Q(rated=stakes == "rated")
        zone = timezone.get_current_timezone()
        if since := data.get("since"):
            condition &= Q(at__gte=midnight(since, zone))
        if until := data.get("until"):
            condition &= Q(at__lt=midnight(until + timedelta(days=1), zone))
        return condition

    @property
    def query(self) -> str:
        """Return the filters as a query string for other pages of the list, empty or ending with `&`."""
        return f"{urlencode(self._set)}&" if self._set else ""

    @property
    def chips(self) -> list[tuple[str, list[Chip]]]:
        """Return a chip for each choice of each field that has choices, by the field's label."""
        return [(str(self[name].label), self._chips(name)) for name in CHOSEN]

    @property
    def typed(self) -> list[forms.BoundField]:
        """Return the fields for an opponent and dates."""
        return [self[name] for name in self.fields if name not in CHOSEN]

    @property
    def wrong(self) -> str:
        """Return the first error of a choice, which an old or mistyped address may cause; empty for none."""
        return next((str(error) for name in CHOSEN for error in self.errors.get(name, [])), "")

    @property
    def is_open(self) -> bool:
        """Return whether the fields that are filled in have an error to show."""
        return any(field.errors for field in self.typed)

    @property
    def removable(self) -> list[Chip]:
        """Return a chip for each field that was filled in without an error, which leads to the list without it."""
        fields = [self[name] for name in self._set if name not in CHOSEN and not self.errors.get(name)]
        return [Chip(label_of(field.label, _shown(field)), self._with(field.name, "")) for field in fields]

    @property
    def kept(self) -> dict[str, str]:
        """Return the chosen chips by field, which the form of the typed fields sends along."""
        return {name: value for name, value in self._set.items() if name in CHOSEN}

    @property
    def _set(self) -> dict[str, str]:
        return {name: self.data[name] for name in self.fields if self.data.get(name)}

    def _chips(self, name: str) -> list[Chip]:
        current = self.data.get(name, "")
        choices = self.fields[name].choices  # type: ignore[attr-defined]  # of a ChoiceField, as all of `CHOSEN` are
        return [Chip(str(label), self._with(name, value), is_chosen=value == current) for value, label in choices]

    def _with(self, name: str, value: str) -> str:
        query = self._set | {name: value}
        return urlencode({key: query[key] for key in self.fields if query.get(key)})


@memoized
def unused_filter(language: str, slugs: tuple[str, ...]) -> SafeString:
    """Return the filters of the matches in these games while none is set: all lists have the same."""
    return SafeString(render_to_string("history/_filter.html", {"form": FilterForm(QueryDict())}))


class FileForm(forms.Form):
    """A match file, uploaded or pasted."""

    is_plain = True
    file = forms.FileField(
        label=_("File"), required=False, widget=forms.ClearableFileInput(attrs={"accept": ".txt,.json"})
    )
    text = forms.CharField(
        label=_("Or its text"),
        required=False,
        max_length=LARGEST,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
    )

    def clean(self) -> dict[str, object]:
        """Check that a file or a text was given, and that a file is text."""
        data = super().clean() or {}
        if self.errors:
            return data
        file = data.get("file")
        if file and file.size > LARGEST:
            raise ValidationError(_("This file is too large for a match."))
        try:
            data["content"] = file.read().decode("utf-8-sig") if file else data.get("text", "")
        except UnicodeDecodeError:
            raise ValidationError(_("This file isn’t a text file.")) from None
        if not data["content"].strip():
            raise ValidationError(_("Choose a file, or paste its text."))
        return data


def _shown(field: forms.BoundField) -> str:
    """Return the value of a valid field, a date as the language writes it."""
    value = str(field.value())
    return date_format(field.field.clean(value), "DATE_FORMAT") if isinstance(field.field, forms.DateField) else value
