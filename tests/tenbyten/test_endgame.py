"""A proved win of 10 BY 10 is one in every deal of the hidden chips, whatever the opponent does."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest

from games.puzzles.making.lines import wins
from games.rules import SearchLimitReached, SeededRandom
from games.tenbyten.ai.endgame import MOST_CHIPS, Proof, proved_wins
from games.tenbyten.ai.state import FastState
from games.tenbyten.bots import ExpectimaxBot
from games.tenbyten.lessons import position_from
from games.tenbyten.model.moves import Move
from games.tenbyten.model.position import TenByTenPosition
from games.tenbyten.rules import game
from tests.sizes import examples
from tests.tenbyten.test_expectimax import endgames, first_game

# Positions with something to find, as game and ply; most of a game has nothing, which is slow to prove.
FOUND = [
    (3, 19),
    (4, 19),
    (6, 20),
    (7, 23),
    (10, 19),
    (13, 18),
    (15, 18),
    (16, 19),
    (18, 19),
    (25, 19),
    (26, 17),
    (32, 20),
]
DEALS = examples(1, 6)  # of each


def state(position: TenByTenPosition) -> FastState:
    return FastState.from_view(game.view(position, position.to_move))


def proved(position: TenByTenPosition) -> list[Move]:
    return proved_wins(state(position)) or []


def endings() -> Iterator[TenByTenPosition]:
    """Generate the positions with three chips or more in the container, in which some moves are proved to win."""
    for number, ply in FOUND:
        position = next(islice(first_game(number), ply, None))
        assert 3 <= len(position.container) <= MOST_CHIPS
        yield position


def test_some_moves_are_proved_and_some_not() -> None:
    for position in endings():
        assert 0 < len(proved(position)) < len(list(game.legal_moves(position)))


@pytest.mark.parametrize(("container", "samples"), [(1, examples(4, 12)), (2, examples(1, 3))])
def test_it_is_what_wins_in_an_exhaustive_search(container: int, samples: int) -> None:
    for position, exact in islice(endgames(container), samples):
        assert set(proved(position)) == {move for move, chance in exact.items() if chance == 1}


@pytest.mark.slow
def test_it_is_won_in_other_deals_against_any_replies() -> None:
    for position in endings():
        for deal in range(DEALS):
            rng = SeededRandom(b"deal", deal)
            assert (
                winner_by_proof(game.determinize(game.view(position, position.to_move), rng), rng) is position.to_move
            )


def winner_by_proof(position: TenByTenPosition, rng: SeededRandom) -> object:
    """Return the winner of the game if the player to move plays proved moves and the opponent at random."""
    player, number = position.to_move, position.public.number
    while position.public.number == number and position.result is None:
        moves = proved(position) if position.to_move is player else list(game.legal_moves(position))
        position = game.apply(position, moves[rng.below(len(moves))], rng)
    assert position.public.last_game
    return position.public.last_game.winner


def test_its_budget_is_kept() -> None:
    found, proof = state(next(endings())), Proof(nodes=0)
    with pytest.raises(SearchLimitReached):
        all(proof.wins(found, move, selection) or True for move, selection in found.moves())


def test_a_full_container_is_not_searched() -> None:
    assert proved_wins(state(game.setup(game.options_type(), SeededRandom(b"any")))) is None


def test_the_strongest_player_tells_proved_moves_from_others() -> None:
    position = next(endings())
    legal = list(game.legal_moves(position))
    found = ExpectimaxBot().solve_ending(game.view(position, position.to_move), legal, SeededRandom(b"any"))
    assert found
    assert {one.move for one in found} == set(legal)
    assert {one.move for one in found if one.chance == 1 and not one.error} >= set(proved(position))
    assert [one.chance for one in found] == sorted((one.chance for one in found), reverse=True)


def test_a_move_that_returns_chips_is_certain_only_if_it_is_proved() -> None:
    """After 2b4xb1:b5 a chip is back in the container, and the opponent draws one deal in four."""
    position = position_from(
        """
        1 1 3 3 . .
        2 . 3 . . .
        3 1 1 . 4 3
        4 . . . . .
        5 . 1 3 . 4
        """,
        "24",
        other="11",
        container="24",
        captured=("12222", "233444"),
    )
    legal = list(game.legal_moves(position))
    found = ExpectimaxBot().solve_ending(game.view(position, position.to_move), legal, SeededRandom(b"any"))
    assert found
    assert game.encode(found[0].move) == "2b4xb1:b5"
    assert not [one for one in found if wins(one)]
    assert proved(position) == []


@pytest.mark.slow
def test_what_is_said_to_win_is_proved() -> None:
    last = (one for number in range(200) for one in first_game(number) if len(one.container) <= 2)
    for position in islice(last, examples(10, 200)):
        legal = list(game.legal_moves(position))
        found = ExpectimaxBot().solve_ending(game.view(position, position.to_move), legal, SeededRandom(b"any"))
        assert {one.move for one in found or () if wins(one)} == set(proved(position))
