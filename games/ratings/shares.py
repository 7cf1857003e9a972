"""How much of a match counts for a player's rating: less against newcomers, resigned early, in pairs, at one place.

Each rule answers a way to make ratings with second accounts. A share of one half moves a rating like half a match: the
terms of the match in Glicko-2's sums are multiplied by it. Pure, and derived from the matches in their order alone, so
that recomputing is exact.

- Newcomers: a result against a player with few rated matches in the pool says little, and newcomers are free to make.
  Such matches count a tenth of a match, then a twentieth and so on: all of them together less than a fifth of a match,
  which lifts no player by more than 50 points.
- Given up early: a player who resigns or runs out of time before both have made some moves loses in full, but the
  winner gains nothing. Lichess does not rate the shortest games at all; here that would let a player escape a loss.
- Pairs: if half of a player's latest matches were against the same opponent, the next one counts a half, the one after
  it a quarter and so on.
- The same place: if both accounts were used from one internet connection within a week, or from one browser within 90
  days, a match between them counts a tenth or a twentieth. The ratings of a school class that plays among itself reach
  the right order as soon as without the rule (tests/ratings/test_places.py), because it damps both players and every
  result alike. Such a match also moves no rating by more than 4 points, however uncertain it is, so that twelve of
  them lift a rating by less than 50. For each player the share is reduced as far as that needs, so that the deviation
  shrinks as little.

Computer players cannot be made by players, so matches against them are neither of newcomers nor of pairs.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from dataclasses import dataclass, field, replace

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

from accounts.sessions import Shared
from games.matches.models import Match
from games.rules import Seat

UNDAMPED = 1  # the first version of these rules: every match counts in full
BOUNDED = 3  # the version since which a match at one place moves a rating by a few points at most
NEWCOMER = 5  # rated matches in the pool before which a person is a newcomer
FIRST_SHARE = 0.1
FEWEST_MOVES = 8  # of both players together; a match that is given up before brings the winner nothing
LATEST = 20  # matches among which pairs are counted
PAIRED = 10
MOST_MOVED = 4.0  # rating points, by one match between accounts of one place
PLACES = {Shared.NOTHING: 1.0, Shared.ADDRESS: 0.1, Shared.BROWSER: 0.05}


class Why(TextChoices):
    """The rule that damped a match most."""

    NONE = "", _("counts in full")
    NEWCOMER = "newcomer", _("the opponent is a newcomer")
    EARLY = "early", _("resigned after a few moves")
    PAIR = "pair", _("the same two again and again")
    ADDRESS = "address", _("both from one internet connection")
    BROWSER = "browser", _("both from one browser")


@dataclass(frozen=True)
class Share:
    """How much of a match counts for one player, and why not all; `newcomer`: it was one against a newcomer."""

    value: float = 1.0
    why: Why = Why.NONE
    newcomer: bool = False


FULL = Share()


@dataclass
class Past:
    """A player's earlier matches in the pool, as far as the share of the next one depends on them."""

    matches: int = 0
    newcomers: int = 0  # matches against newcomers that were damped
    opponents: deque[int] = field(default_factory=lambda: deque(maxlen=LATEST))  # the latest, by primary key

    def add(self, opponent: int, share: Share) -> None:
        """Count one more match."""
        self.matches += 1
        self.newcomers += share.newcomer
        self.opponents.append(opponent)


def newcomers_share(opponents_matches: int, newcomers_met: int) -> float:
    """Return the share of a match against a person with this many matches, after this many against newcomers."""
    return FIRST_SHARE / 2**newcomers_met if opponents_matches < NEWCOMER else 1.0


def shares_of(match: Match, pasts: tuple[Past, Past], computers: Collection[int]) -> tuple[Share, Share]:
    """Return both players' shares of a finished match, from what came before it."""
    if match.rating_rules == UNDAMPED:
        return FULL, FULL
    keys = (match.first_id, match.second_id)
    return (
        _share(match, Seat.FIRST, pasts[0], pasts[1], keys[1], computers),
        _share(match, Seat.SECOND, pasts[1], pasts[0], keys[0], computers),
    )


def within_bound(match: Match, share: Share, moved: float, narrowed: float) -> Share:
    """Return the share with which the match moves the player's rating no further than `MOST_MOVED`.

    With `share` it moves the rating by `moved` points and multiplies the deviation by `narrowed`. In Glicko-2 the move
    is m(s) = s·a / (b + s·v) for the share s, with b = 1/phi² and narrowed² = b / (b + s·v), so that a/b is
    m / (s·narrowed²). As s·a/b exceeds m(s), the share MOST_MOVED·b/a keeps within the bound.
    """
    is_bounded = match.rating_rules >= BOUNDED and match.shared_place != Shared.NOTHING
    if not is_bounded or abs(moved) <= MOST_MOVED:
        return share
    return replace(share, value=share.value * MOST_MOVED / abs(moved) * narrowed**2)


def _share(match: Match, seat: Seat, past: Past, other: Past, opponent: int, computers: Collection[int]) -> Share:
    if opponent in computers:
        return FULL
    newcomer = newcomers_share(other.matches, past.newcomers)
    together = past.opponents.count(opponent)
    pair = 0.5 ** (together - PAIRED + 1) if together >= PAIRED else 1.0
    early = 0.0 if match.ended.is_forfeit and match.winner == seat and match.ply < FEWEST_MOVES else 1.0
    place = Shared(match.shared_place)
    rules = (
        (early, Why.EARLY),
        (newcomer, Why.NEWCOMER),
        (pair, Why.PAIR),
        (PLACES[place], Why.BROWSER if place is Shared.BROWSER else Why.ADDRESS),
    )
    least = min(rules, key=lambda rule: rule[0])
    value = early * newcomer * pair * PLACES[place]
    return Share(value, least[1] if value < 1 else Why.NONE, newcomer=newcomer < 1)
