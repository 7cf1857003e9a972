"""The expectimax search of 10 BY 10 is exact near the end of a game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import pytest

from games.rules import SeededRandom
from games.tenbyten.ai.expectimax import Search, evaluate, search
from games.tenbyten.bots import ExpectimaxBot, fast_bot
from games.tenbyten.model.moves import Move, Selection
from games.tenbyten.model.position import TenByTenPosition
from games.tenbyten.rules import game
from tests.sizes import cases, examples
from tests.tenbyten.plain_expectimax import TooDeep, win_probabilities

SAMPLES = {1: examples(4, 28), 2: examples(1, 4)}  # positions, by the chips in the container


def endgames(
    container: int, won: tuple[int, int] = (0, 0), drawn_in_a_row: int = 0
) -> Iterator[tuple[TenByTenPosition, dict[Move, float]]]:
    """Generate positions with `container` chips left, and the exact win probabilities of all their moves.

    The positions are from first games, with the results replaced by `won` and `drawn_in_a_row`.
    """
    for position in (position for number in range(400) for position in first_game(number)):
        if len(position.container) == container:
            public = replace(position.public, won=won, drawn=drawn_in_a_row, drawn_in_a_row=drawn_in_a_row)
            position = replace(position, public=public)
            try:
                found = win_probabilities(replace(position, last=None))
            except TooDeep:
                continue
            if len(set(found.values())) > 1:
                yield position, found


def first_game(number: int) -> Iterator[TenByTenPosition]:
    """Generate all positions of a game between two fast bots."""
    position, ply = game.setup(game.options_type(), SeededRandom(b"late", number)), 0
    while position.public.number == 1:
        yield position
        ply += 1
        move = fast_bot.choose(game.view(position, position.to_move), SeededRandom(b"fast", ply))
        position = game.apply(position, move, SeededRandom(b"chance", ply))


@pytest.mark.parametrize("container", SAMPLES)
@pytest.mark.slow
def test_the_search_is_exact_near_the_end(container: int) -> None:
    """With one or two chips left the values are those of exhaustive expectimax over all hidden hands."""
    samples = list(islice(endgames(container), SAMPLES[container]))
    assert len(samples) == SAMPLES[container]
    assert_exact(samples)


@pytest.mark.thorough  # by default: the search near the end
@pytest.mark.slow
@cases("won", {"ahead": (1, 0), "behind": (0, 1), "even": (1, 1)}, default=["behind"])
def test_the_search_is_exact_if_a_drawn_game_ends_the_match(won: tuple[int, int]) -> None:
    """The leader must win this game then; the player who has won fewer games is content with a draw."""
    samples = list(islice(endgames(1, won, drawn_in_a_row=2), 12))
    assert len(samples) == 12
    assert_exact(samples)
    usual = [search(game.view(one, one.to_move)) for one in (_without_draws(sample) for sample, _exact in samples)]
    found = [search(game.view(sample, sample.to_move)) for sample, _exact in samples]
    assert (found == usual) == (won == (1, 1))


def _without_draws(position: TenByTenPosition) -> TenByTenPosition:
    """Return the position with no drawn game before it."""
    return replace(position, public=replace(position.public, drawn_in_a_row=0))


def assert_exact(samples: list[tuple[TenByTenPosition, dict[Move, float]]]) -> None:
    """Assert that the search returns the exact values, and that the bot chooses by them.

    With one chip left it knows in most positions that all are exact: where no reply can return chips to the container.
    """
    known = []
    for position, exact in samples:
        view = game.view(position, position.to_move)
        found = {move: value for value, move in search(view)}
        assert found == pytest.approx(exact)
        assert exact[ExpectimaxBot().choose(view, SeededRandom(b"some chance"))] == pytest.approx(max(exact.values()))
        evaluations = evaluate(view, list(exact))
        assert {one.move: one.chance for one in evaluations} == pytest.approx(exact)
        assert any(one.error == 0 for one in evaluations)
        known.append(view.container > 1 or all(one.error == 0 for one in evaluations))
    assert sum(known) >= 0.8 * len(known)


def test_a_won_game_is_a_part_of_the_match() -> None:
    """What decides a game at 1-1 decides the match; at 0-0 only half of the chance depends on it."""
    position, exact = next(endgames(1, (1, 1)))
    for won, low, high in (((1, 1), 0.0, 1.0), ((0, 0), 0.25, 0.75), ((1, 0), 0.5, 1.0), ((0, 1), 0.0, 0.5)):
        public = replace(position.public, won=position.to_move.put((won[1], won[1]), won[0]))
        view = game.view(replace(position, public=public), position.to_move)
        found = ExpectimaxBot().evaluate(view, [], SeededRandom(b"some chance"))
        assert {one.move: one.chance for one in found} == pytest.approx(
            {one.move: low + (high - low) * exact[one.move] for one in found}
        )
        assert ExpectimaxBot().between_games(view, position.to_move) == (low + high) / 2


def test_given_moves_alone_differ_as_they_do_among_the_best(monkeypatch: pytest.MonkeyPatch) -> None:
    """In mid-game `compare` searches these moves only, and shrinks their differences alike."""
    position = next(position for position in first_game(1) if len(position.container) == 6)
    view = game.view(position, position.to_move)
    moves = list(game.legal_moves(position))[:3]
    found = {one.move: one for one in evaluate(view, moves)}
    searched: list[Move] = []
    value = Search.value

    def noted(self: Search, move: Move, selection: Selection) -> float:
        searched.append(move)
        return value(self, move, selection)

    monkeypatch.setattr(Search, "value", noted)
    alone = evaluate(view, moves, alone=True)
    assert set(searched) == set(moves) == {one.move for one in alone}
    assert all(found[move].error for move in moves)
    gaps = [found[one.move].chance - found[alone[0].move].chance for one in alone]
    assert [one.chance - alone[0].chance for one in alone] == pytest.approx(gaps)
