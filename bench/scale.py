"""Capacity of one process, one machine and several, up to 100,000 players online, and the next bottlenecks.

A discrete-event simulation from measured costs. The capacity of a process is the number of players for whom the 99th
percentile of a move stays under its limit, and its load under `BUSY`. Moves, pushes and the lobby are work of the event
loop; pages, opening sockets, previews and ends are work in threads. It is optimistic: it assumes that the loop is the
next to get the interpreter's lock, and that a process has a core of its own. Databases, Redis and locks are computed
from their utilization alone.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from math import ceil
from typing import NamedTuple

from bench.queueing import Kind, Times, load, simulate

LATE = 0.025  # seconds: the limit of the 99th percentile of a move
BUSY = 0.7  # highest utilization of a core, which leaves room for bursts
SLICE = 0.005  # seconds: sys.getswitchinterval()
ARRIVALS = 30_000  # pieces of work of all kinds in a simulation
CORES = 8  # of a machine: six web processes, one core for the scheduler, one for the system
WEB = CORES - 2  # processes of a machine
DATABASE_CORES = 16
CONNECTIONS, RESERVED, POOL = 100, 20, 12  # PostgreSQL's max_connections, those not for web processes, DATABASE_POOL
PLAYERS = (1_000, 3_000, 10_000, 30_000, 100_000)


class Costs(NamedTuple):
    """Milliseconds of CPU, with the command that measures them. `*_stores` are those of PostgreSQL and Redis."""

    move: float = 0.9  # script/bench peers --ours --matches 32: event loop and threads, PostgreSQL
    move_stores: float = 0.2  # the same: database and Redis
    end: float = 8.4  # the same: the end of a rated match
    end_stores: float = 3.0
    preview: float = 0.25  # the same
    socket: float = 5.6  # the same: opening the socket of a page
    socket_stores: float = 2.0
    page: float = 11.0  # script/bench pages: match page, lobby
    page_stores: float = 2.0  # not measured: assumes about 0.2 ms per query
    push: float = 0.04  # script/bench fanout: for each of 1,000 spectators
    lobby: float = 0.09  # the same: a change of the lobby, for each person in it
    lock: float = 10.0  # not measured: a rating pool is locked for the remaining queries of an end at most
    message: float = 0.009  # script/bench relay: Redis, of a message
    received: float = 0.0066  # the same: Redis, of each process that receives it
    heard: float = 0.003  # fanout._deliver: a process, for a message without a subscriber there


COSTS = Costs()


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
    busiest_pool: float = 0.25  # share of all ends that belong to the busiest rating pool


class Demand(NamedTuple):
    """The demand of a number of players, per second unless noted."""

    moves: float
    previews: float
    ends: float
    pages: float  # each with the socket that it opens
    pushes: float  # to spectators
    in_lobby: float  # persons
    changes: float  # of the lobby

    @classmethod
    def of(cls, players: float, habits: Habits) -> Demand:
        """Return the demand of so many players."""
        moves = players * (habits.live / habits.live_move + habits.days / habits.days_move)
        watched = 2 / habits.live_move  # moves a second in a live match
        in_lobby = players * habits.lobby
        return cls(
            moves,
            moves * habits.previews,
            moves / habits.moves,
            players / habits.page,
            players * habits.watching * watched,
            in_lobby,
            in_lobby * habits.lobby_changes,
        )

    def kinds(self, costs: Costs, messages: float = 0.0) -> dict[str, Kind]:
        """Return this demand as the work of one process, which also receives `messages` a second from others."""
        redraws = min(self.changes, 2.0)  # changes are coalesced
        kinds = {
            "move": Kind(self.moves, costs.move / 1000),
            "preview": Kind(self.previews, costs.preview / 1000, in_thread=True),
            "end": Kind(self.ends, costs.end / 1000, varies=True, in_thread=True),
            "page": Kind(self.pages, costs.page / 1000, varies=True, in_thread=True),
            "socket": Kind(self.pages, costs.socket / 1000, varies=True, in_thread=True),
            "push": Kind(self.pushes, costs.push / 1000),
            "lobby": Kind(redraws, self.in_lobby * costs.lobby / 1000),
            "heard": Kind(messages, costs.heard / 1000),
        }
        return {name: kind for name, kind in kinds.items() if kind.rate and kind.seconds}

    def cpu(self, costs: Costs) -> float:
        """Return the cores that PostgreSQL and Redis need together, without the messages between processes."""
        spent = self.moves * costs.move_stores + self.ends * costs.end_stores
        return (spent + self.pages * (costs.page_stores + costs.socket_stores)) / 1000


def bears(players: float, costs: Costs, habits: Habits, others: float = 0.0) -> bool:
    """Return whether one process serves so many players within the limits, while `others` are on other processes."""
    kinds = Demand.of(players, habits).kinds(costs, messages_of(Demand.of(others, habits)))
    if load(list(kinds.values())) > BUSY:
        return False
    return move_times(kinds).late <= LATE


def move_times(kinds: Mapping[str, Kind]) -> Times:
    """Simulate this work and return the seconds of a move."""
    return simulate(kinds, "move", ARRIVALS, random.Random(1), time_slice=SLICE)


def messages_of(demand: Demand) -> float:
    """Return the messages a second between processes for this demand: two for each move, one for a lobby change."""
    return 2 * demand.moves + demand.changes


def most_players(costs: Costs, habits: Habits, others: float = 0.0) -> int:
    """Return how many players one process serves within the limits, by bisection."""
    return int(bisected(lambda players: bears(players, costs, habits, others)))


def bisected(holds: Callable[[float], bool], least: float = 0.0, most: float = 1e7) -> float:
    """Return the largest number for which `holds` is true, by bisection to within half a percent or 1.

    `holds` must be monotonic: true below that number and false above it.
    """
    while most - least > max(1.0, 0.005 * least):
        middle = (least + most) / 2
        least, most = (middle, most) if holds(middle) else (least, middle)
    return least


def processes(players: float, costs: Costs, habits: Habits) -> int:
    """Return how many web processes so many players need."""
    return ceil(players / most_players(costs, habits, players))


def machines(players: float, costs: Costs, habits: Habits) -> int:
    """Return how many machines so many players need for their web processes."""
    return ceil(processes(players, costs, habits) / WEB)


class Wall(NamedTuple):
    """A bottleneck: the players at which it is used up, its utilization by number of players, and the remedy."""

    name: str
    players: float
    use: Callable[[float], float]
    then: str


def walls(costs: Costs, habits: Habits) -> list[Wall]:
    """Return the bottlenecks, the first to be reached first."""
    alone = most_players(costs, habits)

    def web(players: float) -> float:
        return players / alone  # processes, as a fraction

    def redis(players: float) -> float:
        each = costs.message + costs.received * web(players)
        return messages_of(Demand.of(players, habits)) * each / 1000 / BUSY

    def lock(players: float) -> float:
        return Demand.of(players, habits).ends * habits.busiest_pool * costs.lock / 1000 / BUSY

    uses: list[tuple[str, Callable[[float], float], str]] = [
        ("one process", web, "more processes (docs/deploy.md)"),
        ("one machine", lambda players: web(players) / WEB, "more machines"),
        (
            f"{CONNECTIONS} connections",
            lambda players: (web(players) * POOL + RESERVED) / CONNECTIONS,
            "PgBouncer: as many connections as PostgreSQL has work for",
        ),
        (
            f"{DATABASE_CORES} cores of PostgreSQL",
            lambda players: Demand.of(players, habits).cpu(costs) / DATABASE_CORES / BUSY,
            "a larger machine, then partitions by match",
        ),
        ("one core of Redis", redis, "a Redis for each part of the matches, which would have to be made"),
        ("the row of the busiest rating pool", lock, "ratings counted by one job for many matches"),
    ]
    found = [Wall(name, bisected(partial(_is_free, use)), use, then) for name, use, then in uses]
    return sorted(found, key=lambda wall: wall.players)


def _is_free(use: Callable[[float], float], players: float) -> bool:
    return use(players) < 1


def lines(costs: Costs, habits: Habits) -> Iterator[str]:
    """Yield the report."""
    alone = most_players(costs, habits)
    kinds = Demand.of(alone, habits).kinds(costs)
    times = move_times(kinds)
    yield (
        f"One process bears {alone:,} players online: {kinds['move'].rate:.0f} moves and "
        f"{kinds['page'].rate:.0f} pages a second, {load(list(kinds.values())):.0%} busy; "
        f"a move takes {1000 * times.median:.1f} ms (median), "
        f"{1000 * times.late:.0f} ms (99th percentile)"
    )
    for name, kind in sorted(kinds.items(), key=lambda one: -one[1].rate * one[1].seconds):
        yield f"  {kind.rate * kind.seconds:6.1%} of its core for {kind.rate:.1f} a second of: {name}"
    yield "players | moves/s | pages/s | ends/s | processes | machines | PostgreSQL's cores | messages/s"
    for players in PLAYERS:
        demand = Demand.of(players, habits)
        yield (
            f"{players:,} | {demand.moves:.0f} | {demand.pages:.0f} | {demand.ends:.1f} | "
            f"{processes(players, costs, habits)} | {machines(players, costs, habits)} | {demand.cpu(costs):.1f} | "
            f"{messages_of(demand):.0f}"
        )
    for wall in walls(costs, habits):
        yield f"{wall.name}: full at {wall.players:,.0f} players online; then {wall.then}"


def main() -> None:
    """Print the report."""
    for line in lines(COSTS, Habits()):
        print(line, flush=True)


if __name__ == "__main__":
    main()
