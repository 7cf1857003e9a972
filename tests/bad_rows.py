"""Matches that the current rules cannot replay, because a rule changed or a game was removed."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.history.models import Participation
from games.matches.hooks import begin_turns
from games.matches.models import Match, Move, commitment_of
from games.matches.play import positions
from games.matches.play.services import find_match
from games.matches.time.control import TimeControl

Spoil = Callable[[Match], Match]


def lose_game(match: Match) -> Match:
    """Replace the game of the match by one that is not installed."""
    Participation.objects.filter(match=match).update(game_slug="vanished")
    return _spoilt(match, game_slug="vanished")


def lose_option(match: Match) -> Match:
    """Replace an option of the match by one that the game does not know."""
    return _spoilt(match, option_data={"directions": "seven", "hints": "seven"})


def lose_version(match: Match) -> Match:
    """Replace the rules version of the match by one that the game does not support."""
    return _spoilt(match, rules_version=99)


def lose_moves(match: Match) -> Match:
    """Replace a move of the match by an illegal one, or add one if there is none."""
    now = timezone.now()
    Move.objects.update_or_create(match=match, ply=1, defaults={"text": "a1r 9x9=81", "made_at": now})
    return _spoilt(match, ply=max(match.ply, 1))


SPOILS = [lose_game, lose_option, lose_version, lose_moves]
every_spoil = pytest.mark.parametrize("spoil", SPOILS)


def bad_matches(number: int, first: User, second: User, **more: object) -> list[Match]:
    """Return this many overdue matches of Digifeud with an unknown option; the first was due first."""
    now = timezone.now()
    facts = {
        "game_slug": "digifeud",
        "option_data": {"directions": "seven"},
        "time_control": TimeControl.correspondence(days=3),
    }
    late = timedelta(days=2)
    matches = [
        Match(
            first=first,
            second=second,
            started_at=now - late,
            moved_at=now - late + timedelta(seconds=place),
            deadline_at=now - late + timedelta(seconds=place),
            **facts | more,
        )
        for place in range(number)
    ]
    for match in matches:
        match.commitment = commitment_of(match.seed)
    begin_turns(*Match.objects.bulk_create(matches))
    return matches


def _spoilt(match: Match, **columns: object) -> Match:
    Match.objects.filter(pk=match.pk).update(**columns)
    positions.clear()
    return find_match(match.pk)
