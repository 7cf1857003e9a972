"""How a computer player finds its move: from what its seat may see, and chance that can be checked afterwards."""

from __future__ import annotations

import hashlib
import logging
from concurrent.futures import Future

from games import workers
from games.computers.worker_move import choose
from games.matches import positions
from games.matches.models import Match
from games.rules import AnyGame, SeededRandom, View, prospects

log = logging.getLogger(__name__)

LONGEST = 5.0  # seconds of CPU for one move; what a bot of ours takes is a fraction of it


def begin(match: Match, level: int) -> Future[str]:
    """Has the computer of this level, whose turn it is, think about its move; waits for nothing."""
    position = positions.replay(match).position
    view = match.game.view(position, position.to_move)
    return workers.begin(LONGEST, choose, match.game_slug, level, view, rng_for(match))


def checked(match: Match, level: int, found: Future[str]) -> str:
    """The move that was found, in notation.

    A bot that fails, thinks without end, is missing or makes no legal move is written down, and the game's first legal
    move taken: no opponent waits in vain.
    """
    position = positions.replay(match).position
    game: AnyGame = match.game
    try:
        text = found.result()
        game.judge(position, game.decode(text))
    except Exception:
        log.exception("Computer %s found no move in match %s, turn %s", level, match.pk, match.ply + 1)
        return game.encode(first_legal(game, game.view(position, position.to_move)))
    return text


def rng_for(match: Match) -> SeededRandom:
    """The computer's own chance for its next move.

    It follows from the sealed seed, so that all clocks come to the same move and everybody can check it after the
    end; the hash between keeps it apart from the chance that the match itself draws on.
    """
    return SeededRandom(hashlib.sha256(b"computer" + bytes(match.seed)).digest(), match.ply + 1)


def can_lay(match: Match) -> bool:
    """Whether who is to move can lay something."""
    position = positions.replay(match).position
    found = prospects(match.game, match.game.view(position, position.to_move), SeededRandom(b"any"))
    return any(prospect.turn.squares for prospect in found)


def first_legal(game: AnyGame, view: View) -> object:
    """The first move that the rules list for the viewer."""
    return next(game.legal_moves(game.determinize(view, SeededRandom(b"any"))))
