"""Reading of a stored analysis: the replayed match, and the report on it."""

from __future__ import annotations

from dataclasses import dataclass

from games.analysis.evaluation.report import Report, report_on
from games.analysis.evaluation.turns import Measured
from games.analysis.models import VERSION, Analysis
from games.matches.models import Match
from games.matches.play import positions
from games.rules import AnyGame, Position, SeededRandom


@dataclass(frozen=True)
class Played:
    """A match as it was played: its moves in notation, and the positions before the first and after each move."""

    moves: tuple[str, ...]
    positions: tuple[Position, ...]


def play_again(match: Match) -> Played:
    """Replay the whole match, without a resignation or a loss on time.

    Raises RulesGone if the current rules cannot replay it.
    """
    game: AnyGame = match.game
    seed = bytes(match.seed)
    moves = tuple(match.moves.values_list("text", flat=True))
    game_positions: list[Position] = [positions.replay_uncached(match, 0).position]
    with positions.stored_match():
        for ply, text in enumerate(moves, 1):
            game_positions.append(game.apply(game_positions[-1], game.decode(text), SeededRandom(seed, ply)))
    return Played(moves, tuple(game_positions))


def analysis_of(match: Match) -> Analysis | None:
    """Return the stored analysis of this match; None if there is none of the current version."""
    return Analysis.objects.filter(match=match, version=VERSION).first()


def read_report(analysis: Analysis, played: Played) -> Report:
    """Compute the report of a finished analysis from its stored measurements and the replayed match."""
    return report_on(played.positions, [Measured.read(data) for data in analysis.measured])
