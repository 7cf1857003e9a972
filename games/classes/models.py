"""Classes and their pupils."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.db import models
from django.urls import reverse

from core import clock
from games.matches.models import Match, new_id
from games.puzzles.models import Puzzle

LONGEST_NAME = 40
LONGEST_PAUSE = timedelta(hours=2)  # of all boards; matches have days per move, so that it costs no one the time
LONGEST_PUPIL = 30  # as `User.pupil_name`
LONGEST_SUM = 60  # as it is written, with spaces; a line of Summy has 25 squares


class SchoolClass(models.Model):
    """A class. It and everything of its pupils is deleted on a day that its teacher has chosen."""

    id = models.CharField(primary_key=True, max_length=10, default=new_id, editable=False)
    teacher = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="classes")
    name = models.CharField(max_length=LONGEST_NAME)
    made_at = models.DateTimeField(default=clock.now, editable=False)
    ends_on = models.DateField(db_index=True)
    warned_at = models.DateTimeField(null=True, blank=True, editable=False)  # the teacher, two weeks before
    paused_at = models.DateTimeField(null=True, blank=True, editable=False)  # the boards of all pupils
    has_challenges = models.BooleanField(default=True, db_default=True)  # pupils may challenge each other

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """Return the path of its page."""
        return reverse("classes:class", args=[self.pk])

    @property
    def is_paused(self) -> bool:
        """Whether pupils may not move now."""
        return self.paused_at is not None and clock.now() < self.paused_at + LONGEST_PAUSE


class Pupil(models.Model):
    """A pupil of one class; the name inside the class is `User.pupil_name`. Of the card only HMACs are kept."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="pupil")
    school_class = models.ForeignKey(SchoolClass, on_delete=models.CASCADE, related_name="pupils")
    # NULL without a card: unique as it is, an empty text could be there once.
    code_digest = models.CharField(max_length=64, unique=True, null=True, editable=False)  # noqa: DJ001
    picture_digest = models.CharField(max_length=64, default="", db_default="", editable=False)  # empty: none
    card_made_at = models.DateTimeField(null=True, editable=False)

    def __str__(self) -> str:
        return str(self.user)


class Round(models.Model):
    """The latest round of a class: matches, or one puzzle for all who were here."""

    school_class = models.OneToOneField(SchoolClass, on_delete=models.CASCADE, primary_key=True, related_name="round")
    game_slug = models.SlugField(db_index=False)
    begun_at = models.DateTimeField(default=clock.now)
    puzzle = models.ForeignKey(Puzzle, on_delete=models.CASCADE, null=True, related_name="+")
    pupils = models.ManyToManyField(Pupil, related_name="+")
    matches = models.ManyToManyField(Match, related_name="+")

    def __str__(self) -> str:
        return f"{self.school_class_id} {self.game_slug}"


class WrongSum(models.Model):
    """A false sum that a pupil wanted to play in a turn of a match: refused, and kept for the teacher."""

    pupil = models.ForeignKey(Pupil, on_delete=models.CASCADE, related_name="wrong_sums")
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="+")
    ply = models.PositiveIntegerField()
    equation = models.CharField(max_length=LONGEST_SUM)
    at = models.DateTimeField(default=clock.now)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("pupil", "match", "ply", "equation"), name="one_wrong_sum_a_turn"),
        )

    def __str__(self) -> str:
        return self.equation


class MatchFacts(models.Model):
    """The turns of pupils in a match that is over, each as an `arithmetic.Turn`; they go with the match."""

    match = models.OneToOneField(Match, on_delete=models.CASCADE, primary_key=True, related_name="facts")
    turns = models.JSONField(default=list)

    class Meta:
        verbose_name_plural = "facts of matches"

    def __str__(self) -> str:
        return self.match_id
