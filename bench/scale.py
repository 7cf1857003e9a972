"""How many processes and machines so many players online need: arithmetic from measured costs and assumed habits.

A process is full when its core is busy for `BUSY` of the time. Up to there waiting adds little: by a simulation of the
event loop and its threads the 99th percentile of a move was then 8 ms (docs/scale.md).
"""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

BUSY = 0.7  # highest utilization of a core, which leaves room for bursts
WEB = 6  # web processes of a machine with eight cores; one more is for the scheduler, one for the system
REDRAWS = 2.0  # of the lobby a second, at most: changes are coalesced
PLAYERS = (1_000, 3_000, 10_000, 30_000, 100_000)


class Costs(NamedTuple):
    """Milliseconds of CPU, with the command that measures them. `*_stores` are those of PostgreSQL and Redis."""

    move: float = 0.9  # script/bench peers --ours --matches 32: event loop and threads, PostgreSQL
    move_stores: float = 0.2  # the same: database and Redis
    end: float = 8.4  # the same: the end of a rated match
    end_stores: float = 3.0
    socket: float = 5.6  # the same: opening the socket of a page
    socket_stores: float = 2.0
    page: float = 11.0  # script/bench pages: match page, lobby
    page_stores: float = 2.0  # not measured: assumes about 0.2 ms per query
    preview: float = 0.25  # measured at commit 1c4bf595
    push: float = 0.04  # script/bench fanout: for each of 1,000 spectators
    lobby: float = 0.09  # the same: a change of the lobby, for each person in it
    heard: float = 0.003  # a process, for a message without a subscriber there; measured at commit 1c4bf595


class Habits(NamedTuple):
    """What players do, by assumption: shares of the players online, and seconds between two actions of a player."""

    live: float = 0.35  # play live
    live_move: float = 40.0  # seconds between two moves of a player
    days: float = 0.35  # play by correspondence
    days_move: float = 60.0
    watching: float = 0.10  # spectators
    lobby: float = 0.05
    lobby_changes: float = 0.02  # a second, of each person there
    page: float = 60.0  # seconds between two pages of a person
    previews: float = 3.0  # a move
    moves: float = 40.0  # a match


class Demand(NamedTuple):
    """What a number of players ask for, per second, and the cores that it takes."""

    moves: float
    pages: float
    ends: float
    messages: float  # between processes: two for each move, one for a change of the lobby
    web: float  # cores of web processes, without messages that they hear for nothing
    stores: float  # cores of PostgreSQL and Redis

    @classmethod
    def of(cls, players: float, costs: Costs, habits: Habits) -> Demand:
        """Return the demand of so many players."""
        moves = players * (habits.live / habits.live_move + habits.days / habits.days_move)
        pages, ends, in_lobby = players / habits.page, moves / habits.moves, players * habits.lobby
        pushes = players * habits.watching * 2 / habits.live_move
        changes = in_lobby * habits.lobby_changes
        web = (
            moves * (costs.move + habits.previews * costs.preview)
            + ends * costs.end
            + pages * (costs.page + costs.socket)
            + pushes * costs.push
            + min(changes, REDRAWS) * in_lobby * costs.lobby
        )
        stores = moves * costs.move_stores + ends * costs.end_stores
        stores += pages * (costs.page_stores + costs.socket_stores)
        return cls(moves, pages, ends, 2 * moves + changes, web / 1000, stores / 1000)


def processes(players: float, costs: Costs, habits: Habits) -> int:
    """Return how many web processes so many players need, each of which hears all messages of the others."""
    demand = Demand.of(players, costs, habits)
    number = 1
    while demand.web / number + (number > 1) * demand.messages * costs.heard / 1000 > BUSY:
        number += 1
    return number


def main() -> None:
    """Print a row for each number of players."""
    costs, habits = Costs(), Habits()
    print("players | moves/s | pages/s | ends/s | processes | machines | cores of PostgreSQL and Redis | messages/s")
    for players in PLAYERS:
        demand, many = Demand.of(players, costs, habits), processes(players, costs, habits)
        print(
            f"{players:,} | {demand.moves:.0f} | {demand.pages:.0f} | {demand.ends:.1f} | {many} | "
            f"{ceil(many / WEB)} | {demand.stores:.1f} | {demand.messages:.0f}"
        )


if __name__ == "__main__":
    main()
