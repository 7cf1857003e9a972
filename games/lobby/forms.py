"""The form of an offer, drawn from the options of the game."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.names import LONGEST, name_key, tidy_name
from games.lobby.models import PACES, USUAL_PACE, Offer
from games.lobby.refusals import NoSuchPlayer
from games.lobby.terms import pace
from games.rules import AnyGame, Choice, Options

PREFIX = "option-"


def _paces() -> list[tuple[int, str]]:
    return [(time.days, pace(time)) for time in PACES]


class OfferForm(forms.Form):
    """One form for every game: its own options first, then pace, who starts, and for whom the offer is."""

    pace = forms.TypedChoiceField(label=_("Time for a move"), choices=_paces, coerce=int, initial=USUAL_PACE.days)
    starts = forms.ChoiceField(
        label=_("Who starts"),
        choices=Offer.Starts.choices,
        initial=Offer.Starts.RANDOM,
        widget=forms.RadioSelect,
    )
    kind = forms.ChoiceField(
        label=_("Who may accept"), choices=Offer.Kind.choices, initial=Offer.Kind.OPEN, widget=forms.RadioSelect
    )
    opponent = forms.CharField(
        label=_("Name of the player"),
        max_length=LONGEST,
        required=False,
        help_text=_("For an offer to one player."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )

    def __init__(self, game: AnyGame, data: QueryDict | None = None, initial: dict[str, str] | None = None) -> None:
        super().__init__(data, initial=initial)
        self.game = game
        self.choices: tuple[Choice, ...] = game.Options.choices()
        self.fields.update({PREFIX + choice.name: _field(choice) for choice in self.choices})
        self.order_fields([PREFIX + choice.name for choice in self.choices])

    def clean_pace(self) -> timedelta:
        """The time for a move."""
        return timedelta(days=self.cleaned_data["pace"])

    def clean(self) -> dict[str, Any]:
        """Who is challenged counts only in an offer to one player, and then has to be somebody."""
        data = super().clean() or {}
        name = data.get("opponent") if data.get("kind") == Offer.Kind.DIRECT else None
        data["opponent"] = None
        if data.get("kind") == Offer.Kind.DIRECT and "opponent" not in self.errors:
            data["opponent"] = self._find(name)
        return data

    @property
    def options(self) -> Options:
        """The options that were chosen."""
        chosen = {choice.name: self.cleaned_data[PREFIX + choice.name] for choice in self.choices}
        options: Options = self.game.Options.read(chosen)
        return options

    @property
    def terms(self) -> dict[str, Any]:
        """What `make_offer` wants to know."""
        kept = {name: self.cleaned_data[name] for name in ("pace", "starts", "kind", "opponent")}
        return {**kept, "game_slug": self.game.slug, "options": self.options}

    def _find(self, name: str | None) -> User | None:
        if not name:
            self.add_error("opponent", ValidationError(_("Whom do you want to challenge? Type a name.")))
            return None
        found = User.objects.filter(name_key=name_key(tidy_name(name)), is_active=True).first()
        if found is None:
            self.add_error("opponent", ValidationError(NoSuchPlayer.reason))
        return found


def _field(choice: Choice) -> forms.ChoiceField:
    answers = [(value, words.said(gettext, ngettext)) for value, words in choice.answers.items()]
    label = choice.label.said(gettext, ngettext)
    return forms.ChoiceField(label=label, choices=answers, initial=choice.default, widget=forms.RadioSelect)
