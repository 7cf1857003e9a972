"""The contract of every bot of every game: legal moves, chosen from the view alone, deterministic."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any

import pytest

from games.catalogue import bots, games
from games.rules import AnyBot, AnyGame, Position, SamplingBot, SeededRandom, View, prospects
from tests.playing import play
from tests.sizes import cases, examples

SEED = b"a match between computers".ljust(32)
LONGEST = 1000
MATCHES_OF_TASTE = 3
MOMENTS = examples(2, 5)  # of a random match

every_bot = pytest.mark.parametrize(
    ("game", "bot"),
    [
        pytest.param(games()[slug], bot, id=f"{slug}-{bot.level}")
        for slug, found in bots().items()
        for bot in (*found.values(),)[:: -examples(2, 1)]  # by default every other level
    ],
)
every_game = pytest.mark.parametrize("slug", bots())


def moments(game: AnyGame) -> list[Position]:
    """Return positions spread over a random match, none of them final."""
    running = play(game, game.options_type(), 1).positions[:-1]
    return list(running[:: max(1, len(running) // MOMENTS)])


@lru_cache
def first_choice(game: AnyGame, bot: AnyBot, moment: int) -> object:
    """Return the move that the bot chose when it was first asked in this position."""
    position = moments(game)[moment]
    return bot.choose(game.view(position, position.to_move), SeededRandom(SEED))


@every_game
def test_the_levels_count_from_one(slug: str) -> None:
    assert list(bots()[slug]) == list(range(1, len(bots()[slug]) + 1))
    for bot in bots()[slug].values():
        assert str(bot.name)


def test_a_game_needs_no_computers() -> None:
    assert "reach" in games()
    assert "reach" not in bots()


@every_bot
def test_it_gives_a_legal_move_from_the_view_alone(game: AnyGame, bot: AnyBot) -> None:
    for number, position in enumerate(moments(game)):
        assert game.judge(position, first_choice(game, bot, number)).seat is position.to_move


@every_bot
def test_in_a_hurry_it_still_gives_a_legal_move(game: AnyGame, bot: AnyBot) -> None:
    assert bot.hurried(0) == bot
    for position in moments(game):
        move = bot.hurried(3).choose(game.view(position, position.to_move), SeededRandom(SEED))
        assert game.judge(position, move).seat is position.to_move


@every_bot
def test_the_same_view_and_dice_give_the_same_move(game: AnyGame, bot: AnyBot) -> None:
    for number, position in enumerate(moments(game)):
        again = bot.choose(game.view(position, position.to_move), SeededRandom(SEED))
        assert again == first_choice(game, bot, number)


@every_bot
def test_nothing_hidden_changes_its_mind(game: AnyGame, bot: AnyBot) -> None:
    for number, position in enumerate(moments(game)):
        other = game.determinize(game.view(position, position.to_move), SeededRandom(b"another deal"))
        found = bot.choose(game.view(other, other.to_move), SeededRandom(SEED))
        assert found == first_choice(game, bot, number)


@every_bot
def test_it_is_handed_nothing_but_the_view(game: AnyGame, bot: AnyBot, monkeypatch: pytest.MonkeyPatch) -> None:
    """The deal behind the view is out of reach: requesting it from the game fails, and the move is the same."""
    last = len(moments(game)) - 1
    position = moments(game)[last]
    view = game.view(position, position.to_move)
    before = first_choice(game, bot, last)
    monkeypatch.setattr(type(game), "setup", lambda *_: pytest.fail("a bot deals no match"))
    monkeypatch.setattr(type(game), "apply", _only_imagined(type(game).apply, position))
    assert isinstance(view, View)
    assert bot.choose(view, SeededRandom(SEED)) == before


@every_bot
def test_a_weak_one_passes_or_exchanges_only_where_nothing_can_be_laid(game: AnyGame, bot: AnyBot) -> None:
    if not isinstance(bot, SamplingBot) or getattr(bot, "ends", False):
        return  # a strong one may pass in the lead, and exchange bad tiles
    for position in moments(game):
        view = game.view(position, position.to_move)
        can_lay = any(prospect.turn.squares for prospect in prospects(game, view, SeededRandom(SEED)))
        found = {bot.choose(view, SeededRandom(SEED, number)) for number in range(5)}
        assert all(bool(game.judge(position, move).squares) == can_lay for move in found)


@pytest.mark.parametrize("slug", ["digifeud", "sudoku", "summy", "tenbyten"])
def test_one_likes_something_and_does_it_more_often(slug: str) -> None:
    game, fond = games()[slug], [bot for bot in bots()[slug].values() if isinstance(bot, SamplingBot) and bot.taste]
    assert fond
    for bot in fond:
        assert bot.habit
        assert bot.taste
        likes = bot.taste.likes
        assert liked_moves(game, bot, likes) > liked_moves(game, replace(bot, taste=None), likes)


def liked_moves(game: AnyGame, bot: SamplingBot[Any, Any, Any], likes: Callable[[Any], bool]) -> int:
    """Return in how many positions of random matches the bot does what `likes` accepts."""
    count = 0
    for number in range(MATCHES_OF_TASTE):
        for position in play(game, game.options_type(), number).positions[:-1]:
            view = game.view(position, position.to_move)
            move = bot.choose(view, SeededRandom(SEED))
            found = [one for one in bot.find(view, SeededRandom(SEED)) if bot.rated(one)[1] == move]
            count += bool(found and likes(found[0]))
    return count


@pytest.mark.parametrize("slug", ["digifeud", "sudoku", "summy", "tenbyten"])
def test_our_games_have_eight(slug: str) -> None:
    assert len(bots()[slug]) == 8


@pytest.mark.slow
@cases("slug", [*bots()], default=["sudoku", "tenbyten"])
def test_two_computers_play_a_match_to_its_end(slug: str) -> None:
    game, found = games()[slug], bots()[slug]
    strengths = [min(found), max(found)]
    position, ply = game.setup(game.options_type(), SeededRandom(SEED)), 0
    while position.result is None:
        ply += 1
        bot = found[strengths[position.to_move.index]]
        move = bot.choose(game.view(position, position.to_move), SeededRandom(b"computer", ply))
        position = game.apply(position, move, SeededRandom(SEED, ply))
        assert ply < LONGEST


def _only_imagined(apply: Callable[..., Position], truth: Position) -> Callable[..., Position]:
    def guarded(game: AnyGame, position: Position, *rest: object) -> Position:
        assert position is not truth
        return apply(game, position, *rest)

    return guarded
