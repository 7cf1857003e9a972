"""Reads a kept analysis: its report, and what one turn of it shows."""

from __future__ import annotations

from games.analysis.evaluation.report import Report, report_on
from games.analysis.evaluation.turns import Measured
from games.analysis.models import VERSION, Analysis
from games.analysis.replay import Played
from games.matches.models import Match


def analysis_of(match: Match) -> Analysis | None:
    """The analysis of this match as it is kept; None where nobody has asked for one that this version understands."""
    return Analysis.objects.filter(match=match, version=VERSION).first()


def read_report(analysis: Analysis, played: Played) -> Report:
    """What a finished analysis says about the match that was played so."""
    return report_on(played.positions, [Measured.read(data) for data in analysis.measured])
