"""The form of a new cup."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta, tzinfo
from typing import Any, cast

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.names import name_key
from core import clock
from games.clubs.models import LONGEST_NAME, Club
from games.clubs.services import visible_to
from games.events.cups.plans import check_beginning, plain_name
from games.events.cups.recurring import RULES
from games.events.models import Event
from games.matches.errors import NoMirror, Refused
from games.matches.pages import mirror
from games.matches.time.control import PRESETS, TimeControl, preset_choices
from games.matches.time.terms import STAKES
from games.rules import AnyGame, Choice, Options
from games.social.chat import sanitize, sanitize_lines

PREFIX = "option-"
MAIN = ("kind", "rival", "home", "away", "name", "time", "starts_at", "length", "visible")
KINDS = [Event.Kind.ARENA, Event.Kind.SWISS, Event.Kind.KNOCKOUT, Event.Kind.ROBIN, Event.Kind.TEAM]
TEAMS = ("home", "away")
LIVE_KINDS = {Event.Kind.ARENA: True, Event.Kind.KNOCKOUT: False, Event.Kind.ROBIN: False}  # a Swiss is either
MOST_OF_ROBIN, MOST = 12, 500
TURNS = 12  # turns of each player that a round in correspondence has time for
WIDGET = {"type": "datetime-local"}
FORMAT = "%Y-%m-%dT%H:%M"


def _kinds(*, of_club: bool = False) -> list[tuple[str, str]]:
    words = {
        Event.Kind.ARENA: _("Arena: live, paired again at once"),
        Event.Kind.SWISS: _("Swiss: rounds, no one is out"),
        Event.Kind.KNOCKOUT: _("Knock-out: lose and you are out"),
        Event.Kind.ROBIN: _("Round robin: all play all"),
        Event.Kind.TEAM: _("Team match: against another club") if of_club else _("Team match: two teams, by link"),
    }
    return [(kind.value, str(words[kind])) for kind in KINDS]


class PlanForm(forms.Form):
    """What the player who made an event can change until it begins."""

    is_plain = True
    home = forms.CharField(
        label=_("First team"), max_length=LONGEST_NAME, required=False, help_text=_("For a team match: its name.")
    )
    away = forms.CharField(
        label=_("Second team"), max_length=LONGEST_NAME, required=False, help_text=_("For a team match: its name.")
    )
    name = forms.CharField(
        label=_("Name"),
        max_length=60,
        required=False,
        help_text=_("Without one it is named by its teams, or by its kind and game."),
    )
    starts_at = forms.DateTimeField(
        label=_("Begins"), input_formats=[FORMAT], widget=forms.DateTimeInput(WIDGET, format=FORMAT)
    )
    text = forms.CharField(label=_("About this event"), max_length=1000, required=False, widget=forms.Textarea)

    def __init__(self, zone: tzinfo, data: QueryDict | None = None, *, event: Event | None = None) -> None:
        """Build the form for a player in this time zone, with the plan of an event or empty."""
        soon = (clock.now() + timedelta(hours=1)).replace(minute=0, second=0, microsecond=0)
        starts_at = (event.starts_at if event else soon).astimezone(zone).replace(tzinfo=None)
        plan: dict[str, object] = {"name": event.name, "text": event.text} if event else {}
        if event and event.is_by_link:
            plan |= dict(zip(TEAMS, event.sides, strict=True))
        super().__init__(data, initial={"starts_at": starts_at, **plan})
        self.zone, self.planned = zone, event
        self.teams: Sequence[str] = ()  # of a team match by link the names, once they are checked
        if event and not event.is_by_link:
            del self.fields["home"], self.fields["away"]
        self.fields["starts_at"].help_text = gettext("Time zone: %(zone)s") % {"zone": zone}

    def clean_starts_at(self) -> datetime:
        """Return the moment, which the player's clock shows; one that is chosen lies ahead, but not too far."""
        local = self.cleaned_data["starts_at"].replace(tzinfo=None)
        if self.planned and f"{local:{FORMAT}}" == f"{self.initial['starts_at']:{FORMAT}}":
            return self.planned.starts_at
        starts_at = clock.instant(local.date(), local.time(), self.zone)
        try:
            check_beginning(starts_at)
        except Refused as refused:
            raise ValidationError(str(refused)) from None
        return starts_at

    def clean(self) -> dict[str, Any]:
        """Check the names of the teams of a team match by link."""
        if self.planned and self.planned.is_by_link:
            self.check_teams()
        return self.cleaned_data

    def check_teams(self) -> None:
        """Note the names of both teams; two that look alike are refused."""
        self.teams = [sanitize(self.cleaned_data.get(name, "")) for name in TEAMS]
        keys = list(map(name_key, self.teams))
        for name, key in zip(TEAMS, keys, strict=True):
            if not key:
                self.add_error(name, ValidationError(_("Give the team a name.")))
        if all(keys) and len(set(keys)) == 1:
            self.add_error("away", ValidationError(_("Give the teams different names.")))


class CupForm(PlanForm):
    """A cup of one game: its kind, time and start; the options of the game and what is seldom changed under "More"."""

    kind = forms.ChoiceField(label=_("Kind"), choices=_kinds, initial=Event.Kind.ARENA, widget=forms.RadioSelect)
    rival = forms.CharField(
        label=_("The other club"), max_length=LONGEST_NAME, required=False, help_text=_("For a team match: its name.")
    )
    time = forms.ChoiceField(label=pgettext_lazy("of a match", "Time"), choices=preset_choices, initial="5+8")
    length = forms.IntegerField(label=_("Minutes of an arena"), min_value=15, max_value=180, initial=45, required=False)
    visible = forms.ChoiceField(
        label=_("Who can enter"),
        choices=[("listed", _("All players")), ("link", _("Those who have the link"))],
        initial="listed",
        widget=forms.RadioSelect,
    )
    rounds = forms.IntegerField(
        label=_("Rounds of a Swiss"),
        min_value=1,
        max_value=15,
        required=False,
        help_text=_("Without a number: as many as suit the players."),
    )
    most = forms.IntegerField(
        label=_("Most players"),
        min_value=2,
        max_value=MOST,
        required=False,
        help_text=_("Of a team match: half of them for each team."),
    )
    repeat = forms.ChoiceField(
        label=_("Again"), choices=[("", _("once")), *((key, words) for key, (words, _rule) in RULES.items())],
        required=False,
    )  # fmt: skip
    rated = forms.ChoiceField(
        label=_("Rated or casual"), choices=STAKES, initial="rated", required=False, widget=forms.RadioSelect
    )
    mirror = forms.BooleanField(label=_("Mirror match"), required=False)
    with_bots = forms.BooleanField(label=_("Bots may take part"), required=False)

    def __init__(self, game: AnyGame, zone: tzinfo, data: QueryDict | None = None, *, club: Club | None = None) -> None:
        """Build the form for this game, and for a player in this time zone; for the members of a club alone."""
        super().__init__(zone, data)
        self.game, self.club = game, club
        if club:
            del self.fields["visible"], self.fields["home"], self.fields["away"]
            cast("forms.ChoiceField", self.fields["kind"]).choices = _kinds(of_club=True)
        else:
            del self.fields["rival"]
        if game.has_mirrors:
            self.fields["mirror"].help_text = mirror.help_of(game)
        else:
            del self.fields["mirror"]
        self.choices: tuple[Choice, ...] = game.options_type.choices()
        self.fields.update({PREFIX + choice.name: _field(choice) for choice in self.choices})

    @property
    def main_fields(self) -> list[forms.BoundField]:
        """The fields that most cups set."""
        return [self[name] for name in MAIN if name in self.fields]

    @property
    def more_fields(self) -> list[forms.BoundField]:
        """The other fields."""
        more = [field for field in self.visible_fields() if field.name not in MAIN]
        return sorted(more, key=lambda field: field.name == "text")  # which is the longest

    @property
    def more_is_open(self) -> bool:
        """Whether one of the other fields has an error, or an answer of the player's own."""
        more = self.more_fields
        return any(field.errors or field.field.has_changed(field.field.initial, field.value()) for field in more)

    def clean(self) -> dict[str, Any]:
        """Check that the time suits the kind."""
        data = super().clean()
        is_live = LIVE_KINDS.get(Event.Kind(data["kind"])) if "kind" in data else None
        if "time" in data and is_live is not None and PRESETS[data["time"]].is_live is not is_live:
            sentence = (
                _("An arena is live. Choose minutes.") if is_live else _("This kind is correspondence. Choose days.")
            )
            self.add_error("time", ValidationError(sentence))
        if data.get("mirror") and "time" in data and PRESETS[data["time"]].is_live:
            self.add_error("mirror", ValidationError(str(NoMirror.reason)))
        typed, data["rival"] = data.get("rival", ""), None
        if data.get("kind") == Event.Kind.TEAM:
            self._check_sides(data, typed)
        return data

    def _check_sides(self, data: dict[str, Any], typed: str) -> None:
        if self.club:
            data["rival"] = found(typed, self.club)
            if data["rival"] is None:
                self.add_error("rival", ValidationError(_("No other club has this name. Type it as its page does.")))
        else:
            self.check_teams()
        if data.get("repeat"):
            self.add_error("repeat", ValidationError(_("A team match is played once.")))

    @property
    def control(self) -> TimeControl:
        """The time control; in correspondence clocks rest at night and on vacation."""
        control = PRESETS[self.cleaned_data["time"]]
        return control if control.is_live else control.with_vacation()

    @property
    def options(self) -> Options:
        """The chosen options."""
        values = {choice.name: self.cleaned_data[PREFIX + choice.name] for choice in self.choices}
        if self.cleaned_data.get("mirror"):
            values["mirror"] = "yes"
        options: Options = self.game.options_type.read(values)
        return options.renewed()

    def event(self) -> Event:
        """Return the event, not stored and without its creator."""
        data, control = self.cleaned_data, self.control
        most = MOST_OF_ROBIN if data["kind"] == Event.Kind.ROBIN else MOST
        event = Event(
            kind=data["kind"],
            name=plain_name(data["name"]),
            text=sanitize_lines(data["text"]),
            game_slug=self.game.slug,
            option_data=self.options.data(),
            rated=data["rated"] != "casual",
            with_bots=data["with_bots"],
            rounds=(data["rounds"] or 0) if data["kind"] == Event.Kind.SWISS else 0,
            most=min(data["most"] or most, most),
            is_listed=data.get("visible") == "listed" and data["kind"] != Event.Kind.TEAM,
            club=self.club,
            rival=data["rival"],
            starts_at=data["starts_at"],
        )
        event.time_control = control
        lasts = round_time(control)
        if data["kind"] == Event.Kind.ARENA:
            event.lasts = timedelta(minutes=data["length"] or 45)
        elif data["kind"] == Event.Kind.ROBIN:
            event.lasts = lasts and 2 * lasts
        else:
            event.round_lasts = lasts
        return event


def found(name: str, club: Club) -> Club | None:
    """Return the club of this name that all players see, but for this one."""
    return visible_to(None).filter(name_key=name_key(name)).exclude(pk=club.pk).first() if name else None


def round_time(control: TimeControl) -> timedelta | None:
    """Return how long a round may take by days, until its open matches are adjudicated; None live."""
    return None if control.is_live else TURNS * control.turn_limit(None)


def _field(choice: Choice) -> forms.ChoiceField:
    answers = [(value, words.localize(gettext, ngettext)) for value, words in choice.answers.items()]
    label = choice.label.localize(gettext, ngettext)
    return forms.ChoiceField(label=label, choices=answers, initial=choice.default, widget=forms.RadioSelect)
