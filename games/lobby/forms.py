"""The form of an offer, with the options of its game."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any, TypedDict, cast
from urllib.parse import urlencode

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.http import QueryDict
from django.urls import reverse_lazy
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.names import LONGEST
from games.clubs.models import Club
from games.lobby import errors
from games.lobby.models import Offer
from games.matches.errors import Blocked, NoMirror, Refused
from games.matches.pages import mirror
from games.matches.time.control import PRESETS, USUAL, TimeControl, preset_choices
from games.matches.time.terms import STAKES, handicap_words
from games.ratings.standings import figures_of
from games.rules import AnyGame, Choice, Handicap, Options

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

MAIN = ("kind", "opponent", "club", "time", "minutes", "seconds", "rated")
PREFIX = "option-"
CUSTOM = "own"
MOST_MINUTES, MOST_SECONDS = 180, 60

# Beside which field the form says why its offer is refused
REFUSED: dict[type[Refused], str] = {
    **dict.fromkeys((errors.Yourself, errors.NoSuchPlayer, errors.TooManyChallenges, Blocked), "opponent"),
    **dict.fromkeys((errors.NotStanding, errors.StandsAlready), "standing"),
    NoMirror: "mirror",
    errors.NotInClub: "club",
    errors.CasualWithBot: "rated",
}

CleanedData = dict[str, Any]  # Django's: each field cleans to a type of its own


NAME_FIELD = {
    "autocomplete": "off",
    "autocapitalize": "none",
    "spellcheck": "false",
    "list": "names",
    "hx-get": reverse_lazy("lobby:names"),
    "hx-trigger": "input changed delay:200ms",
    "hx-target": "#names",
}


HANDICAP_HELP = {
    "start": _("Points to begin with, so that both have the same chances. The match is casual."),
    "moves": _("Some points more for each move that scores, so that both have the same chances. The match is casual."),
    "chips": _("Fewer chips than ten win a game: that makes your chances nearly even. The match is casual."),
}


def counting(game: AnyGame) -> dict[str, str]:
    """Return what a handicap is counted in: points of this game, points a move, or chips, once whole ones."""
    handicaps = game.options_type.handicaps
    return {"game": game.slug, "parts": str(handicaps.parts if handicaps else 1)}


def remembered(choice: Mapping[str, str], game: AnyGame) -> dict[str, str]:
    """Return what a form of this game proposes after a former `OfferForm.choice`."""
    before = {"parts": "1", **choice}
    is_alike = before == before | counting(game)
    return {name: value for name, value in choice.items() if is_alike or name != "given"}


class Handicaps(models.TextChoices):
    """Who gets a handicap."""

    NONE = "", _("None")
    CHALLENGER = "challenger", _("For me")
    OPPONENT = "opponent", _("For my opponent")
    EVEN = "even", _("As our ratings say")


class OfferTerms(TypedDict):
    """The arguments of `make_offer` that a form gives."""

    game_slug: str
    options: Options
    time_control: TimeControl
    starts: str
    kind: str
    opponent: User | None
    club: Club | None
    rated: bool
    standing: bool


def _time_choices() -> list[tuple[str, list[tuple[str, str]]]]:
    days, (title, live) = preset_choices()
    return [days, (title, [*live, (CUSTOM, gettext("live, times of your own"))])]


def _custom(label: _StrPromise, least: int, most: int, initial: int, sentence: _StrPromise) -> forms.IntegerField:
    wrong = dict.fromkeys(("invalid", "min_value", "max_value"), sentence)
    return forms.IntegerField(
        label=label, required=False, min_value=least, max_value=most, initial=initial, error_messages=wrong
    )


class OfferForm(forms.Form):
    """The form for any game: its own options first, then time, who starts, and who may accept."""

    is_plain = True
    time = forms.ChoiceField(label=pgettext_lazy("of a match", "Time"), choices=_time_choices, initial=USUAL)
    minutes = _custom(_("Minutes on each clock"), 1, MOST_MINUTES, 15, _("Choose 1 to 180 minutes."))
    seconds = _custom(_("Seconds added per move"), 0, MOST_SECONDS, 10, _("Choose 0 to 60 seconds."))
    strict = forms.BooleanField(
        label=_("No pauses"),
        required=False,
        help_text=_("The clocks run at night and on vacation too, for both of you."),
    )
    mirror = forms.BooleanField(label=_("Mirror match"), required=False)
    standing = forms.BooleanField(
        label=_("Always one match running"),
        required=False,
        initial=False,
        help_text=_(
            "When a match ends, the next one begins, and the other player starts. Either of you can stop this. "
            "Correspondence only."
        ),
    )
    handicap = forms.ChoiceField(
        label=_("Handicap"), choices=Handicaps.choices, initial="", required=False, widget=forms.RadioSelect
    )
    given = forms.IntegerField(label=_("Points of the handicap"), required=False, min_value=1)
    rated = forms.ChoiceField(
        label=_("Rated or casual"),
        choices=STAKES,
        initial="rated",
        required=False,
        help_text=_("Guests can use a link too. Then the match is casual."),
        widget=forms.RadioSelect,
    )
    starts = forms.ChoiceField(
        label=_("Who starts"),
        choices=Offer.Starts.choices,
        initial=Offer.Starts.RANDOM,
        widget=forms.RadioSelect,
    )
    kind = forms.ChoiceField(
        label=_("Who can accept"), choices=Offer.Kind.choices, initial=Offer.Kind.OPEN, widget=forms.RadioSelect
    )
    opponent = forms.CharField(
        label=_("Name of the player"),
        max_length=LONGEST,
        required=False,
        help_text=_("To challenge one player."),
        widget=forms.TextInput(attrs=NAME_FIELD),
    )

    club = forms.ChoiceField(label=_("Which club"), required=False, help_text=_("For a challenge to its members."))
    program = forms.CharField(required=False, widget=forms.HiddenInput)  # the bot that the challenger knows to be one

    def __init__(
        self,
        game: AnyGame,
        data: QueryDict | None = None,
        initial: dict[str, str] | None = None,
        *,
        plays_rated: bool = True,
        clubs: Collection[Club] = (),
        challenger: User | None = None,
    ) -> None:
        """Build the form for this game; without `plays_rated` it does not ask whether the match is rated.

        `clubs` are those of the challenger; without any a challenge to a club is no choice. The challenger's ratings
        are needed for a handicap by them.
        """
        super().__init__(data, initial=initial)
        self.game = game
        self.challenger = challenger
        if not plays_rated:
            del self.fields["rated"]
        self.clubs = {club.pk: club for club in clubs}
        if not clubs:
            del self.fields["club"]
            cast("forms.ChoiceField", self.fields["kind"]).choices = [
                choice for choice in Offer.Kind.choices if choice[0] != Offer.Kind.CLUB
            ]
        else:
            cast("forms.ChoiceField", self.fields["club"]).choices = [(club.pk, club.name) for club in clubs]
        if game.has_mirrors:
            self.fields["mirror"].help_text = mirror.help_of(game)
        else:
            del self.fields["mirror"]
        self._describe_handicap(game.options_type.handicaps)
        self.choices: tuple[Choice, ...] = game.options_type.choices()
        self.fields.update({PREFIX + choice.name: _field(choice) for choice in self.choices})
        self.order_fields([PREFIX + choice.name for choice in self.choices])

    @property
    def main_fields(self) -> list[forms.BoundField]:
        """The fields that most challenges set."""
        return [self[name] for name in MAIN if name in self.fields]

    @property
    def more_fields(self) -> list[forms.BoundField]:
        """The other fields."""
        return [field for field in self.visible_fields() if field.name not in MAIN]

    @property
    def more_is_open(self) -> bool:
        """Whether one of the other fields has an error, or an answer of the player's own."""
        more = self.more_fields
        return any(field.errors or field.field.has_changed(field.field.initial, field.value()) for field in more)

    @property
    def kept(self) -> str:
        """What a change of the game keeps, as the end of a query string."""
        names = [name for name in ("kind", "opponent", "club") if name in self.fields]
        choice: dict[str, object] = {name: self[name].value() for name in names}
        return f"&{urlencode({name: value for name, value in choice.items() if value})}"

    @property
    def choice(self) -> dict[str, str]:
        """What the next form proposes: the answers of this one, but for whom it was."""
        names = [name for name in self.fields if name not in ("opponent", "club", "program", "standing")]
        return {name: str(self[name].value() or "") for name in names} | counting(self.game)

    def clean(self) -> CleanedData:
        """Validate the custom time only where it is chosen, and the opponent only in an offer to one player."""
        data = super().clean() or {}
        self._clean_time(data)
        control = data.get("time_control")
        if data.get("mirror") and control and control.is_live:
            self.add_error("mirror", ValidationError(str(NoMirror.reason)))
        name = data.get("opponent") if data.get("kind") == Offer.Kind.DIRECT else None
        data["opponent"] = None
        if data.get("kind") == Offer.Kind.DIRECT and "opponent" not in self.errors:
            data["opponent"] = self._find(name)
        data["club"] = self.clubs.get(data.get("club", "")) if data.get("kind") == Offer.Kind.CLUB else None
        if data.get("kind") == Offer.Kind.CLUB and data["club"] is None and "club" not in self.errors:
            self.add_error("club", ValidationError(_("Choose one of your clubs.")))
        if data.get("rated") == "rated" and data["opponent"] and not data["opponent"].plays_rated:
            self.add_error("rated", ValidationError(_("Guests play casual matches.")))
        if data.get("standing") and (control and control.is_live):
            self.add_error("standing", ValidationError(str(errors.NotStanding.reason)))
        self._clean_handicap(data)
        self._confirm_bot(data)
        return data

    def _describe_handicap(self, handicaps: Handicap | None) -> None:
        """Say in the form what this game gives the weaker player, if anything."""
        if handicaps is None:
            del self.fields["handicap"]
            del self.fields["given"]
        if handicaps:
            self.fields["handicap"].help_text = HANDICAP_HELP[handicaps.kind]
            given = cast("forms.IntegerField", self.fields["given"])
            given.initial = max(1, handicaps.between(1450, 1550))
            given.max_value = handicaps.most
            given.validators = [MinValueValidator(1), MaxValueValidator(handicaps.most)]
            if handicaps.kind == "chips":
                given.label = _("Chips fewer in three games together")
                given.help_text = _("A match has up to three games. With 4, the first needs 8 chips, the others 9.")

    def _clean_handicap(self, data: CleanedData) -> None:
        """Decide what the challenger gets, in parts of `Handicap`; validate the points only where they are chosen."""
        whose, handicaps = data.get("handicap", ""), self.game.options_type.handicaps
        data["points"] = 0
        if whose not in (Handicaps.CHALLENGER, Handicaps.OPPONENT):
            self.errors.pop("given", None)
        if not whose or not handicaps:
            return
        if data.get("mirror"):
            self.add_error("handicap", ValidationError(_("A mirror match has no handicap.")))
        if whose == Handicaps.EVEN:
            self._propose(data, handicaps)
        elif not data.get("given") and "given" not in self.errors:
            is_chips = handicaps.kind == "chips"
            self.add_error("given", ValidationError(_("How many chips?") if is_chips else _("How many points?")))
        else:
            data["points"] = (data.get("given") or 1) * (1 if whose == Handicaps.CHALLENGER else -1)

    def _propose(self, data: CleanedData, handicaps: Handicap) -> None:
        """Fill in what makes the ratings of both players even and have the page say it, so that it is sent as read."""
        control, pair = data.get("time_control"), (self.challenger, data["opponent"])
        if not (control and all(pair)):
            if not data["opponent"]:
                self.add_error("handicap", ValidationError(_("Choose one player: it depends on both ratings.")))
            return
        terms = Offer(game_slug=self.game.slug)
        terms.time_control = control
        figures = figures_of([player.pk for player in pair if player])
        ratings = [figure.rating for player in pair if player and (figure := figures.of(player, terms))]
        if len(ratings) < len(pair):
            self.add_error("handicap", ValidationError(_("One of you has no rating in this game at this pace.")))
            return
        own, other = ratings
        number = handicaps.between(min(ratings), max(ratings)) * (1 if own < other else -1)
        whose = Handicaps.CHALLENGER if number > 0 else Handicaps.OPPONENT if number else Handicaps.NONE
        answers = cast("QueryDict", self.data).copy()
        answers["handicap"], answers["given"] = whose.value, str(abs(number) or "")
        self.data = answers
        sentence = _("Your ratings are so close that no handicap is needed. Send the challenge again, or change it.")
        if number:
            sentence = _("As your ratings say: %(handicap)s. Send the challenge again, or change it.")
            answers["rated"] = "casual"
        options: Options = self.game.options_type.read({"handicap": handicaps.stored(number)})
        words = "".join(handicap_words(options, *pair))
        self.add_error("handicap", ValidationError(sentence, params={"handicap": words}))

    def _confirm_bot(self, data: CleanedData) -> None:
        """Have the page say once that the opponent is a bot; the challenge is casual unless that is chosen again."""
        opponent = data["opponent"]
        if opponent and opponent.is_bot and data.get("program") != opponent.username:
            answers = cast("QueryDict", self.data).copy()
            answers["program"], answers["rated"] = opponent.username, "casual"
            self.data = answers
            sentence = _("%(name)s: a program plays this account. Send the challenge again if you want to play it.")
            self.add_error("opponent", ValidationError(sentence, params={"name": opponent}))

    @property
    def options(self) -> Options:
        """The chosen options."""
        values = {choice.name: self.cleaned_data[PREFIX + choice.name] for choice in self.choices}
        if self.cleaned_data.get("mirror"):
            values["mirror"] = "yes"
        if handicaps := self.game.options_type.handicaps:
            values["handicap"] = handicaps.stored(self.cleaned_data["points"])
        options: Options = self.game.options_type.read(values)
        return options.renewed()

    @property
    def terms(self) -> OfferTerms:
        """The arguments of `make_offer`."""
        return {
            "game_slug": self.game.slug,
            "options": self.options,
            "time_control": self.cleaned_data["time_control"],
            "starts": self.cleaned_data["starts"],
            "kind": self.cleaned_data["kind"],
            "opponent": self.cleaned_data["opponent"],
            "club": self.cleaned_data["club"],
            "rated": self.cleaned_data.get("rated") == "rated",
            "standing": self.cleaned_data["standing"],
        }

    def refuse(self, refused: Refused) -> bool:
        """Say beside its field why the offer of this form is refused; return whether there is such a field."""
        place = REFUSED.get(type(refused), "")
        if place in self.fields:
            self.add_error(place, str(refused))
        return place in self.fields

    def focus_on_the_first_error(self) -> None:
        """Have the page open with the focus on the first field that has an error."""
        names = [field.name for field in (*self.main_fields, *self.more_fields) if field.errors]
        if names:
            self.fields[names[0]].widget.attrs["autofocus"] = True

    def _clean_time(self, data: CleanedData) -> None:
        time = data.get("time", "")
        if time != CUSTOM:
            for name in ("minutes", "seconds"):
                self.errors.pop(name, None)
        if time == CUSTOM:
            minutes, seconds = (self._custom_time(data, name) for name in ("minutes", "seconds"))
            data["time_control"] = TimeControl.live(minutes=minutes, increment=seconds)
        elif time:
            control = PRESETS[time]
            data["time_control"] = control if data.get("strict") else control.with_vacation()

    def _custom_time(self, data: CleanedData, name: str) -> int:
        if data.get(name) is None and name not in self.errors:
            self.add_error(name, self.fields[name].error_messages["invalid"])
        return data.get(name) or 0

    def _find(self, name: str | None) -> User | None:
        if not name:
            self.add_error("opponent", ValidationError(_("Who do you want to challenge? Type a name.")))
            return None
        player = User.objects.find(name)
        if player is None or not player.is_active:
            self.add_error("opponent", ValidationError(str(errors.NoSuchPlayer.reason)))
            return None
        return player


def _field(choice: Choice) -> forms.ChoiceField:
    answers = [(value, words.localize(gettext, ngettext)) for value, words in choice.answers.items()]
    label = choice.label.localize(gettext, ngettext)
    return forms.ChoiceField(label=label, choices=answers, initial=choice.default, widget=forms.RadioSelect)
