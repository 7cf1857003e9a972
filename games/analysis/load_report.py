"""Loading of a stored analysis and its report."""

from __future__ import annotations

from games.analysis.evaluation.report import Report, report_on
from games.analysis.evaluation.turns import Measured
from games.analysis.models import VERSION, Analysis
from games.analysis.replay import Played
from games.matches.models import Match


def analysis_of(match: Match) -> Analysis | None:
    """Return the stored analysis of this match; None if there is none of the current version."""
    return Analysis.objects.filter(match=match, version=VERSION).first()


def read_report(analysis: Analysis, played: Played) -> Report:
    """Compute the report of a finished analysis from its stored measurements and the replayed match."""
    return report_on(played.positions, [Measured.read(data) for data in analysis.measured])
