"""Matches under faults, with a log of what was acknowledged that is compared with the database; see script/chaos."""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
import traceback
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import astuple, dataclass, field
from pathlib import Path
from typing import Any

import httpx

from tests.ops.chaos_events import LANES as LANES_OF_EVENTS
from tests.ops.chaos_events import Events
from tests.ops.faults import FAULTS, Fault, wait_for_ready
from tests.ops.load import Load
from tests.ops.pairs import Pair, make_pairs
from tests.ops.stacks import STACKS, Stack, stack_of

LANES = 4
SPARE = 4  # matches that wait for a lane
ENOUGH = 2 * LANES  # moves after a fault that show that the site plays again
RECOVERY = 180.0  # seconds
RESTORED = "backup restored"
CONTROLS = ("correspondence(days=3)", "live(minutes=10, increment=10)")
READ = """
import json
from games.matches.models import Match
print(json.dumps({
    match.pk: [match.ply, list(match.moves.order_by("ply", "pk").values_list("ply", "text")), match.ending]
    for match in Match.objects.all()
}))
"""
SHOW = """
from core import clock
from games.matches.models import Heartbeat, Match
match = Match.objects.filter(pk=%r)
hidden = {"seed", "site_seed", "commitment", "option_data"}
print({name: str(value) for name, value in match.values().get().items() if value and name not in hidden})
print(*match.get().moves.values_list("ply", "made_at"), *Heartbeat.objects.values(), clock.now())
"""
TIMEOUTS = {"time", "aborted"}
COLUMNS = ("tried", "acknowledged", "lost", "doubled", "stuck", "wrong timeouts", "refused")


@dataclass
class Row:
    """One line of the table: a fault, how often it was tried, and what was found after it."""

    tried: int = 0
    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    stuck: int = 0
    timeouts: int = 0
    refused: int = 0

    @property
    def is_well(self) -> bool:
        """Return whether nothing went wrong."""
        return not any((self.lost, self.doubled, self.stuck, self.timeouts, self.refused))


@dataclass
class Chaos:
    """The load, the faults, and the comparison of the acknowledged moves with the stored ones."""

    stack: Stack
    load: Load
    rows: defaultdict[str, Row] = field(default_factory=lambda: defaultdict(Row))
    pairs: dict[str, Pair] = field(default_factory=dict)
    timed_out: set[str] = field(default_factory=set)
    unfinished: set[str] = field(default_factory=set)  # matches that were being played when the time was over
    seen: int = 0
    errors: int = 0
    events: Events | None = None

    async def run(self, faults: list[Fault], seconds: float) -> None:
        """Inject one fault after the other until the time is over."""
        until = time.monotonic() + seconds
        await self.refill()
        async with self.load.running(LANES, LANES_OF_EVENTS if self.events else 0), self.look():
            await self.load.moves(ENOUGH)
            while time.monotonic() < until:
                for fault in random.sample(faults, len(faults)):
                    if time.monotonic() > until:
                        break
                    await self.strike(fault.name, asyncio.to_thread(fault.strike, self.stack))
                else:
                    await self.strike(RESTORED, self.restore())
            if self.events:
                await self.end(self.events)
            self.unfinished = set(self.load.playing)
        await self.finish()

    @asynccontextmanager
    async def look(self) -> AsyncIterator[None]:
        """Have the players of events find their matches meanwhile."""
        task = asyncio.create_task(self.events.look()) if self.events else None
        try:
            yield
        finally:
            if task:
                task.cancel()

    async def end(self, events: Events) -> None:
        """Wait for the ends of all events, without further faults."""
        row = self.rows["events at their ends"]
        row.tried += 1
        for words in await events.finish():
            row.stuck += 1
            print("   stuck:", words, flush=True)
        await self.compare(row)
        print("   events:", ", ".join(f"{kind} {count}" for kind, count in sorted(events.counts.items())), flush=True)

    async def strike(self, name: str, work: Any) -> None:  # noqa: ANN401 - any awaitable
        """Do one fault, wait until matches go on, and compare."""
        row = self.rows[name]
        row.tried += 1
        print(f"{time.strftime('%H:%M:%S')} {name}", flush=True)
        try:
            await work
            await asyncio.to_thread(wait_for_ready, self.stack)
            await self.play_on()
        except TimeoutError:
            row.stuck += 1
        except Exception:
            traceback.print_exc()
            row.stuck += 1
        await self.compare(row)
        await self.refill()

    async def play_on(self) -> None:
        """Wait until enough moves are acknowledged again."""
        goal = self.load.count + ENOUGH
        async with asyncio.timeout(RECOVERY):
            while self.load.count < goal:
                await self.refill()
                await self.load.moves(1)

    async def refill(self) -> None:
        """Make new matches, correspondence and live in turn, before the lanes run out of them."""
        if self.events and not self.load.stopping:
            await self.events.refill()
        if len(self.load.waiting) >= SPARE:
            return
        for control in CONTROLS:
            made = await asyncio.to_thread(make_pairs, self.stack, SPARE // 2, control=control, first=len(self.pairs))
            self.pairs |= {pair.match: pair for pair in made}
            self.load.waiting += made
        random.shuffle(self.load.waiting)

    async def stored(self) -> dict[str, list[Any]]:  # JSON
        """Return the ply, the moves and the ending of every match in the database."""
        text = await asyncio.to_thread(self.stack.manage, "shell", "-v0", "-c", READ)
        found: dict[str, list[Any]] = json.loads(text.splitlines()[-1])
        return found

    async def show(self, match: str) -> str:
        """Return the row of a match, its moves and the heartbeat, from which the cause of its end can be read."""
        return await asyncio.to_thread(self.stack.manage, "shell", "-v0", "-c", SHOW % match)

    async def compare(self, row: Row) -> None:
        """Pause all players, and compare what they know with the database."""
        async with asyncio.timeout(RECOVERY):
            await self.load.pause()
        stored = await self.stored()
        for match, pair in self.pairs.items():
            ply, rows, ending = stored.get(match, (0, [], ""))
            texts = [text for _ply, text in rows]
            expected = [*pair.moves, self.load.in_doubt[match]] if match in self.load.in_doubt else pair.moves
            row.lost += sum(texts[number : number + 1] != [text] for number, text in enumerate(pair.moves))
            unknown = texts[len(pair.moves) :] != expected[len(pair.moves) : len(texts)]
            row.doubled += int(unknown or [number for number, _text in rows] != list(range(1, ply + 1)))
            played = match in self.load.playing | self.load.refused
            if ending in TIMEOUTS and played and match not in self.timed_out:
                self.timed_out.add(match)
                row.timeouts += 1
                print("   wrongly ended:", await self.show(match), flush=True)
        for column, words in await self.events.problems() if self.events else ():
            setattr(row, column, getattr(row, column) + 1)
            print(f"   {column}: {words}", flush=True)
        row.refused += sum(not self.timed_out & set(error.split()) for error in self.load.errors[self.errors :])
        for error in self.load.errors[self.errors :]:
            print("   refused:", error[:300], flush=True)
        self.errors = len(self.load.errors)
        row.acknowledged += self.load.count - self.seen
        self.seen = self.load.count
        self.load.may_move.set()

    async def restore(self) -> None:
        """Back up while matches are played, play on, and put the backup back: the players go on from there."""
        file = self.stack.folder / "backup"
        before = {match: (len(pair.moves), bool(pair.loser)) for match, pair in self.pairs.items()}
        await asyncio.to_thread(self.stack.manage, "backup", str(file), "--force")
        await self.play_on()
        await self.load.pause()
        await asyncio.to_thread(self.stack.stop_scheduler)
        for web in self.stack.webs:
            await asyncio.to_thread(web.stop)
        await asyncio.to_thread(self.stack.manage, "restore", str(file), "--yes")
        for check in ("recompute_ratings", "recount_draws"):
            await asyncio.to_thread(self.stack.manage, check, "--check")
        stored = await self.stored()
        for match, pair in self.pairs.items():
            _ply, rows, ending = stored.get(match, (0, [], ""))
            texts = [text for _ply, text in rows]
            if texts != pair.moves[: len(texts)] or (len(texts), bool(ending)) < before.get(match, (0, False)):
                self.rows[RESTORED].lost += 1
            pair.rewind(len(texts))
            pair.is_gone = match not in stored
        self.load.in_doubt.clear()
        if self.events:
            await self.events.rewind(stored)
        for waiting in (self.load.waiting, self.load.of_events):
            waiting[:] = [pair for pair in waiting if pair.match in stored]
        self.pairs = {match: pair for match, pair in self.pairs.items() if match in stored}
        for web in self.stack.webs:
            await asyncio.to_thread(web.start)
        self.stack.start_scheduler()
        self.load.may_move.set()

    async def finish(self) -> None:
        """Play one more move in every match that has begun: a match that refuses it is stuck."""
        row = self.rows["at the end"]
        row.tried += 1
        async with httpx.AsyncClient(base_url=self.stack.url, timeout=30) as client:
            self.load.stopping = False
            for pair in self.pairs.values():
                if pair.moves and not pair.is_over and pair.match in self.unfinished:
                    try:
                        async with asyncio.timeout(RECOVERY):
                            row.stuck += not await self.load.move(client, pair)
                    except TimeoutError:
                        row.stuck += 1
        await self.compare(row)


def table(rows: dict[str, Row]) -> str:
    """Return the rows and their sums."""
    total = Row(*(sum(column) for column in zip(*(astuple(row) for row in rows.values()), strict=True)))
    width = max(map(len, rows))
    lines = [" | ".join([" " * width, *COLUMNS])]
    for name, row in [*rows.items(), ("total", total)]:
        numbers = (f"{number:{len(column)}}" for number, column in zip(astuple(row), COLUMNS, strict=True))
        lines.append(" | ".join([f"{name:{width}}", *numbers]))
    return "\n".join(lines)


def main() -> int:
    """Run the chaos; return 0 only if all is well."""
    parser = argparse.ArgumentParser(prog="script/chaos", description="Runs matches under faults.")
    parser.add_argument("--minutes", type=float, default=30, metavar="N", help="how long (30)")
    parser.add_argument("--stack", choices=STACKS, default="sqlite")
    parser.add_argument("--only", help="only faults whose name contains this")
    parser.add_argument("--events", action="store_true", help="with leagues and cups, to their ends")
    choices = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="numgames-chaos-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        with stack_of(choices.stack, folder) as stack:
            faults = [fault for fault in FAULTS if fault.works_on(stack) and (choices.only or "") in fault.name]
            missing = [fault.name for fault in FAULTS if not fault.works_on(stack)]
            chaos = Chaos(stack, Load(stack.url, [], patience=RECOVERY))
            chaos.events = Events(chaos) if choices.events else None
            try:
                asyncio.run(chaos.run(faults, 60 * choices.minutes))
            except Exception:
                traceback.print_exc()
                chaos.rows["the test itself"].stuck += 1
            log = stack.log
    bugs = log.count("Traceback")
    Path("build").mkdir(exist_ok=True)
    Path(f"build/chaos-{choices.stack}.log").write_text(log)
    print(f"\n{choices.stack}, {choices.minutes:g} minutes; sent again by clients: {chaos.load.retried}; "
          f"tracebacks in the log (build/chaos-{choices.stack}.log): {bugs}")  # fmt: skip
    print(table(chaos.rows))
    print("Not tried here:", ", ".join(missing) or "nothing")
    return int(bugs > 0 or not all(row.is_well for row in chaos.rows.values()) or not chaos.load.count)


if __name__ == "__main__":
    sys.exit(main())
