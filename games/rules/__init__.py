"""The rules module: what it takes to be a game. Standard library only; see `Game`."""

from games.rules.computers import AnyBot, Beginner, Bot, MostPoints, Prospect, prospects
from games.rules.continuing import continued
from games.rules.dice import Dice
from games.rules.errors import BadNotation, IllegalMove
from games.rules.game import AnyGame, Game, Laid
from games.rules.lesson import Lesson, Picture, lying
from games.rules.looks import Board, Cell, Command, Interlude, Pile, Tile
from games.rules.options import Choice, Options, option, rule
from games.rules.position import Forfeit, Position, Result, Turn, View
from games.rules.seats import Seat
from games.rules.sentences import Sentence, listed, marked, plain, say, say_many
from games.rules.squares import Square
from games.rules.words import CHIPS, PIECES, TILES, Words

__all__ = [
    "CHIPS",
    "PIECES",
    "TILES",
    "AnyBot",
    "AnyGame",
    "BadNotation",
    "Beginner",
    "Board",
    "Bot",
    "Cell",
    "Choice",
    "Command",
    "Dice",
    "Forfeit",
    "Game",
    "IllegalMove",
    "Interlude",
    "Laid",
    "Lesson",
    "MostPoints",
    "Options",
    "Picture",
    "Pile",
    "Position",
    "Prospect",
    "Result",
    "Seat",
    "Sentence",
    "Square",
    "Tile",
    "Turn",
    "View",
    "Words",
    "continued",
    "listed",
    "lying",
    "marked",
    "option",
    "plain",
    "prospects",
    "rule",
    "say",
    "say_many",
]
