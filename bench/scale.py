"""What one process, one machine and several bear, up to 100,000 players online, and where the next wall is.

A discrete-event simulation from measured costs. What a process bears is what keeps the 99th percentile of a move under
its limit. Moves, what is sent, and the lobby are work of the event loop; pages, sockets that open, previews and ends
are work in threads. It is optimistic in that the loop is the next to get the interpreter's lock, which is not certain,
and in that a process has a core for itself. Databases, Redis and locks are computed by their load alone.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from math import ceil
from typing import NamedTuple

from bench.queueing import Kind, Times, load, simulate

LATE = 0.025  # seconds that the 99th percentile of a move may take
BUSY = 0.7  # of a core, which leaves room for bursts
SLICE = 0.005  # seconds: sys.getswitchinterval()
ARRIVALS = 30_000  # in a simulation
CORES = 8  # of a machine: six web processes, one core for the scheduler, one for the system
WEB = CORES - 2  # processes of a machine
DATABASE_CORES = 16
CONNECTIONS, RESERVED, POOL = 100, 20, 12  # max_connections, what is kept of them, DATABASE_POOL
PLAYERS = (1_000, 3_000, 10_000, 30_000, 100_000)


class Costs(NamedTuple):
    """Milliseconds of CPU, and what measures them. Those of PostgreSQL and Redis are counted apart."""

    move: float = 1.3  # script/bench peers --ours --matches 32: event loop and threads, PostgreSQL
    move_stores: float = 0.2  # the same: database and Redis
    end: float = 13.0  # the same: the end of a rated match
    end_stores: float = 5.0
    preview: float = 1.9  # the same
    socket: float = 9.7  # the same: opening the socket of a page
    socket_stores: float = 2.0
    page: float = 14.0  # script/bench pages: match page, lobby
    page_stores: float = 2.0  # not measured: about a query each 0.2 ms
    push: float = 0.04  # script/bench fanout: of 1,000 spectators, each
    lobby: float = 0.09  # the same: a change of the lobby, for each person in it
    lock: float = 10.0  # that a rating pool is locked at an end: not measured, the end's queries after it at most
    message: float = 0.009  # script/bench relay: Redis, of a message
    received: float = 0.0066  # the same: Redis, of each process that receives it
    heard: float = 0.003  # fanout._deliver: a process, of a message without a subscriber there


COSTS = Costs()


class Habits(NamedTuple):
    """What people do: assumptions, not measurements. Shares of those who are online, seconds between two doings."""

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
    busiest_pool: float = 0.25  # of all ends are of the pool with most


class Demand(NamedTuple):
    """What so many players ask for, in a second."""

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
        """Return this demand as the work of one process, to which others tell so many messages a second."""
        redraws = min(self.changes, 2.0)  # changes are joined
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
        """Return the cores that PostgreSQL and Redis need, without the messages between processes."""
        spent = self.moves * costs.move_stores + self.ends * costs.end_stores
        return (spent + self.pages * (costs.page_stores + costs.socket_stores)) / 1000


def bears(players: float, costs: Costs, habits: Habits, others: float = 0.0) -> bool:
    """Return whether one process bears so many players, while `others` are at other processes."""
    kinds = Demand.of(players, habits).kinds(costs, messages_of(Demand.of(others, habits)))
    if load(list(kinds.values())) > BUSY:
        return False
    return move_times(kinds).late <= LATE


def move_times(kinds: Mapping[str, Kind]) -> Times:
    """Return the seconds of a move among this work."""
    return simulate(kinds, "move", ARRIVALS, random.Random(1), time_slice=SLICE)


def messages_of(demand: Demand) -> float:
    """Return the messages a second by which processes tell each other of this: a move's, its news, the lobby's."""
    return 2 * demand.moves + demand.changes


def most_players(costs: Costs, habits: Habits, others: float = 0.0) -> int:
    """Return how many players one process bears, by bisection."""
    return int(bisected(lambda players: bears(players, costs, habits, others)))


def bisected(holds: Callable[[float], bool], least: float = 0.0, most: float = 1e7) -> float:
    """Return the largest number for which this holds, within half a percent; it holds below and not above."""
    while most - least > max(1.0, 0.005 * least):
        middle = (least + most) / 2
        least, most = (middle, most) if holds(middle) else (least, middle)
    return least


def processes(players: float, costs: Costs, habits: Habits) -> int:
    """Return how many web processes so many players need."""
    return ceil(players / most_players(costs, habits, players))


def machines(players: float, costs: Costs, habits: Habits) -> int:
    """Return how many machines for web processes so many players need."""
    return ceil(processes(players, costs, habits) / WEB)


class Wall(NamedTuple):
    """What is used up at so many players, which share of it a number of players uses, and what takes over there."""

    name: str
    players: float
    use: Callable[[float], float]
    then: str


def walls(costs: Costs, habits: Habits) -> list[Wall]:
    """Return the walls, the nearest first."""
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
        ("one core of Redis", redis, "Redis Cluster with sharded channels"),
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
