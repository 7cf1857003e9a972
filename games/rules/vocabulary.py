"""The page's sentences about a game's tiles, chips or pieces: whole sentences, because languages inflect."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules.sentences import Sentence, say


@dataclass(frozen=True)
class Vocabulary:
    """The name of the player's own tiles, and the sentences about placing, picking, keeping and hiding them."""

    yours: Sentence
    lay: Sentence  # a move in notation follows
    pick: Sentence
    left: Sentence  # the tiles follow
    none_left: Sentence
    hidden: Sentence
    until_moved: Sentence  # face down until the first move
    until_begun: Sentence  # face down until both players are present


TILES = Vocabulary(
    yours=say("Your tiles"),
    lay=say("Put tiles on the board, or type a move here, such as"),
    pick=say("Pick tiles"),
    left=say("Tiles left:"),
    none_left=say("no tiles left"),
    hidden=say("You are watching. The players' tiles stay hidden."),
    until_moved=say("Your tiles stay face down until the first move."),
    until_begun=say("Your tiles stay face down until the match begins."),
)
CHIPS = Vocabulary(
    yours=say("Your chips"),
    lay=say("Put a chip on the board, or type a move here, such as"),
    pick=say("Pick chips"),
    left=say("Chips left:"),
    none_left=say("no chips left"),
    hidden=say("You are watching. The players' chips stay hidden."),
    until_moved=say("Your chips stay face down until the first move."),
    until_begun=say("Your chips stay face down until the match begins."),
)
PIECES = Vocabulary(
    yours=say("Your pieces"),
    lay=say("Put pieces on the board, or type a move here, such as"),
    pick=say("Pick pieces"),
    left=say("Pieces left:"),
    none_left=say("no pieces left"),
    hidden=say("You are watching. The players' pieces stay hidden."),
    until_moved=say("Your pieces stay face down until the first move."),
    until_begun=say("Your pieces stay face down until the match begins."),
)
