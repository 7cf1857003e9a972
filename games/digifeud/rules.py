"""Digifeud's implementation of `Game`: the `game` object that the catalogue imports."""

from __future__ import annotations

from collections.abc import Iterator

from games.digifeud.ai import determinization
from games.digifeud.model import bounds, movegen, notation, scoring, transitions
from games.digifeud.model.moves import Move, Pass
from games.digifeud.model.options import DigifeudOptions
from games.digifeud.model.position import DigifeudPosition, DigifeudView, initial_position, view_of
from games.digifeud.model.tiles import ALL_OPERATORS
from games.rules import Forfeit, Game, IllegalMove, PlayedMove, Seat, SeededRandom, plain, say


class Digifeud(Game[DigifeudOptions, DigifeudPosition, DigifeudView, Move]):
    """The rules of Digifeud; `Game` documents the methods."""

    slug = "digifeud"
    name = "Digifeud"
    aim = say("Place calculations that build on each other. Answers and coloured squares score points.")
    example = "e7r 5+8=13"
    keeps_score = True
    options_type = DigifeudOptions

    def setup(self, options: DigifeudOptions, rng: SeededRandom) -> DigifeudPosition:
        """Return the start with shuffled bags and full racks."""
        return initial_position(options, rng)

    def legal_moves(self, position: DigifeudPosition) -> Iterator[Move]:
        """Yield the pass, then every calculation, line by line."""
        if position.result:
            return iter(())
        return movegen.legal_moves(position.options, position.grid, position.rack)

    def scored_moves(self, position: DigifeudPosition) -> Iterator[tuple[Move, int]]:
        """Yield the same moves with their points, computed from the multipliers of their squares."""
        if position.result:
            return iter(())
        return movegen.scored_moves(position.options, position.grid, position.rack)

    def judge(self, position: DigifeudPosition, move: Move) -> PlayedMove:
        """Check the move and return its effect; a pass is always legal and scores 0."""
        if position.result:
            raise IllegalMove(say("The match is over."))
        if isinstance(move, Pass):
            return PlayedMove(position.to_move, say("passes"))
        points = scoring.judge(position.options, position.grid, position.rack, move)
        parts = scoring.parts(position.grid, move)
        return PlayedMove(position.to_move, plain(move.equation), points, move.squares, parts=parts)

    def apply(self, position: DigifeudPosition, move: Move, rng: SeededRandom) -> DigifeudPosition:
        """Apply the move; the rack is refilled from the sealed bag, so `rng` is not used."""
        turn = self.judge(position, move)
        if isinstance(move, Pass):
            return transitions.after_pass(position, turn)
        return transitions.after_calculation(position, move, turn)

    def view(self, position: DigifeudPosition, viewer: Seat | None) -> DigifeudView:
        """Return the view without the racks that `Position.shows` hides, and without the order of the bags."""
        return view_of(position, viewer)

    def determinize(self, view: DigifeudView, rng: SeededRandom) -> DigifeudPosition:
        """Deal the unseen tiles at random to the hidden racks and the bag."""
        return determinization.determinize(view, rng)

    def encode(self, move: Move) -> str:
        """Return the notation: `e7r 5+8=13`, or `pass`."""
        return notation.encode(move)

    def decode(self, text: str) -> Move:
        """Parse the notation; spaces, capitals and other operator signs are accepted."""
        return notation.decode(text)

    def longest(self, options: DigifeudOptions) -> int:
        """Return an upper bound on the number of moves: n + (n + 2) + 1 for n operator tiles.

        Each calculation uses up an operator tile, so there are at most n. A player's second pass in a row ends the
        match; before it each player has passed at most once more than calculated: at most n + 2 passes in all. The
        last 1 is the pass that ends the match.
        """
        return 2 * len(ALL_OPERATORS[options.operators]) + 3

    def forfeit(self, position: DigifeudPosition, seat: Seat, how: Forfeit) -> DigifeudPosition:
        """Set the loser's total to 1; the match counts for the rating, not for score and strength."""
        return transitions.after_forfeit(position, seat, how)

    def bounds(self, view: DigifeudView) -> tuple[int, int]:
        """Return upper bounds on the growth of each player's lead; see `model.bounds`."""
        return bounds.bounds(view)

    def can_gain(self, view: DigifeudView, seat: Seat, points: int) -> bool:
        """Compare with the bound of the lead, by a shortcut while many lines are free."""
        return bounds.can_gain(view, seat, points)

    def is_decided(self, view: DigifeudView, seat: Seat) -> bool:
        """Return whether the lead exceeds the opponent's bound, or this seat wins by passing a second time."""
        return super().is_decided(view, seat) or bounds.is_decided(view, seat)


game = Digifeud()
