"""A match of Digifeud at one moment, and what one viewer knows of it."""

from __future__ import annotations

from dataclasses import dataclass

from games.digifeud.model.grid import EMPTY, Grid
from games.digifeud.model.options import DigifeudOptions
from games.digifeud.model.tiles import Count, Tiles, all_tiles, shuffle, top_up
from games.rules import Position, Seat, SeededRandom, View


@dataclass(frozen=True, kw_only=True)
class DigifeudPosition(Position):
    """Everything: both racks, the bag in its sealed order, and whether each seat passed on its latest turn."""

    options: DigifeudOptions
    grid: Grid = EMPTY
    racks: tuple[Tiles, Tiles]
    bag: Tiles
    passed: tuple[bool, bool] = (False, False)

    @property
    def rack(self) -> Tiles:
        """The rack of the player to move."""
        return self.racks[self.to_move.index]


@dataclass(frozen=True, kw_only=True)
class DigifeudView(View):
    """What one viewer knows: a rack that is hidden is None, its size is not."""

    options: DigifeudOptions
    grid: Grid
    racks: tuple[Tiles | None, Tiles | None]
    counts: tuple[Count, Count]
    bag: Count
    passed: tuple[bool, bool]

    @property
    def rack(self) -> Tiles | None:
        """The viewer's own rack; None for somebody who watches."""
        return self.racks[self.viewer.index] if self.viewer else None


def set_up(options: DigifeudOptions, rng: SeededRandom) -> DigifeudPosition:
    """The tiles shuffled, and both racks filled from the front: the first player's, then the second's."""
    bag = shuffle(all_tiles(options.operators), rng)
    first, bag = top_up(Tiles(), bag)
    second, bag = top_up(Tiles(), bag)
    return DigifeudPosition(options=options, racks=(first, second), bag=bag, face_down=(Seat.SECOND,))


def see(position: DigifeudPosition, viewer: Seat | None) -> DigifeudView:
    """The position as this viewer sees it; when the match is over everybody sees both racks."""

    def shown(seat: Seat) -> Tiles | None:
        return position.racks[seat.index] if position.shows(seat, viewer) else None

    return DigifeudView(
        viewer=viewer,
        options=position.options,
        to_move=position.to_move,
        scores=position.scores,
        last=position.last,
        result=position.result,
        face_down=position.face_down,
        grid=position.grid,
        racks=(shown(Seat.FIRST), shown(Seat.SECOND)),
        counts=(position.racks[0].count, position.racks[1].count),
        bag=position.bag.count,
        passed=position.passed,
    )
