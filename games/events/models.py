"""Events, who takes part, and who meets whom. What can be computed from the results is not stored."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import cached_property

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core import clock
from games.clubs.models import LONGEST_NAME, Club, new_key
from games.matches.models import Match, new_id, new_seed
from games.matches.time.terms import MatchTerms

SEASON = timedelta(days=28)  # of a league; one that is shorter is called quick


class Plan(MatchTerms):
    """The terms of an event: the match of each pairing, and how they follow each other."""

    class Kind(models.TextChoices):
        """How players are paired. What a kind does is in `games.events.formats`."""

        LEAGUE = "league", _("League")
        KNOCKOUT = "knockout", _("Knock-out")
        ROBIN = "robin", _("Round robin")
        SWISS = "swiss", _("Swiss")
        ARENA = "arena", _("Arena")
        TEAM = "team", _("Team match")

    kind = models.CharField(max_length=8, choices=Kind.choices)
    name = models.CharField(max_length=60, blank=True)  # empty: the site names it by its kind, game and number
    text = models.TextField(max_length=1000, blank=True)
    rounds = models.PositiveSmallIntegerField(default=0)  # 0: as many as the kind needs for the players
    round_lasts = models.DurationField(null=True, blank=True)  # None: a round ends with its last match
    lasts = models.DurationField(null=True, blank=True)  # of a season or an arena
    least = models.PositiveSmallIntegerField(default=2)  # players with whom it begins
    most = models.PositiveSmallIntegerField(default=500)
    with_bots = models.BooleanField(default=False)  # bots may enter; players confirm that when they do
    creator = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )  # None: the site
    # Only its members enter; a closed club keeps its row.
    club = models.ForeignKey(Club, on_delete=models.PROTECT, null=True, blank=True, related_name="+")

    class Meta:
        abstract = True


class Series(Plan):
    """Events that follow each other: the seasons of a league, or a cup that recurs by a rule."""

    key = models.SlugField(unique=True)  # in addresses
    rule = models.CharField(max_length=200, blank=True)  # RRULE of RFC 5545; empty: each follows the one before it
    zone = models.CharField(max_length=40, default="UTC")  # whose local time the rule means
    is_listed = models.BooleanField(default=True)
    # Of a rule the begin of the last event, from which it counts; else when one has to be announced. None: stopped.
    next_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"series {self.key}"


class Event(Plan):
    """One league season, cup or arena. Its row is locked while it is changed; `version` rises with each change."""

    class State(models.TextChoices):
        """Where it is in its life."""

        OPEN = "open", pgettext_lazy("an event", "open for entry")
        RUNNING = "running", pgettext_lazy("an event", "running")
        OVER = "over", pgettext_lazy("an event", "over")
        CALLED_OFF = "off", pgettext_lazy("an event", "cancelled")

    id = models.CharField(primary_key=True, max_length=10, default=new_id, editable=False)
    series = models.ForeignKey(Series, on_delete=models.SET_NULL, null=True, blank=True, related_name="events")
    number = models.PositiveIntegerField(default=0)  # in its series, from 1
    state = models.CharField(max_length=7, choices=State.choices, default=State.OPEN)
    version = models.PositiveIntegerField(default=0)
    # Of a team match of clubs the other one; `club` has invited it.
    rival = models.ForeignKey(Club, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    is_listed = models.BooleanField(default=True)  # otherwise by its link only
    made_at = models.DateTimeField(default=clock.now, editable=False)
    starts_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    # Decides what chance decides in pairings; published when it begins, its SHA-256 before (commit-reveal).
    seed = models.BinaryField(max_length=32, default=new_seed, editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["series", "number"], condition=Q(series__isnull=False), name="one_event_a_number"
            )
        ]
        indexes = [
            models.Index(fields=["starts_at"], condition=Q(state__in=["open", "running"]), name="event_alive"),
            models.Index(fields=["-ended_at"], condition=Q(state="over"), name="event_over"),
        ]

    def __str__(self) -> str:
        return f"event {self.pk}"

    def get_absolute_url(self) -> str:
        """Return the path of its page."""
        return reverse("events:event", args=[self.pk])

    @property
    def title(self) -> str:
        """Its name; without one its game and kind in the active language, and the number of a season."""
        if self.kind == self.Kind.LEAGUE and self.number and not self.name:
            return gettext("%(league)s, season %(number)d") % {"league": self.brief, "number": self.number}
        return self.brief

    @property
    def brief(self) -> str:
        """The same without the season."""
        if self.name:
            return self.name
        if self.sides:
            return " – ".join(map(str, self.sides))
        if self.kind == self.Kind.LEAGUE:
            words = gettext("%(game)s quick league") if self.is_quick else gettext("%(game)s league")
        else:
            words = gettext("%(kind)s of %(game)s")
        return words % {"game": self.game_name, "kind": self.get_kind_display()}

    @property
    def clubs(self) -> list[Club]:
        """The clubs whose members alone can enter; none for all players."""
        return [club for club in (self.club, self.rival) if club]

    @cached_property
    def sides(self) -> list[Side]:
        """The two sides of a team match: clubs, or teams that have links; none for other kinds."""
        if self.kind != self.Kind.TEAM:
            return []
        return [self.club, self.rival] if self.club and self.rival else list(self.teams.all())

    @property
    def is_by_link(self) -> bool:
        """Whether players enter by the link of a team."""
        return self.kind == self.Kind.TEAM and self.rival_id is None

    @property
    def is_quick(self) -> bool:
        """Whether it is a season that is shorter than usual."""
        return self.lasts is not None and self.lasts < SEASON

    @property
    def minutes(self) -> int:
        """How many minutes an arena lasts."""
        return round(self.lasts / timedelta(minutes=1)) if self.lasts else 0

    @property
    def is_over(self) -> bool:
        """Whether nothing changes any more."""
        return self.state in (self.State.OVER, self.State.CALLED_OFF)

    @property
    def ends_at(self) -> datetime | None:
        """When it ends by its plan; None where its last match ends it."""
        return self.starts_at + self.lasts if self.lasts else None


class Team(models.Model):
    """A side of a team match that is no club: a name, and a link by which its players enter."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, db_index=False, related_name="teams")
    number = models.PositiveSmallIntegerField()  # 1 or 2; the first one is in the place of the club that invites
    name = models.CharField(max_length=LONGEST_NAME)
    link_key = models.CharField(max_length=16, unique=True, default=new_key, editable=False)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="one_team_a_number")]

    def __str__(self) -> str:
        return self.name


Side = Club | Team


class Division(models.Model):
    """A division of a league season: players of like strength. Number 1 is the highest."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="divisions")
    number = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="one_division_a_number")]

    def __str__(self) -> str:
        return f"division {self.number}"


class Entry(models.Model):
    """A player who takes part in an event."""

    class State(models.TextChoices):
        """Whether the entry is paired, and whether it counts."""

        IN = "in", pgettext_lazy("a player", "takes part")
        AWAY = "away", pgettext_lazy("a player", "pauses")  # is not paired until the player returns
        WITHDRAWN = "left", pgettext_lazy("a player", "withdrew")  # is not paired again; results stay
        STRUCK = "struck", pgettext_lazy("a player", "struck out")  # with all results, for too few matches played
        REMOVED = "removed", pgettext_lazy("a player", "removed")  # by staff: places of others move up

    event = models.ForeignKey(Event, on_delete=models.CASCADE, db_index=False, related_name="entries")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="entries")
    division = models.ForeignKey(Division, on_delete=models.SET_NULL, null=True, blank=True, related_name="entries")
    # In a team match its side: a club, or a team that has a link.
    club = models.ForeignKey(Club, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    team = models.ForeignKey(Team, on_delete=models.CASCADE, null=True, blank=True, related_name="entries")
    state = models.CharField(max_length=7, choices=State.choices, default=State.IN)
    joined_at = models.DateTimeField(default=clock.now, editable=False)
    rating = models.FloatField(default=0.0)  # when the event began, or at a late entry: it decides the seeding
    first_round = models.PositiveSmallIntegerField(default=1)  # later for who entered late
    came_back = models.BooleanField(default=False)  # withdrew before: gets no bye while others have none
    stays = models.BooleanField(default=True)  # of a league: plays the next season too
    confirmed_bots = models.BooleanField(default=False)
    absences = models.PositiveSmallIntegerField(default=0)  # pairings without a move of this player
    place = models.PositiveSmallIntegerField(null=True, blank=True)  # the final one, shared by equals
    removed_later = models.BooleanField(
        default=False, db_default=False
    )  # when the event was over: results stay, places move up
    movement = models.SmallIntegerField(default=0)  # of a league: 1 promoted, -1 relegated

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "player"], name="one_entry_a_player")]
        indexes = [models.Index(fields=["player"], condition=Q(place__isnull=False), name="entry_with_place")]

    def __str__(self) -> str:
        return f"entry {self.pk}"

    @property
    def side(self) -> Side | None:
        """The side of a team match for which it plays."""
        return self.club or self.team

    @property
    def is_paired(self) -> bool:
        """Whether the next round has a pairing for it."""
        return self.state == self.State.IN


class Round(models.Model):
    """A round of an event, or a wave of an arena: the unique number keeps two schedulers from pairing it twice."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, db_index=False, related_name="played_rounds")
    number = models.PositiveIntegerField()  # from 1
    begins_at = models.DateTimeField()
    ends_at = models.DateTimeField(null=True, blank=True)  # open matches are adjudicated then
    closed_at = models.DateTimeField(null=True, blank=True)
    # What it was paired from, as `games.events.pairing` takes it: with the seed all can pair it again.
    basis = models.JSONField(default=dict, blank=True, editable=False)
    reminded_at = models.DateTimeField(null=True, blank=True)  # who has not moved yet was reminded

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="one_round_a_number")]

    def __str__(self) -> str:
        return f"round {self.number}"


class Pairing(models.Model):
    """Two entries that meet in a round, or one that has a bye. Points are half points: a win has 2."""

    class Result(models.TextChoices):
        """What came out."""

        OPEN = "", pgettext_lazy("a pairing", "open")
        FIRST = "first", _("first wins")
        SECOND = "second", _("second wins")
        DRAW = "draw", pgettext_lazy("a pairing", "draw")
        NEITHER = "neither", _("lost by both")
        BYE = "bye", pgettext_lazy("a pairing", "bye")
        CANCELLED = "off", _("counts for neither")

    class Cause(models.TextChoices):
        """What the result was decided by."""

        PLAYED = "", pgettext_lazy("a pairing", "played")
        ABSENCE = "absence", _("by absence")  # no move, or an entry that is no longer in
        JUDGED = "judged", pgettext_lazy("a pairing", "adjudicated")  # open at the end: by proof, else by score
        STAFF = "staff", _("by staff")

    round = models.ForeignKey(Round, on_delete=models.CASCADE, db_index=False, related_name="pairings")
    number = models.PositiveSmallIntegerField()  # from 1; in a knock-out its place in the bracket
    division = models.ForeignKey(Division, on_delete=models.CASCADE, null=True, blank=True, related_name="pairings")
    first = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="as_first")
    second = models.ForeignKey(Entry, on_delete=models.CASCADE, null=True, blank=True, related_name="as_second")
    match = models.OneToOneField(Match, on_delete=models.PROTECT, null=True, blank=True, related_name="pairing")
    # The second board of a mirror match, on which `second` has the first seat.
    mirror = models.OneToOneField(Match, on_delete=models.PROTECT, null=True, blank=True, related_name="mirror_pairing")
    result = models.CharField(max_length=7, choices=Result.choices, blank=True, default=Result.OPEN)
    cause = models.CharField(max_length=7, choices=Cause.choices, blank=True, default=Cause.PLAYED)
    decided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["round", "number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="one_pairing_a_number"),
            models.UniqueConstraint(fields=["round", "first"], name="one_pairing_as_first"),
            models.UniqueConstraint(
                fields=["round", "second"], condition=Q(second__isnull=False), name="one_pairing_as_second"
            ),
            models.CheckConstraint(condition=Q(second=None) | ~Q(first=F("second")), name="two_different_entries"),
        ]
        indexes = [models.Index(fields=["round"], condition=Q(result=""), name="pairing_open")]

    def __str__(self) -> str:
        return f"pairing {self.pk}"

    @property
    def points(self) -> tuple[int, int]:
        """The half points of both entries."""
        scores = {"first": (2, 0), "second": (0, 2), "draw": (1, 1), "bye": (2, 0)}
        return scores.get(self.result, (0, 0))

    @property
    def is_decided(self) -> bool:
        """Whether its result is known."""
        return self.result != self.Result.OPEN

    @property
    def entries(self) -> list[Entry]:
        """The entries that meet, one for a bye."""
        return [self.first, self.second] if self.second else [self.first]

    def players(self) -> tuple[User, User | None]:
        """Return both players; the second is None for a bye."""
        return self.first.player, self.second.player if self.second else None
