"""The knock-out: who loses a tie is out. After a drawn match the other starts the next, then the seed decides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.events.course import Numbered
from games.events.field import Field, entrants, pair_of, result_of
from games.events.formats.rounds import RoundFormat
from games.events.models import Event, Pairing
from games.events.pairing.knockout import Bracket, Slot, bracket, seeding
from games.events.pairing.values import DRAW, Result

AGAIN = 1000  # is added to the number of a tie for its second match


def bracket_of(field: Field) -> Bracket:
    """Return the bracket as it stands; before the beginning, as it would be with the players who are in."""
    return bracket(seeds_of(field), [result for pairing in field.pairings if (result := _result(pairing))])


def seeds_of(field: Field) -> Sequence[int]:
    """Return the entries by seed: those of the first round as published."""
    if field.rounds:
        return [int(seed) for seed in field.rounds[0].basis["seeds"]]
    return seeding(entrants(field.present), bytes(field.event.seed))


def _result(pairing: Pairing) -> Result | None:
    """Return the result of a pairing. One that counts for neither is a draw here, as one of the two has to go on."""
    if pairing.result == Pairing.Result.CANCELLED:
        pair = pair_of(pairing)
        return Result(pair.first, pair.second, DRAW, DRAW, pairing.round.number)
    return result_of(pairing)


class Knockout(RoundFormat):
    """A single elimination."""

    kind = Event.Kind.KNOCKOUT

    def rounds(self, event: Event, count: int) -> int:
        """Return how many rounds an event with this number of players has."""
        return max(count - 1, 0).bit_length()

    def pairs(self, field: Field, number: int) -> Sequence[Numbered]:
        """Return the matches of a round of the bracket; none after the final.

        Where all ties of a round have no one or one player only, the round has no match, and the next one is paired.
        """
        ties = bracket_of(field)
        for later in range(number, len(ties.rounds) + 1):
            if pairs := [(tie.index + 1, pair) for tie, pair in ties.matches if tie.number == later]:
                return pairs
        return ()

    def again(self, field: Field, number: int) -> Sequence[Numbered]:
        """Return the second matches of ties whose first one was drawn."""
        there = {(pairing.first_id, pairing.second_id) for pairing in field.pairings if pairing.round.number == number}
        return [
            (tie.index + 1 + AGAIN, pair)
            for tie, pair in bracket_of(field).matches
            if tie.number == number and (pair.first, pair.second) not in there
        ]

    def basis(self, field: Field, number: int) -> Mapping[str, object]:
        """Return the seeding, from which all follows."""
        if number > 1:
            return {}
        seeds = seeds_of(field)
        return {"entrants": [[one.player, one.rating] for one in entrants(field.present)], "seeds": list(seeds)}

    def places(self, field: Field) -> Mapping[int, int | None]:
        """Return the places: who loses in the same round shares one."""
        places: dict[int, int | None] = {}
        for ties in bracket_of(field).rounds:
            winners = sum(not isinstance(tie.winner, Slot) for tie in ties)
            for tie in ties:
                for side in (tie.first, tie.second):
                    if not isinstance(side, Slot):
                        places[side] = 1 if side == tie.winner else 1 + winners
        return places
