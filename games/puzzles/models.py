"""Puzzles: their sources, the daily ones, attempts, and the players' puzzle ratings."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.catalogue import games
from games.matches.models import Match, new_id
from games.puzzles.kinds import BEGINNING, Kind, Level, RunKind, Theme, check_version, level_of
from games.ratings.glicko2 import SETTLED, Standing, settled_until
from games.ratings.update import State
from games.rules import AnyGame


class Source(models.Model):
    """A match to be searched for puzzles: a `match` of this site, or the `number`-th one between two computers."""

    match = models.OneToOneField(Match, on_delete=models.CASCADE, null=True, blank=True, related_name="puzzle_source")
    game_slug = models.SlugField(db_index=False)
    number = models.PositiveIntegerField(null=True, blank=True)
    searched_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game_slug", "number"], name="one_source_a_number")]
        indexes = [models.Index(fields=["id"], condition=Q(searched_at=None), name="source_to_search")]

    def __str__(self) -> str:
        return f"{self.game_slug} {self.match_id or self.number}"


class Puzzle(models.Model):
    """A position, stored as the moves that lead to it, and its answers.

    A puzzle of most points is answered by every move with `best_points`, any other kind by one of `solutions`. An
    ending of several moves has a `line` (`games.puzzles.making.lines`), and is solved at the end of one of its paths.

    It is rated like a player (Glicko-2), and wins if the first move does not solve it. A puzzle reserved `for_daily` is
    hidden before its day. It is offered once it is verified that its answers are the best moves by winning chance too
    (`services.stock`), by this version of the check. Without `checked_at` it waits for that; an offered one is offered
    meanwhile.
    Its themes (`making.themes`) are found by a job, unless its pack brings them: `themes_version` is 0 before.
    `why` has the move, in notation, that its answer is better than, and key and values of the reason (`rules.reasons`):
    empty if none is sure, None until one is looked for, as it is for dailies.
    """

    class State(models.TextChoices):
        """The visibility of a puzzle."""

        UNCHECKED = "unchecked", _("not checked yet")  # never offered, as it waits for its first verification
        OFFERED = "offered", pgettext_lazy("a puzzle", "offered")
        OWN = "own", _("a player’s own")  # seen only by the player who made the mistake (`Mistake`)
        WITHHELD = "withheld", pgettext_lazy("a puzzle", "withheld")

    id = models.CharField(primary_key=True, max_length=10, default=new_id, editable=False)
    source = models.ForeignKey(Source, on_delete=models.SET_NULL, null=True, blank=True, related_name="puzzles")
    game_slug = models.SlugField(db_index=False)
    option_data = models.JSONField(default=dict)
    rules_version = models.PositiveSmallIntegerField(default=1, db_default=1, editable=False)
    seed = models.BinaryField(max_length=32, editable=False)
    moves = models.JSONField(default=list)
    ply = models.PositiveIntegerField()
    best = models.CharField(max_length=100)
    best_points = models.PositiveIntegerField()
    second_points = models.PositiveIntegerField()
    choices = models.PositiveIntegerField()
    answers = models.PositiveIntegerField()
    kind = models.CharField(max_length=7, choices=Kind.choices, default=Kind.SUM)
    solutions = models.JSONField(default=list, blank=True)
    line = models.JSONField(default=dict, blank=True)
    best_chance = models.FloatField(null=True, blank=True)
    points_chance = models.FloatField(null=True, blank=True)
    why = models.JSONField(null=True, blank=True)
    hardness = models.FloatField()
    rating = models.FloatField(default=BEGINNING.rating)
    deviation = models.FloatField(default=BEGINNING.deviation)
    volatility = models.FloatField(default=BEGINNING.volatility)
    tried = models.PositiveIntegerField(default=0)
    solved = models.PositiveIntegerField(default=0)
    for_daily = models.BooleanField(default=False)
    state = models.CharField(max_length=9, choices=State.choices, default=State.UNCHECKED)
    checked_at = models.DateTimeField(null=True, blank=True)
    check_version = models.PositiveSmallIntegerField(default=check_version, db_default=0, editable=False)
    themes_version = models.PositiveSmallIntegerField(default=0, db_default=0, editable=False)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["source", "ply"], name="one_puzzle_a_position")]
        indexes = [
            models.Index(fields=["game_slug", "for_daily", "rating"], name="puzzle_by_rating"),
            models.Index(fields=["game_slug", "rating"], condition=Q(state="offered"), name="puzzle_offered"),
            models.Index(fields=["made_at"], condition=Q(checked_at=None), name="puzzle_unchecked"),
        ]

    def __str__(self) -> str:
        return f"{self.game_slug} {self.pk}"

    @property
    def game(self) -> AnyGame:
        """Return the game under the rules with which the puzzle was found; raises LookupError if they are gone."""
        return games()[self.game_slug].version(self.rules_version)

    @property
    def asks_for_points(self) -> bool:
        """Return whether the most points are asked for."""
        return self.kind == Kind.SUM

    @property
    def question(self) -> str:
        """Return the question in general terms, for pages that only link to the puzzle."""
        if self.asks_for_points:
            return gettext("Which move scores the most points?")
        return gettext("Which move wins most often?")

    @property
    def is_line(self) -> bool:
        """Return whether it has several moves, each of which has to win."""
        return self.kind == Kind.LINE

    def is_answered_by(self, move: str, points: int) -> bool:
        """Return whether a move, in canonical notation, is one of the answers."""
        return points == self.best_points if self.asks_for_points else move in self.solutions

    @property
    def is_offered(self) -> bool:
        """Return whether players may see it."""
        return self.state == self.State.OFFERED

    @property
    def is_withheld(self) -> bool:
        """Return whether it failed verification: another move is better or nearly as good."""
        return self.state == self.State.WITHHELD

    @property
    def standing(self) -> Standing:
        """Return its difficulty as a Glicko-2 standing."""
        return Standing(self.rating, self.deviation, self.volatility)

    @standing.setter
    def standing(self, standing: Standing) -> None:
        self.rating, self.deviation, self.volatility = standing.rating, standing.deviation, standing.volatility

    @property
    def is_settled(self) -> bool:
        """Return whether its rating is reliable: its deviation is below `SETTLED`."""
        return self.deviation < SETTLED

    def is_known_to(self, player: User) -> bool:
        """Return whether the player took part in its match."""
        return (match := self.source.match if self.source else None) is not None and match.seat_of(player) is not None

    @property
    def level(self) -> Level:
        """Return its level."""
        return level_of(self.rating)


class PuzzleTheme(models.Model):
    """A theme of a puzzle that all its answers have."""

    puzzle = models.ForeignKey(Puzzle, on_delete=models.CASCADE, related_name="themes")
    theme = models.CharField(max_length=8, choices=Theme.choices)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["puzzle", "theme"], name="one_theme_once")]


class Daily(models.Model):
    """The puzzle of one day in a game. The unique constraint decides between concurrent choices."""

    game_slug = models.SlugField(db_index=False)
    day = models.DateField()
    number = models.PositiveIntegerField()
    puzzle = models.OneToOneField(Puzzle, on_delete=models.CASCADE, related_name="daily")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game_slug", "day"], name="one_daily_a_day"),
            models.UniqueConstraint(fields=["game_slug", "number"], name="one_daily_a_number"),
        ]
        verbose_name_plural = _("dailies")

    def __str__(self) -> str:
        return f"{self.game_slug} #{self.number}, {self.day}"


class Solver(models.Model):
    """A player's puzzle rating in a game."""

    game_slug = models.SlugField(db_index=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="solvers")
    rating = models.FloatField()
    deviation = models.FloatField()
    volatility = models.FloatField()
    rated_at = models.DateTimeField()
    settled_until = models.DateTimeField(null=True, blank=True)
    solved = models.PositiveIntegerField(default=0)
    failed = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "game_slug"], name="one_solver_a_game")]

    def __str__(self) -> str:
        return f"{self.game_slug} {self.player_id}"

    @property
    def tried(self) -> int:
        """Return the number of rated puzzles."""
        return self.solved + self.failed

    def at(self, moment: datetime) -> Standing:
        """Return the standing at this time, with the deviation grown since `rated_at` (Glicko-2)."""
        return State(Standing(self.rating, self.deviation, self.volatility), self.rated_at).at(moment)

    def set_standing(self, standing: Standing, at: datetime) -> None:
        """Set the new standing without saving."""
        self.rating, self.deviation, self.volatility = standing.rating, standing.deviation, standing.volatility
        self.rated_at, self.settled_until = at, settled_until(standing, at)


class Attempt(models.Model):
    """One player's attempt at one puzzle.

    It is rated once: by the first move or by giving up; in an ending of several moves by the first wrong move, the
    completed line, or giving up; the ratings are None if it was not rated. `text` and `points` are those of the last
    try. In an ending of several moves, `line` has the moves so far: the player's winning ones and the replies
    alternately.
    """

    puzzle = models.ForeignKey(Puzzle, on_delete=models.CASCADE, related_name="attempts")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="attempts")
    begun_at = models.DateTimeField()
    tries = models.PositiveIntegerField(default=0)
    text = models.CharField(max_length=100, blank=True)
    points = models.PositiveIntegerField(default=0)
    line = models.JSONField(default=list, blank=True)
    solved_at = models.DateTimeField(null=True, blank=True)
    given_up_at = models.DateTimeField(null=True, blank=True)
    rating_before = models.FloatField(null=True, blank=True)
    rating_after = models.FloatField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "puzzle"], name="one_attempt_a_player")]
        indexes = [models.Index(fields=["player", "-begun_at"], name="attempt_latest")]

    def __str__(self) -> str:
        return f"{self.puzzle_id} by {self.player_id}"

    @property
    def is_over(self) -> bool:
        """Return whether it was solved or given up."""
        return bool(self.solved_at or self.given_up_at)

    @property
    def missed_last(self) -> bool:
        """Return whether the latest move of an ending of several moves was wrong."""
        return (last := self.tried.last()) is not None and last.step == len(self.line)

    @property
    def gain(self) -> int | None:
        """Return the change of the displayed rating; None if it was not rated."""
        if self.rating_before is None or self.rating_after is None:
            return None
        return round(self.rating_after) - round(self.rating_before)


class Try(models.Model):
    """One move that was tried; in a line, only wrong and last ones. Unique: the same move sent twice is one try.

    `step` is the number of moves of the line before it; 0 without a line.
    """

    attempt = models.ForeignKey(Attempt, on_delete=models.CASCADE, related_name="tried")
    number = models.PositiveSmallIntegerField()
    step = models.PositiveSmallIntegerField(default=0)
    text = models.CharField(max_length=100)
    points = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["attempt", "number"], name="one_try_a_number"),
            models.UniqueConstraint(fields=["attempt", "step", "text"], name="one_try_a_move"),
        ]
        ordering = ["number"]


class SolvedDay(models.Model):
    """A UTC day on which a player solved a daily puzzle of any game. Streaks are counted from these."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="solved_days")
    day = models.DateField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "day"], name="solved_a_day_once")]


class Run(models.Model):
    """A series of puzzles with one move each: a sprint against the clock, a streak, failed puzzles, or own mistakes.

    It changes no rating. A sprint ends at `ends_at` or with the third miss, a streak, which has no clock, with the
    first one (`services.runs.MOST_MISSES`), another run when no puzzle is left, and all when the player stops.
    """

    Kind = RunKind

    id = models.CharField(primary_key=True, max_length=10, default=new_id, editable=False)
    kind = models.CharField(max_length=6, choices=Kind.choices)
    game_slug = models.SlugField(db_index=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="puzzle_runs")
    begun_at = models.DateTimeField()
    ends_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    solved = models.PositiveIntegerField(default=0)
    missed = models.PositiveIntegerField(default=0)
    skipped = models.PositiveSmallIntegerField(default=0, db_default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["player", "game_slug", "kind"], condition=Q(ended_at=None), name="one_open_run_a_kind"
            )
        ]
        indexes = [
            models.Index(fields=["game_slug", "kind", "begun_at"], name="run_by_day"),
            models.Index(fields=["player", "-begun_at"], name="run_latest"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.game_slug} by {self.player_id}"

    @property
    def is_ranked(self) -> bool:
        """Return whether it gets harder from puzzle to puzzle and is compared with those of others."""
        return self.kind in (self.Kind.SPRINT, self.Kind.STREAK)

    @property
    def can_skip(self) -> bool:
        """Return whether the player may skip a puzzle: once in a streak."""
        return self.kind == self.Kind.STREAK and not self.skipped and not self.ended_at

    @property
    def game(self) -> AnyGame:
        """Return its game."""
        return games()[self.game_slug]


class RunPuzzle(models.Model):
    """A puzzle of a run and its move, none if skipped; the first one without `answered_at` is to be answered now."""

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="puzzles")
    puzzle = models.ForeignKey(Puzzle, on_delete=models.CASCADE, related_name="in_runs")
    number = models.PositiveSmallIntegerField()
    text = models.CharField(max_length=100, blank=True)
    points = models.PositiveIntegerField(default=0)
    is_solved = models.BooleanField(default=False)
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["run", "number"], name="one_puzzle_a_number"),
            models.UniqueConstraint(fields=["run", "puzzle"], name="one_puzzle_a_run"),
        ]
        ordering = ["number"]


class Mistake(models.Model):
    """A costly move of a player's own match, which is practised as a puzzle that only this player sees.

    It is due a week after the match (`due_at`), again after growing pauses, and learned when it was solved twice. `why`
    has the reason why another move was better, as `rules.reasons.Why` does, or is empty.
    """

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="mistakes")
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="mistakes")
    puzzle = models.OneToOneField(Puzzle, on_delete=models.CASCADE, related_name="mistake")
    theme = models.CharField(max_length=8, choices=Theme.choices)
    cost = models.FloatField()
    why = models.JSONField(default=list, blank=True)
    made_at = models.DateTimeField()
    due_at = models.DateTimeField()
    shown = models.PositiveSmallIntegerField(default=0)
    solved = models.PositiveSmallIntegerField(default=0)

    class Meta:
        indexes = [models.Index(fields=["player", "due_at"], name="mistake_due")]

    def __str__(self) -> str:
        return f"{self.theme} by {self.player_id} in {self.match_id}"

    @property
    def ply(self) -> int:
        """Return the number of the turn in which it was made."""
        return self.puzzle.ply + 1
