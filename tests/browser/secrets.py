"""Hidden information of a running match, in every form in which a program could read it."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.digifeud.model.board import DIGITS
from games.digifeud.model.position import DigifeudPosition
from games.digifeud.rules import game
from games.rules import Options, SeededRandom
from tests.serving import Site

SEPARATORS = ("", " ", ",", ", ", '","', '", "', "','", "', '", "|", ";", ":", "-", "\n", "\\n", "&quot;,&quot;")
TELLING = 8  # tiles in a row, a whole rack: fewer may match by accident
PART = 16  # characters of a seed that do not match by accident either
PLAIN = {separator.join(DIGITS) for separator in SEPARATORS}  # not hidden: the digits that a blank may become

READ = """
import json
from games.matches.models import Match
match = Match.objects.get(pk=%r)
moves = list(match.moves.order_by("ply").values_list("text", flat=True))
print(json.dumps([bytes(match.seed).hex(), match.option_data, moves]))
"""


@dataclass(frozen=True)
class Truth:
    """A match as in the server's database: the seed, and the position after every move."""

    seed: bytes
    positions: list[DigifeudPosition]

    def of_the_seed(self) -> set[str]:
        """Return the spellings of parts of the seed."""
        numbers = int.from_bytes(self.seed, "big"), int.from_bytes(self.seed, "little")
        base64s = base64.b64encode(self.seed).decode(), base64.urlsafe_b64encode(self.seed).decode()
        spellings = {self.seed.hex(), self.seed.hex().upper(), *base64s, *map(str, numbers)}
        lists = {json.dumps(list(self.seed)), ",".join(map(str, self.seed)), repr(self.seed)[2:-1]}
        return {spelling[:PART] for spelling in spellings} | lists

    def of_the_bag(self) -> set[str]:
        """Return the spellings of sequences in the order of the bags."""
        start = self.positions[0]
        numbers, operators = (start.racks[0] + start.racks[1] + start.bag).numbers, start.bag.operators
        return {*spelled_runs(numbers), *spelled_runs(operators, 3 * TELLING)}

    def of_the_racks(self, seat: int) -> set[str]:
        """Return the spellings of this player's number tiles at any time, in their order and sorted."""
        racks = [position.racks[seat].numbers for position in self.positions]
        return {text for rack in racks for order in (rack, sorted(rack)) for text in spelled_runs(order)}


def truth_of(site: Site, match: str, options: Options) -> Truth:
    """Return the truth about a match."""
    hexadecimal, data, moves = json.loads(site.manage("shell", "-c", READ % match).splitlines()[-1])
    assert data == options.data()
    seed = bytes.fromhex(hexadecimal)
    positions = [game.setup(game.options_type.read(data), SeededRandom(seed))]
    for ply, move in enumerate(moves, 1):
        positions.append(game.apply(positions[-1], game.decode(move), SeededRandom(seed, ply)))
    return Truth(seed, positions)


def spelled_runs(tiles: Sequence[str], telling: int = TELLING) -> Iterator[str]:
    """Yield all sequences of `telling` tiles, forwards and backwards, with every separator."""
    for order in (tiles, tiles[::-1]):
        for start in range(len(order) - telling + 1):
            stretch = order[start : start + telling]
            yield from (text for text in spelled(stretch) if not any(text in plain for plain in PLAIN))


def spelled(tiles: Sequence[str]) -> Iterator[str]:
    """Yield the tiles in a row, with every separator."""
    return (separator.join(tiles) for separator in SEPARATORS)
