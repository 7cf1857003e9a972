"""Forms of classes: a new one, more pupils, and a pupil's code."""

from __future__ import annotations

from datetime import date, timedelta

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.text import format_lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core import clock
from games.classes import cards
from games.classes.models import LONGEST_NAME, LONGEST_PUPIL
from games.social.chat import sanitize

MOST_PUPILS = 40
LONGEST_LIFE = timedelta(days=425)  # 14 months
END_OF_YEAR = (7, 31)  # month and day
SHORTEST_YEAR = timedelta(days=45)  # a class that is made in the last weeks of a school year is for the next one


def usual_end(today: date) -> date:
    """Return the end of the school year."""
    end = date(today.year, *END_OF_YEAR)
    return end if end - today >= SHORTEST_YEAR else date(today.year + 1, *END_OF_YEAR)


def names_of(typed: str, taken: frozenset[str] = frozenset()) -> list[str]:
    """Return the names, one of each line; raises ValidationError with a sentence for each line that is none."""
    names: list[str] = []
    faults: list[str] = []
    for number, line in enumerate(typed.splitlines(), 1):
        name = sanitize(line)
        if not name:
            continue
        used = {one.casefold() for one in names} | taken
        if len(name) > LONGEST_PUPIL:
            faults.append(gettext("Line %(line)s is too long: a name has 30 letters at most.") % {"line": number})
        elif not name[0].isalpha() or not all(sign.isalnum() or sign in " .'’-" for sign in name):
            faults.append(gettext("Line %(line)s is no name: use letters, digits and spaces.") % {"line": number})
        elif name.casefold() in used:
            faults.append(
                gettext("Line %(line)s: %(name)s is there already. Add a letter.") % {"line": number, "name": name}
            )
        else:
            names.append(name)
    if faults:
        raise ValidationError(faults)
    return names


class PupilsField(forms.CharField):
    """A text with the name of a pupil on each line."""

    def __init__(self, *, taken: frozenset[str] = frozenset(), room: int = MOST_PUPILS) -> None:
        super().__init__(
            label=_("Pupils"),
            max_length=4000,
            strip=False,  # or lines were counted from the first that is not empty
            help_text=_("One name a line, typed or pasted. First names are enough."),
            widget=forms.Textarea(attrs={"rows": 10, "autocomplete": "off", "spellcheck": "false"}),
        )
        self.taken, self.room = taken, room

    def clean(self, value: str) -> str:
        """Return the names, one a line."""
        names = names_of(super().clean(value), self.taken)
        if len(names) > self.room:
            raise ValidationError(_("A class has 40 pupils at most."), code="full")
        if not names:
            raise ValidationError(_("Type at least one name."), code="required")
        return "\n".join(names)


class ClassForm(forms.Form):
    """A new class."""

    is_plain = True
    name = forms.CharField(
        label=_("Name of the class"), max_length=LONGEST_NAME, help_text=_("Such as 5b. Pupils see it, no one else.")
    )
    pupils = PupilsField()
    ends_on = forms.DateField(
        label=_("Delete everything on"),
        help_text=_("The class, its pupils and their matches; at most 14 months from now."),
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
    )
    is_teacher = forms.BooleanField(
        label=_("I am a teacher, and my school has agreed to this."),
        error_messages={"required": _("Only teachers can make a class.")},
    )

    def clean_name(self) -> str:
        """Return the name without invisible signs."""
        name = sanitize(self.cleaned_data["name"])
        if not name:
            raise ValidationError(_("Type a name."), code="required")
        return name

    def clean_ends_on(self) -> date:
        """Return the day, which is in the future and not too far away."""
        day: date = self.cleaned_data["ends_on"]
        today = clock.now().date()
        if not today < day <= today + LONGEST_LIFE:
            last = (today + LONGEST_LIFE).isoformat()
            raise ValidationError(format_lazy(_("Choose a day from tomorrow to {last}."), last=last), code="range")
        return day


class MoreForm(forms.Form):
    """More pupils of a class."""

    is_plain = True

    def __init__(self, data: QueryDict | None = None, *, names: list[str]) -> None:
        """Build the form for a class with pupils of these names."""
        super().__init__(data)
        self.fields["pupils"] = PupilsField(
            taken=frozenset(name.casefold() for name in names), room=MOST_PUPILS - len(names)
        )


class CardForm(forms.Form):
    """The code of a pupil's card, and the tiles of its picture, which cards of former versions do not have."""

    is_plain = True
    code = forms.CharField(
        label=_("The code on your card"),
        max_length=20,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false", "autofocus": True}
        ),
    )

    def __init__(self, data: QueryDict | None = None) -> None:
        """Build the form with a row of tiles for each place of the picture."""
        super().__init__(data)
        for number in range(1, cards.PICTURE + 1):
            self.fields[f"tile{number}"] = forms.ChoiceField(
                label=format_lazy(_("Tile {number}"), number=number),
                choices=[*cards.TILES.items()],
                widget=forms.RadioSelect,
                required=False,
            )

    @property
    def rows(self) -> list[forms.BoundField]:
        """The rows of tiles, from top to bottom."""
        return [self[name] for name in self.fields if name != "code"]

    @property
    def tapped(self) -> list[str]:
        """The tiles that were chosen; call it on a valid form."""
        return [self.cleaned_data[row.name] for row in self.rows]
