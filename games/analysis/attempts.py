"""A move of one's own at a turn of an analysed match: judged by the rules, weighed against the best one."""

from __future__ import annotations

import hashlib

from django import forms
from django.core.cache import caches

from games.analysis.evaluation.candidates import Choice
from games.analysis.evaluation.report import Row
from games.analysis.evaluation.turns import weigh
from games.analysis.replay import Played
from games.matches.models import Match
from games.workers import run

LONGEST = 100  # characters
KEPT = 3600  # seconds for which a weighed move is cached


class AttemptForm(forms.Form):
    """The notation of a move."""

    attempt = forms.CharField(max_length=LONGEST)


def weigh_attempt(match: Match, played: Played, row: Row, text: str) -> Choice | None:
    """Return the move in standard notation, with points and winning chance; None where it cannot be weighed.

    One of the turn's candidates has the chance that is stored. Raises BadNotation and IllegalMove, and NotDone of the
    workers.
    """
    game, before = match.game, played.positions[row.ply - 1]
    move = game.decode(text)
    points, text = game.judge(before, move).points, game.encode(move)
    for choice in row.choices:
        if choice.text == text:
            return choice
    if not row.choices:
        return None
    best = row.choices[0]
    key = hashlib.sha256(f"{match.pk} {row.ply} {text} {best.text}".encode()).hexdigest()
    found = caches["pages"].get(f"attempt.{key}")
    if found is None:
        weighed = run(weigh, match.game_slug, before, text, best.text, match.pk, row.ply, match.rules_version)
        if weighed is None:
            return None
        found = [weighed.cost, weighed.error]
        caches["pages"].set(f"attempt.{key}", found, KEPT)
    cost, error = found
    return Choice(text, points, min(1.0, max(0.0, best.chance - cost)), error)
