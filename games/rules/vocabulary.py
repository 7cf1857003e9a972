"""The page's sentences about a game's tiles, chips or pieces: whole sentences, because languages inflect."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules.sentences import Sentence, say


@dataclass(frozen=True)
class Vocabulary:
    """The name of the player's own tiles, and the sentences about placing, keeping, hiding and sealing them."""

    yours: Sentence
    lay: Sentence  # a move in notation follows
    pick: Sentence
    left: Sentence  # the tiles follow
    none_left: Sentence
    hidden: Sentence
    until_moved: Sentence  # face down until the first move
    until_begun: Sentence  # face down until both players are present
    tap: Sentence  # how the move that a guide proposes is made
    drag: Sentence  # how to place, for a first lesson
    sealed: Sentence
    not_as_sealed: Sentence
    not_chosen: Sentence  # by the server or a player
    set_before: Sentence  # the first move


TILES = Vocabulary(
    yours=say("Your tiles"),
    lay=say("Put tiles on the board, or type a move here, such as"),
    pick=say("Pick tiles"),
    left=say("Tiles left:"),
    none_left=say("no tiles left"),
    hidden=say("You are watching. The players' tiles stay hidden."),
    until_moved=say("Your tiles stay face down until the first move."),
    until_begun=say("Your tiles stay face down until the match begins."),
    tap=say("Tap each tile, then its square. Then press Play."),
    drag=say(
        "Tap a tile, then a square, or drag it there. Tap it again to take it back. With a keyboard: go to a square "
        "and type."
    ),
    sealed=say("The tiles are sealed"),
    not_as_sealed=say("The tiles of this match don't match the seal!"),
    not_chosen=say("Fair draw: no one could choose the tiles."),
    set_before=say("Fair draw: the tiles were set before the first move."),
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
    tap=say("Tap the chip, then its square. Then press Play."),
    drag=say(
        "Tap a chip, then a square, or drag it there. Tap it again to take it back. With a keyboard: go to a square "
        "and type."
    ),
    sealed=say("The chips are sealed"),
    not_as_sealed=say("The chips of this match don't match the seal!"),
    not_chosen=say("Fair draw: no one could choose the chips."),
    set_before=say("Fair draw: the chips were set before the first move."),
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
    tap=say("Tap each piece, then its square. Then press Play."),
    drag=say(
        "Tap a piece, then a square, or drag it there. Tap it again to take it back. With a keyboard: go to a square "
        "and type."
    ),
    sealed=say("The pieces are sealed"),
    not_as_sealed=say("The pieces of this match don't match the seal!"),
    not_chosen=say("Fair draw: no one could choose the pieces."),
    set_before=say("Fair draw: the pieces were set before the first move."),
)
