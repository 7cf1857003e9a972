"""The judge of puzzles of 10 BY 10: play-outs that know the rules only, of another kind than the search."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from games.puzzles.making.verification import leads
from games.rules import Evaluation, SeededRandom
from games.tenbyten.ai import playouts
from games.tenbyten.bots import ExpectimaxBot
from games.tenbyten.model.position import TenByTenPosition
from games.tenbyten.rules import game
from tests.sizes import examples
from tests.tenbyten.test_expectimax import endgames
from tests.tenbyten.test_search import QUIET_REPLIES_ALIKE


def verdict(position: TenByTenPosition, texts: str) -> Mapping[str, float]:
    """Return the judged chances of these moves to win the match."""
    moves = [game.decode(text) for text in texts.split()]
    found = ExpectimaxBot().judge(game.view(position, position.to_move), moves, SeededRandom(b"judge"))
    return {game.encode(one.move): one.chance for one in found}


@pytest.mark.thorough  # by default: chances that are exact
def test_it_finds_the_capture_that_the_search_once_overlooked() -> None:
    """The former search said 96 of 100 matches for 4a5, and 69 for the capture."""
    found = verdict(QUIET_REPLIES_ALIKE, "4a5 4c1xa1:d1")
    assert found["4a5"] < found["4c1xa1:d1"]


def test_it_tells_a_draw_from_a_win(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its chances are those of exhaustive expectimax where the next replies decide, within its errors."""
    monkeypatch.setattr(playouts, "ITERATIONS", 800)
    for position, exact in (next(endgames(1)), *([next(endgames(2))] if examples(0, 1) else [])):
        moves = sorted(exact, key=lambda move: exact[move])
        chosen = [moves[0], moves[-1]]
        found = playouts.judge(game.view(position, position.to_move), chosen, SeededRandom(b"judge"))
        for one in found:
            assert one.chance == pytest.approx(exact[one.move], abs=0.06)


def test_an_answer_has_to_lead_every_rival() -> None:
    best, second, third = (
        Evaluation[object](text, chance, 0.01) for text, chance in (("a", 0.6), ("b", 0.5), ("c", 0.2))
    )
    assert leads([best, second, third], best)
    assert not leads([best, second, third], second)
    assert not leads([best, Evaluation("b", 0.5, 0.05)], best)
    assert not leads([best, Evaluation("b", 0.56, 0.01)], best)
