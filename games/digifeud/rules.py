"""The rules of Digifeud: the `game` object that the catalogue imports."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from games.digifeud.model import moves
from games.digifeud.model.board import (
    BLANK,
    DIGITS,
    DigifeudOptions,
    Direction,
    Tiles,
    redraw,
    refill,
    shuffle,
)
from games.digifeud.model.moves import PASS, Calculation, Move, Pass, check_calculation, number_tiles, parts
from games.digifeud.model.position import DigifeudPosition, DigifeudView, bounds, most_at_end, wins_by_passing
from games.rules import (
    BadNotation,
    Forfeit,
    Game,
    IllegalMove,
    PlayedMove,
    Result,
    Seat,
    SeededRandom,
    Square,
    in_common,
    plain,
    say,
    subtract,
)

_NUMBER = r"((?:\??[0-9]){1,3})"
_CALCULATION = re.compile(rf"([a-m](?:1[0-3]|[1-9]))([rdlu]){_NUMBER}([-+x/]){_NUMBER}={_NUMBER}")


class Digifeud(Game[DigifeudOptions, DigifeudPosition, DigifeudView, Move]):
    """The rules of Digifeud; `Game` documents the methods."""

    slug = "digifeud"
    name = "Digifeud"
    aim = say("Place calculations that build on each other. Answers and coloured squares score points.")
    example = "e7r 5+8=13"
    keeps_score = True
    has_mirrors = True
    has_facts = True
    options_type = DigifeudOptions

    def setup(self, options: DigifeudOptions, rng: SeededRandom) -> DigifeudPosition:
        """Return the start: shuffled bags, and racks filled from the front of the bags, the first player's first."""
        bag = shuffle(options.arithmetic.tiles, rng)
        first, bag = refill(Tiles(), bag)
        second, bag = refill(Tiles(), bag)
        return DigifeudPosition(options=options, racks=(first, second), bag=bag, face_down=options.face_down)

    def legal_moves(self, position: DigifeudPosition) -> Iterator[Move]:
        """Yield the pass, then every calculation, line by line."""
        return (move for move, _points in self.scored_moves(position))

    def scored_moves(self, position: DigifeudPosition) -> Iterator[tuple[Move, int]]:
        """Yield the same moves with their points, computed from the multipliers of their squares."""
        return iter(()) if position.result else moves.scored_moves(position.options, position.grid, position.rack)

    def judge(self, position: DigifeudPosition, move: Move) -> PlayedMove:
        """Check the move and return its effect; a pass is always legal and scores 0."""
        if position.result:
            raise IllegalMove(say("The match is over."))
        if isinstance(move, Pass):
            return PlayedMove(position.to_move, say("passes"))
        check_calculation(position.options, position.grid, position.rack, move)
        summands = parts(position.grid, move)
        points = sum([part.points for part in summands])
        turn = PlayedMove(position.to_move, plain(move.equation), points, move.squares, parts=summands)
        return position.with_handicap(turn)

    def apply(self, position: DigifeudPosition, move: Move, rng: SeededRandom) -> DigifeudPosition:
        """Place the tiles and refill the rack from the sealed bag, or pass; `rng` shuffles that of a mirror match.

        The match ends if the rack has no number tile left, or with a player's second pass in a row.
        """
        turn = self.judge(position, move)
        seat, grid, after = turn.seat, position.grid, position.after_turn(turn)
        if isinstance(move, Pass):
            after = replace(after, passed=seat.put(position.passed, True))
            return _end_by_passing(after, seat) if position.passed[seat.index] else after
        rest = position.rack.without(number_tiles(grid, move.squares, move.texts), [move.operator])
        rack, bag = refill(rest, redraw(position.bag, position.options, rng))
        after = replace(
            after,
            grid=grid.with_placed(move.placed_on(grid)),
            racks=seat.put(position.racks, rack),
            bag=bag,
            passed=seat.put(position.passed, False),
        )
        return after if rack.numbers else _end_by_playing_out(after, seat)

    def view(self, position: DigifeudPosition, viewer: Seat | None) -> DigifeudView:
        """Return the view without hidden racks and the order of the bags; after the end both racks are open."""
        first, second = position.racks
        return DigifeudView(
            viewer=viewer,
            **in_common(position),
            grid=position.grid,
            racks=position.visible(position.racks, viewer),
            counts=(first.count, second.count),
            bag=position.bag.count,
            passed=position.passed,
        )

    def determinize(self, view: DigifeudView, rng: SeededRandom) -> DigifeudPosition:
        """Deal the unseen tiles to the hidden racks and the bag, uniformly at random."""
        grid = view.grid
        digits = [digit for face in grid.faces for digit in face if digit in DIGITS]
        operators = tuple(face for face in grid.faces if face and face != "=" and face[0] not in DIGITS)
        visible = Tiles(subtract(digits, grid.blanks) + (BLANK,) * len(grid.blanks), operators)
        for seen in filter(None, view.racks):
            visible += seen
        bag = shuffle(view.options.arithmetic.tiles.without(visible.numbers, visible.operators), rng)
        racks = []
        for rack, count in zip(view.racks, view.counts, strict=True):
            if rack is None:
                rack, bag = bag.split(count)
            racks.append(rack)
        return DigifeudPosition(**in_common(view), grid=grid, racks=(racks[0], racks[1]), bag=bag, passed=view.passed)

    def encode(self, move: Move) -> str:
        return PASS if isinstance(move, Pass) else f"{move.start}{move.direction.value} {''.join(move.texts)}"

    def fact(self, move: Move) -> str:
        return "" if isinstance(move, Pass) else move.fact

    def decode(self, text: str) -> Move:
        """Parse `e7r 5+8=13`, `i3d ?6+7=13` or `pass`; spaces, capitals and other operator signs are accepted."""
        plain_text = moves.normalized(text)
        if plain_text == PASS:
            return Pass()
        if match := _CALCULATION.fullmatch(plain_text):
            start, direction, first, operator, second, outcome = match.groups()
            return Calculation(Square.parse(start), Direction(direction), first, operator, second, outcome)
        raise BadNotation(
            say(
                "Write the first number’s square, the direction (r, d, l or u) and the whole calculation, such as "
                "{example}. Or write {pass_}.",
                example=self.example,
                pass_=PASS,
            )
        )

    def longest(self, options: DigifeudOptions) -> int:
        """Return an upper bound on the number of moves: n + (n + 2) + 1 for n operator tiles.

        Each calculation uses up an operator tile, so there are at most n. A player's second pass in a row ends the
        match; before it each player has passed at most once more than calculated: at most n + 2 passes in all. The
        last 1 is the pass that ends the match.
        """
        return 2 * sum(options.arithmetic.counts) + 3

    def forfeit(self, position: DigifeudPosition, seat: Seat, how: Forfeit) -> DigifeudPosition:
        """Set the loser's total to 1; the match counts for the rating, not for score and strength."""
        if how is Forfeit.RESIGNED:
            reason = say("{who} resigned and ends with 1 point. Score and strength stay as they are.", who=seat)
        else:
            reason = say("{who} ran out of time and ends with 1 point. Score and strength stay as they are.", who=seat)
        return replace(position, scores=seat.put(position.scores, 1), result=Result(seat.other, reason))

    def bounds(self, view: DigifeudView) -> tuple[int, int]:
        return bounds(view)

    def is_decided(self, view: DigifeudView, seat: Seat) -> bool:
        """Return whether the lead exceeds the opponent's bound, or this seat wins by passing a second time.

        The tiles of a rack alone bring most opponents as much as they are behind: then no line is looked at. The bounds
        do not know what a handicap adds, so nothing is proved against a player who has one.
        """
        if view.options.given[seat.other.index]:
            return False
        lead = view.scores[seat.index] - view.scores[seat.other.index]
        exceeds = lead > most_at_end(view, seat) and super().is_decided(view, seat)
        return exceeds or wins_by_passing(view, seat)


def _end_by_playing_out(position: DigifeudPosition, seat: Seat) -> DigifeudPosition:
    """End the match: `seat` has no number tile left; the points of the other rack pass to it from the opponent."""
    points = position.racks[seat.other.index].points
    scores = seat.put(position.scores, position.scores[seat.index] + points)
    scores = seat.other.put(scores, scores[seat.other.index] - points)
    reason = say(
        "{who} placed every number tile and takes the points on the other rack: {points}.", who=seat, points=points
    )
    return replace(position, scores=scores).decided_by_points(reason, scores=True)


def _end_by_passing(position: DigifeudPosition, seat: Seat) -> DigifeudPosition:
    """End the match, in which `seat` passed twice in a row: each player gains the points of the other's rack."""
    second, first = (rack.points for rack in position.racks)
    reason = say(
        "{who} passed twice in a row. Each gets the points left on the other rack: {one} {first}, {other} {second}.",
        who=seat,
        one=Seat.FIRST,
        first=first,
        other=Seat.SECOND,
        second=second,
    )
    scores = (position.scores[0] + first, position.scores[1] + second)
    return replace(position, scores=scores).decided_by_points(reason, scores=True)


game = Digifeud()
