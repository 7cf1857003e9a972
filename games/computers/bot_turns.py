"""The turn of a computer player: a worker finds the move, from the view of its seat and verifiable randomness."""

from __future__ import annotations

import hashlib
import logging
from concurrent.futures import Future

from games import workers
from games.computers.worker_move import choose
from games.matches.models import Match
from games.matches.play import positions
from games.rules import AnyGame, SeededRandom, prospects

log = logging.getLogger(__name__)

CPU_LIMIT = 5.0  # seconds of CPU time for one move; the bots of the four games take a fraction of it
CALM = 5  # waiting turns per worker from which the search is halved; each doubling of them halves it again
MOST_HALVINGS = 3


def begin(match: Match, level: int, halvings: int = 0) -> Future[str]:
    """Have a worker find the move of the computer of this level, whose turn it is; return its future at once.

    The search is halved `halvings` times (`Bot.hurried`). It is deterministic for each number of halvings, so a player
    who verifies the move after the end finds it with one of 0 to `MOST_HALVINGS`.
    """
    position = positions.replay(match).position
    view = match.game.view(position, position.to_move)
    return workers.begin(CPU_LIMIT, choose, match.game_slug, level, view, rng_for(match), halvings)


def halvings_for(waiting: int, many: int) -> int:
    """Return how often the search of each move is halved while `waiting` turns wait for `many` workers."""
    return min(MOST_HALVINGS, (waiting // (CALM * max(1, many))).bit_length())


def checked(match: Match, level: int, found: Future[str]) -> str:
    """Return the move that was found, in notation, after checking that it is legal.

    If the bot failed, exceeded its CPU limit, is missing or returned an illegal move, log that and return the game's
    first legal move instead, so that the match goes on.
    """
    position = positions.replay(match).position
    game: AnyGame = match.game
    try:
        text = found.result()
        game.judge(position, game.decode(text))
    except Exception:
        log.exception("Computer %s found no move in match %s, turn %s", level, match.pk, match.ply + 1)
        imagined = game.determinize(game.view(position, position.to_move), SeededRandom(b"any"))
        return game.encode(next(game.legal_moves(imagined)))
    return text


def rng_for(match: Match) -> SeededRandom:
    """Return the random generator for the computer's next move.

    It is derived from the committed seed (commit-reveal), so that all schedulers find the same move for the same
    halvings, and players can verify it after the end. The hash keeps it independent of the random numbers that the
    match itself draws.
    """
    return SeededRandom(hashlib.sha256(b"computer" + bytes(match.seed)).digest(), match.ply + 1)


def can_place(match: Match) -> bool:
    """Return whether the player to move has a legal move that places something on the board."""
    position = positions.replay(match).position
    candidates = prospects(match.game, match.game.view(position, position.to_move), SeededRandom(b"any"))
    return any(prospect.turn.squares for prospect in candidates)
