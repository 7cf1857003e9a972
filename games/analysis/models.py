"""Stored analyses: their progress and the measurements of each turn."""

from __future__ import annotations

from django.db import models
from django.utils.translation import pgettext_lazy

from games.matches.models import Match

VERSION = 14  # of the method; older analyses are not shown but made again (`services.renew_outdated`, `ask`)
SAME_TURNS = 13  # the version since which turns are measured alike: these analyses lack only the reasons of the moments


def current_version() -> int:
    """Return `VERSION`, the default of new analyses; as a function it needs no migration when it is raised."""
    return VERSION


class Analysis(models.Model):
    """The analysis of one finished match, made by the job `games.analysis.jobs.work_on`.

    `measured` grows by one entry (`evaluation.turns.Measured`) per turn, the start of the match first; `done` is its
    length.
    """

    class State(models.TextChoices):
        """The progress of an analysis."""

        ASKED = "asked", pgettext_lazy("an analysis", "asked for")
        WORKING = "working", pgettext_lazy("an analysis", "being worked on")
        DONE = "done", pgettext_lazy("an analysis", "done")
        FAILED = "failed", pgettext_lazy("an analysis", "failed")

    match = models.OneToOneField(Match, on_delete=models.CASCADE, primary_key=True, related_name="analysis")
    state = models.CharField(max_length=8, choices=State.choices, default=State.ASKED)
    version = models.PositiveSmallIntegerField(default=current_version)
    asked_at = models.DateTimeField()
    done = models.PositiveIntegerField(default=0)
    measured = models.JSONField(default=list)
    # Of each turn by a quick pass (`evaluation.turns.estimate`); empty before it, and once the analysis is done
    estimate = models.JSONField(default=list)
    summary = models.JSONField(default=dict)  # of a finished analysis, see `games.analysis.reading`

    class Meta:
        verbose_name_plural = "analyses"
        indexes = (models.Index(fields=["version"], name="analysis_version"),)

    def __str__(self) -> str:
        return f"{self.match_id} {self.state}"

    @property
    def is_done(self) -> bool:
        """Return whether the analysis is complete."""
        return self.state == self.State.DONE

    @property
    def is_on_its_way(self) -> bool:
        """Return whether the analysis is waiting or in progress."""
        return self.state in (self.State.ASKED, self.State.WORKING)

    @property
    def turns_done(self) -> int:
        """Return the number of measured turns, without the start."""
        return max(0, self.done - 1)
