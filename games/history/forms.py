"""Forms: the filters of a list of matches, and the upload of a match file."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from urllib.parse import urlencode

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.names import name_key, tidy_name
from games.catalogue import games
from games.history.models import Participation

LARGEST = 60_000  # bytes of a file
DAYS = [MinValueValidator(date(2000, 1, 1)), MaxValueValidator(date(2999, 1, 1))]
ANY = ("", _("any"))


def _games() -> list[tuple[str, object]]:
    return [ANY, *((slug, gettext(game.name)) for slug, game in games().items())]


class FilterForm(forms.Form):
    """Filters of a player's matches; empty fields do not filter."""

    is_plain = True
    game = forms.ChoiceField(label=_("Game"), choices=_games, required=False)
    result = forms.ChoiceField(label=_("Result"), choices=[ANY, *Participation.Outcome.choices], required=False)
    pace = forms.ChoiceField(
        label=_("Pace"), choices=[ANY, ("live", _("live")), ("days", _("correspondence"))], required=False
    )
    stakes = forms.ChoiceField(
        label=_("Rating"), choices=[ANY, ("rated", _("rated")), ("casual", _("casual"))], required=False
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
        name = tidy_name(self.cleaned_data["against"])
        if not name:
            return None
        found = User.objects.filter(name_key=name_key(name)).first()
        if found is None:
            raise ValidationError(_("No player with that name."))
        return found

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
        asked = {"game_slug": data.get("game"), "outcome": data.get("result"), "opponent": data.get("against")}
        condition = Q(**{name: value for name, value in asked.items() if value})
        if pace := data.get("pace"):
            condition &= Q(is_live=pace == "live")
        if stakes := data.get("stakes"):
            condition &= Q(rated=stakes == "rated")
        if since := data.get("since"):
            condition &= Q(at__gte=_midnight(since))
        if until := data.get("until"):
            condition &= Q(at__lt=_midnight(until) + timedelta(days=1))
        return condition

    @property
    def query(self) -> str:
        """Return the filters as a query string for other pages of the list, empty or ending with `&`."""
        kept = {name: self.data[name] for name in self.fields if self.data.get(name)}
        return f"{urlencode(kept)}&" if kept else ""


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
            raise ValidationError(_("This file isn't a text file.")) from None
        if not data["content"].strip():
            raise ValidationError(_("Choose a file, or paste its text."))
        return data


def _midnight(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time.min))
