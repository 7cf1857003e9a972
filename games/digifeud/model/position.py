"""The state of a match, and one viewer's partial view of it."""

from __future__ import annotations

from dataclasses import dataclass

from games.digifeud.model.board import EMPTY_GRID, Grid
from games.digifeud.model.options import DigifeudOptions
from games.digifeud.model.tiles import Count, Tiles, all_tiles, refill, shuffle
from games.rules import Position, Seat, SeededRandom, View


@dataclass(frozen=True, kw_only=True)
class DigifeudPosition(Position):
    """The full state: both racks, the bag in its sealed order, and whether each seat passed on its latest turn."""

    options: DigifeudOptions
    grid: Grid = EMPTY_GRID
    racks: tuple[Tiles, Tiles]
    bag: Tiles
    passed: tuple[bool, bool] = (False, False)

    @property
    def rack(self) -> Tiles:
        """The rack of the player to move."""
        return self.racks[self.to_move.index]


@dataclass(frozen=True, kw_only=True)
class DigifeudView(View):
    """The state as one viewer knows it: a hidden rack is None, its size is in `counts`."""

    options: DigifeudOptions
    grid: Grid
    racks: tuple[Tiles | None, Tiles | None]
    counts: tuple[Count, Count]
    bag: Count
    passed: tuple[bool, bool]

    @property
    def rack(self) -> Tiles | None:
        """The viewer's own rack; None for a spectator."""
        return self.racks[self.viewer.index] if self.viewer else None


def initial_position(options: DigifeudOptions, rng: SeededRandom) -> DigifeudPosition:
    """Return the start: shuffled bags, and racks filled from the front of the bags, the first player's first."""
    bag = shuffle(all_tiles(options.operators), rng)
    first, bag = refill(Tiles(), bag)
    second, bag = refill(Tiles(), bag)
    return DigifeudPosition(options=options, racks=(first, second), bag=bag, face_down=(Seat.SECOND,))


def view_of(position: DigifeudPosition, viewer: Seat | None) -> DigifeudView:
    """Return the position as this viewer may see it; after the end both racks are open to every viewer."""

    def visible_rack(seat: Seat) -> Tiles | None:
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
        racks=(visible_rack(Seat.FIRST), visible_rack(Seat.SECOND)),
        counts=(position.racks[0].count, position.racks[1].count),
        bag=position.bag.count,
        passed=position.passed,
    )
