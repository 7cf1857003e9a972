"""Proof that a move wins a game of 10 BY 10 in every deal of the hidden chips, whatever the opponent replies.

An and-or search to the end of the game, with a transposition table. The opponent may play any chip that the player has
not seen, and every draw from these chips is chosen against the player. That is more than any single deal allows, so a
proved win is one in each deal (the proof is sound); some wins are missed (it is not complete).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import NamedTuple

from games.rules import SearchLimitReached
from games.tenbyten.ai.state import FastState, Race
from games.tenbyten.model.board import COLOURS, FACES, RED, SQUARES, Chips, index_of
from games.tenbyten.model.moves import NO_LINES, Move, Selection, generate_moves

NODES = 20_000  # positions in all proofs of one turn, about three seconds
MOST_CHIPS = 5  # in the container: with more, nearly all proofs exceed the limit
RED_SQUARES = frozenset(index for index, square in enumerate(SQUARES) if COLOURS.get(square) == RED)

Counts = tuple[int, ...]  # of unseen chips, by face


class Node(NamedTuple):
    """What the player knows: `race` and `hand` are the player's, on the opponent's turn too."""

    faces: Chips
    hand: Chips
    unseen: Counts
    race: Race


class Proof:
    """The proofs of one turn, over at most `nodes` positions in all its calls."""

    def __init__(self, nodes: int = NODES) -> None:
        self.nodes = nodes
        self._known: dict[tuple[bool, Node], bool] = {}

    def wins(self, state: FastState, move: Move, selection: Selection) -> bool:
        """Return whether this move wins in every deal; raises SearchLimitReached."""
        unseen = tuple(state.unseen.get(face, 0) for face in FACES)
        return self._wins_by(Node(state.faces, tuple(sorted(state.hand)), unseen, state.race), move, selection)

    def _player_wins(self, node: Node) -> bool:
        """Return whether some move of the player, on the player's turn, wins (or node); raises SearchLimitReached."""
        if node.race.container == 1 and node.race.own < node.race.other and "" in node.faces:
            return True  # a move without capture ends the game
        moves = sorted(generate_moves(node.faces, node.hand), key=_by_capture)
        return any(self._wins_by(node, *candidate) for candidate in moves)

    def _wins_by(self, node: Node, move: Move, selection: Selection) -> bool:
        """Return whether this move of the player wins with every draw of bonus chips and every refill of the hand."""
        race, capture = node.race, selection.capture
        after = race.after(capture)
        if after.own >= after.own_goal:
            return True
        if after.container <= 0:
            return after.own < after.other
        hand = list(node.hand)
        hand.remove(move.chip)
        unseen = _returned(node, selection)
        faces = _faces_after(node.faces, move, selection)
        bonus = after.own - race.own - capture.taken + capture.red
        for rest in _without_any(unseen, bonus):
            for face, count in enumerate(rest):
                if count:
                    unseen_after = (*rest[:face], count - 1, *rest[face + 1 :])
                    new_hand = tuple(sorted((*hand, FACES[face])))
                    if not self._stays_won(Node(faces, new_hand, unseen_after, after)):
                        return False
        return True

    def _stays_won(self, node: Node) -> bool:
        """Return whether no move of the opponent, with any unseen chip, prevents the win (and node). Cached."""
        is_won = self._known.get((False, node))
        if is_won is None:
            self._count()
            chips = tuple(face for face, count in zip(FACES, node.unseen, strict=True) if count)
            moves = sorted(generate_moves(node.faces, chips), key=_by_capture)
            is_won = self._known[False, node] = all(self._survives(node, *candidate) for candidate in moves)
        return is_won

    def _survives(self, node: Node, move: Move, selection: Selection) -> bool:
        """Return whether the player still wins after this move of the opponent, with every draw of bonus chips."""
        race, capture = node.race.flipped, selection.capture
        after = race.after(capture)
        if after.own >= after.own_goal:
            return False
        if after.container <= 0:
            return after.other < after.own
        faces = _faces_after(node.faces, move, selection)
        face = FACES.index(move.chip)
        unseen = _returned(node, selection)
        others = (*unseen[:face], unseen[face] - 1, *unseen[face + 1 :])
        bonus = after.own - race.own - capture.taken + capture.red
        for rest in _without_any(others, bonus):
            child = Node(faces, node.hand, rest, after.flipped)
            is_won = self._known.get((True, child))
            if is_won is None:
                self._count()
                is_won = self._known[True, child] = self._player_wins(child)
            if not is_won:
                return False
        return True

    def _count(self) -> None:
        if self.nodes <= 0:
            raise SearchLimitReached
        self.nodes -= 1


def proved_wins(state: FastState) -> list[Move] | None:
    """Return the moves that are proved to win the game in every deal; None if the search exceeds its limits."""
    if state.race.container > MOST_CHIPS:
        return None
    proof = Proof()
    try:
        return [move for move, selection in state.moves() if proof.wins(state, move, selection)]
    except SearchLimitReached:
        return None


def _by_capture(candidate: tuple[Move, Selection]) -> int:
    """Return the sort key for move ordering: the largest captures first, since they decide soonest."""
    return -candidate[1].capture.taken


def _faces_after(faces: Chips, move: Move, selection: Selection) -> Chips:
    """Return the faces of the grid after a move with this selection."""
    after = list(faces)
    after[index_of(move.square)] = move.chip
    for index in selection.indices:
        after[index] = ""
    return tuple(after)


def _returned(node: Node, selection: Selection) -> Counts:
    """Return the unseen chips, plus those that this selection returns from red squares to the container."""
    if selection is NO_LINES or not selection.capture.red:
        return node.unseen
    back = [node.faces[index] for index in selection.indices if index in RED_SQUARES]
    return tuple(count + back.count(face) for face, count in zip(FACES, node.unseen, strict=True))


def _without_any(unseen: Counts, number: int) -> Iterator[Counts]:
    """Yield the rest of the unseen chips after `number` of them are drawn, for every multiset that can be drawn."""
    if not number:
        yield unseen
        return
    for faces in combinations_with_replacement(range(len(FACES)), number):
        rest = tuple(count - faces.count(face) for face, count in enumerate(unseen))
        if min(rest) >= 0:
            yield rest
