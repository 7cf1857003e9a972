"""The contract of a game: positions, moves, views and bots. Standard library only; see `Game`."""

from games.rules.bot import (
    AnyBot,
    AnyEvaluator,
    BeginnerBot,
    Bot,
    Evaluation,
    Evaluator,
    GreedyBot,
    Prospect,
    SamplingBot,
    by_chance,
    is_likely,
    prospects,
)
from games.rules.continuation import continued
from games.rules.errors import BadNotation, IllegalMove, InvalidMove, PlayerError
from games.rules.game import AnyGame, Game
from games.rules.lesson import Lesson, Picture, parse_picture
from games.rules.lights import Light, Placements, Reason, TilesBySquare, squares_for
from games.rules.multisets import missing, subtract
from games.rules.options import Choice, Options, option, rule
from games.rules.position import Forfeit, Part, PlayedMove, Position, Result, View
from games.rules.presentation import AnyDisplay, Board, Cell, Command, Display, Interlude, Pile, Tile
from games.rules.seats import Seat
from games.rules.seeded_random import SeededRandom
from games.rules.sentences import Sentence, listed, marked, plain, say, say_many
from games.rules.squares import Square
from games.rules.vocabulary import CHIPS, PIECES, TILES, Vocabulary

__all__ = [
    "CHIPS",
    "PIECES",
    "TILES",
    "AnyBot",
    "AnyDisplay",
    "AnyEvaluator",
    "AnyGame",
    "BadNotation",
    "BeginnerBot",
    "Board",
    "Bot",
    "Cell",
    "Choice",
    "Command",
    "Display",
    "Evaluation",
    "Evaluator",
    "Forfeit",
    "Game",
    "GreedyBot",
    "IllegalMove",
    "Interlude",
    "InvalidMove",
    "Lesson",
    "Light",
    "Options",
    "Part",
    "Picture",
    "Pile",
    "Placements",
    "PlayedMove",
    "PlayerError",
    "Position",
    "Prospect",
    "Reason",
    "Result",
    "SamplingBot",
    "Seat",
    "SeededRandom",
    "Sentence",
    "Square",
    "Tile",
    "TilesBySquare",
    "View",
    "Vocabulary",
    "by_chance",
    "continued",
    "is_likely",
    "listed",
    "marked",
    "missing",
    "option",
    "parse_picture",
    "plain",
    "prospects",
    "rule",
    "say",
    "say_many",
    "squares_for",
    "subtract",
]
