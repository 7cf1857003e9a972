"""The moves that players have planned."""

from __future__ import annotations

from django.db import models

from games.matches.models import Match

LONGEST_FAILURE = 300  # characters of a reason


class PlannedMove(models.Model):
    """A move to be played when it is the player's turn, if it is legal then and brings at least as many points.

    A player's moves of one match are played in the order of their keys, one a turn. A move that could not be played
    stays with the reason, in the player's language, until the player plans again. `ply` is that of the match when the
    move was planned, or when the plan before it was played: see `is_past`.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="+")
    seat = models.PositiveSmallIntegerField()
    text = models.CharField(max_length=100)
    ply = models.PositiveIntegerField()
    points = models.IntegerField()  # that it would have brought when it was planned
    failure = models.CharField(max_length=LONGEST_FAILURE, blank=True)
    made_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "seat", "text"], name="one_plan_a_move")]

    def __str__(self) -> str:
        return f"{self.match_id} {self.seat}"
