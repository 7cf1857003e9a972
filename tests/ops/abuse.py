"""Nothing that one visitor does is felt by another: attacks from one address, and what others feel; see script/abuse.

The site has one process, as a second one would only share the load. In each attack two pairs play live matches, one by
sockets and one by forms, a visitor reads pages, and a newcomer opens a match page with its socket, all from addresses
of their own: before the attack, during it, and from two seconds after its end. The mail server and the sign-in of the
site never answer. An attack has passed if

- 99 of 100 moves took at most three times as long as without it, and 20 ms,
- a match page with its socket opened within two seconds,
- none of the others met an error, such as a 5xx, a broken socket or a refusal,
- two seconds later the median of moves and pages was at most three times that before, and 20 ms.

An attack that was felt is made once more, and counts if it is felt again. The first one does nothing: what is felt in
it is noise of the machine.

The last line compares the memory of the process that has served each kind of page, half a second of each attack and
the matches of the first row with that after all attacks and a rest: what a first use loads and caches is no leak.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, replace
from pathlib import Path

from tests.ops.attacks import ATTACKS, Attacker, ask
from tests.ops.nginx import changed, nginx
from tests.ops.pairs import make_pairs, shell
from tests.ops.victims import (
    AFTER,
    BEFORE,
    DURING,
    JUST_AFTER,
    VISITOR,
    Victim,
    arrivals,
    moves_by_form,
    moves_by_socket,
    script_of,
    visits,
)
from tests.services import free_port, postgres_url, redis_url
from tests.serving import HOME, PATIENCE, Site, migrated_database

WARMING, TOUCH = "127.0.0.7", 0.5  # the address of each attack before the first row, and its seconds
QUIET, SETTLED = 3.0, 2.0  # seconds before and after an attack, and after which all has to be normal
TIMES, MORE, OPENED = 3, 20.0, 2000.0  # how much longer a move may take, in milliseconds; a page with its socket
NOTHING = "nothing"  # the attack to compare with
TRIES = 2  # of an attack: what is felt only once was chance, as of few moves the 99th percentile is the longest
MATCHES = 6  # of each pair, one after the other
STACKS = ("sqlite", "postgres")
CROWD = 40
REST = 300.0  # seconds after the last attack, in which the process gives memory back
WARM = (
    "/", "/lobby/", "/ratings/", "/puzzles/", "/help/", "/history/", "/accounts/login/", "/accounts/settings/",
    "/accounts/export/", "/matches/{match}/", "/matches/{match}/match.txt", "/pictures/en/matches/{match}/0.png",
    "/pictures/en/players/{name}.png", "/feeds/players/{name}.atom", "/sitemap.xml", "/embed/matches/{match}/",
    "/matches/by/{name}/", "/history/of/{name}/", "/no/such/page/",
)  # fmt: skip
KNOW = f"""
import json
from accounts.models import User
from games.matches.models import Match
for number in range({CROWD}):
    User.objects.get_or_create(username=f"crowd{{number}}")
done = Match.objects.exclude(ending="").filter(analysis__state="done").values_list("pk", "ply")[:90]
names = list(User.objects.values_list("username", flat=True)[:200])
print(json.dumps([list(Match.objects.values_list("pk", flat=True)[:90]), names, [row for row in done if row[1]]]))
"""


@contextmanager
def silent_server() -> Iterator[int]:
    """Yield the port of a server that takes connections and never says anything."""
    with socket.create_server(("127.0.0.1", 0), backlog=1000) as listening:
        yield listening.getsockname()[1]


class Abused:
    """A site that can be attacked, bare or behind the proxy of `deploy`."""

    def __init__(self, folder: Path, stack: ExitStack, *, proxy: bool = False, demo: bool = False) -> None:
        """Start it on the stores that the environment names, until the end of the stack."""
        silent = stack.enter_context(silent_server())
        env = {
            "WORKERS": "1", "WORKERS_NICE": "19", "TRUSTED_PROXIES": str(int(proxy)),
            "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
            "EMAIL_HOST": "127.0.0.1", "EMAIL_PORT": str(silent),
            "OIDC_SERVER": f"http://127.0.0.1:{silent}", "OIDC_NAME": "Club",
            "OIDC_CLIENT_ID": "numgames", "OIDC_CLIENT_SECRET": "not very secret",
        }  # fmt: skip
        database = stack.enter_context(migrated_database(folder))
        if demo:
            Site(folder, env=database).manage("demo", "--searched", "0")
        self.site = Site(folder, env=database | env)
        self.site.start()
        stack.callback(self.site.stop)
        self.port = self.site.port
        if proxy:
            self.port = free_port()
            here = f"server 127.0.0.1:{self.site.port}"
            changes = {
                "server web1:8000": here,
                "server web2:8000": here,
                "listen 8080;": f"listen 127.0.0.1:{self.port};",
            }
            changes["/var/lib/numgames/static/"] = self.site.env["STATIC_ROOT"] + "/"
            stack.enter_context(nginx(folder, changed((HOME / "deploy" / "nginx.conf").read_text(), changes)))
        pair = make_pairs(self.site, 1)[0]
        matches, names, analysed = shell(self.site, KNOW)
        self.attacker = Attacker(self.port, pair.cookies, pair.match, matches, names, analysed)
        self.pairs = 1

    @property
    def megabytes(self) -> float:
        """Return the resident memory of the site's process."""
        return self._figure("status", r"VmRSS:\s+(\d+)") / 1024

    @property
    def cpu(self) -> float:
        """Return the CPU seconds of the site's process."""
        fields = self._read("stat").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def _read(self, name: str) -> str:
        assert self.site.process
        return Path(f"/proc/{self.site.process.pid}/{name}").read_text()

    def _figure(self, name: str, pattern: str) -> float:
        figure = re.search(pattern, self._read(name))
        assert figure
        return float(figure[1])

    def victims(self, matches: int) -> list[Victim]:
        """Return players with new matches, a visitor and a newcomer."""
        pairs = make_pairs(self.site, 2 * matches + 1, control="live(minutes=10, increment=10)", first=self.pairs)
        self.pairs += len(pairs)
        *played, one = pairs
        scripts = [(pair, script_of(pair)) for pair in played]
        return [
            Victim("move by socket", moves_by_socket(self.port, scripts[:matches])),
            Victim("move by form", moves_by_form(self.port, scripts[matches:])),
            Victim("page", visits(self.port)),
            Victim("match page, socket", arrivals(self.port, one)),
        ]

    async def warm(self) -> None:
        """Open a page of each kind."""
        for path in WARM:
            filled = path.format(match=self.attacker.match, name=self.attacker.names[0])
            await ask(self.port, filled, VISITOR, cookie=self.attacker.cookies[0])

    def touch(self, name: str) -> None:
        """Make an attack for a moment: what its kind of request loads and caches at first is no leak."""
        # From another address, so that the limits of the attacker's own are whole when its row begins.
        self._attacking(name, TOUCH, replace(self.attacker, address=WARMING)).communicate("\n", PATIENCE)

    def _attacking(self, name: str, seconds: float, attacker: Attacker) -> subprocess.Popen[str]:
        """Start a process that attacks when it reads a line; it prints one when it is ready, then what it met."""
        command = [sys.executable, "-m", "tests.ops.attacks", name, str(seconds), json.dumps(asdict(attacker))]
        return subprocess.Popen(command, cwd=HOME, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    async def attack(
        self, name: str, seconds: float, *, quiet: float = QUIET, settled: float = SETTLED, matches: int = MATCHES
    ) -> tuple[list[Victim], dict[str, int]]:
        """Make an attack; return those who felt it, and how often the attacker got each answer."""
        victims, phase = await asyncio.to_thread(self.victims, matches), [BEFORE]
        while ATTACKS[name].needs_demo and not self.attacker.analysed:  # the site's jobs analyse the demo's matches
            await asyncio.sleep(1)
            *_others, self.attacker.analysed = await asyncio.to_thread(shell, self.site, KNOW)
        process = self._attacking(name, seconds, self.attacker)
        try:
            assert process.stdout
            await asyncio.to_thread(process.stdout.readline)
            lives = [asyncio.create_task(victim.live(phase)) for victim in victims]
            await asyncio.sleep(quiet)
            phase[0], cpu = DURING, self.cpu
            out, _errors = await asyncio.to_thread(process.communicate, "\n", PATIENCE)
            self.spent = self.cpu - cpu
            phase[0] = JUST_AFTER
            await asyncio.sleep(settled)
            phase[0] = AFTER
            await asyncio.sleep(settled)  # for a median
            phase.clear()
            await asyncio.gather(*lives)
        finally:
            process.kill()
            process.wait()
        answers, self.spent_by_attacker = json.loads(out)
        return victims, answers


def faults_of(victims: list[Victim]) -> Iterator[str]:
    """Yield what was not as it has to be, of moves, the newcomer's pages, and errors."""
    for victim in victims:
        met = sum((victim.failures[phase] for phase in (DURING, JUST_AFTER, AFTER)), victim.failures[BEFORE])
        if met:
            yield f"{victim.name}: errors {dict(met)}"
        if victim.name.startswith("move") and victim.late(DURING) > TIMES * victim.late(BEFORE) + MORE:
            yield f"{victim.name}: {victim.late(DURING):.0f} ms"
        if victim.half(AFTER) > TIMES * victim.half(BEFORE) + MORE:
            yield f"{victim.name}: {victim.half(AFTER):.0f} ms afterwards"
    if (longest := max(victims[-1].waits[DURING], default=OPENED + 1)) > OPENED:
        yield f"{victims[-1].name}: {longest:.0f} ms"


def row(victims: list[Victim]) -> str:
    """Return the cells of a line of the table."""
    return " | ".join(
        ", ".join(f"{victim.half(phase):.0f}/{victim.late(phase):.0f}" for phase in (BEFORE, DURING, AFTER))
        for victim in victims
    )


async def abuse(site: Abused, names: list[str], seconds: float, rest: float) -> int:
    """Make these attacks and print the table; return the number of those that were felt."""
    felt = 0
    columns = ["attack", "answers", "move by socket", "move by form", "page", "match page, socket"]
    print(" | ".join([*columns, "CPU s of site, attacker", "MB", "felt"]), flush=True)
    fresh = site.megabytes
    await site.warm()
    for name in names:
        if not ATTACKS[name].needs_demo:
            await asyncio.to_thread(site.touch, name)
    await asyncio.sleep(SETTLED)
    warm = site.megabytes
    for name in sorted(names, key=lambda name: ATTACKS[name].needs_demo):  # analyses are made meanwhile
        for _time in range(TRIES):
            victims, answers = await site.attack(name, seconds)
            faults = "; ".join(faults_of(victims)) if answers else "the attacker got no CPU time"
            counted = ", ".join(f"{many} x {answer}" for answer, many in answers.items())
            cpu = f"{site.spent:.1f}, {site.spent_by_attacker:.1f}"
            print(f"{name} | {counted} | {row(victims)} | {cpu} | {site.megabytes:.0f} | {faults or 'no'}", flush=True)
            if not faults:
                break
        felt += bool(faults)
        warm = site.megabytes if name == NOTHING else warm
    print(f"{felt} of {len(names)} attacks were felt twice.")
    last = site.megabytes
    await asyncio.sleep(rest)
    figures = f"{fresh:.0f} fresh, {warm:.0f} warm, {last:.0f} after the attacks, {site.megabytes:.0f}"
    print(f"MB: {figures} after {rest:.0f} s of rest, {site.megabytes / warm:.2f} times as much as warm")
    return felt


def main() -> int:
    """Attack in one way after the other; return 0 only if no attack was felt."""
    parser = argparse.ArgumentParser(prog="script/abuse", description="What others feel of one visitor: p50/p99 in ms, "
                                     "before, during and after an attack.")  # fmt: skip
    parser.add_argument("--stack", choices=STACKS, default="sqlite")
    parser.add_argument("--proxy", action="store_true", help="behind nginx with the configuration in deploy/")
    parser.add_argument(
        "--attacks", nargs="+", choices=ATTACKS, default=list(ATTACKS), metavar="NAME", help=" ".join(ATTACKS)
    )
    parser.add_argument("--seconds", type=float, default=8.0, metavar="N", help="of each attack (8)")
    parser.add_argument("--rest", type=float, default=REST, metavar="N", help="seconds of rest at the end (300)")
    choices = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="numgames-abuse-") as name, ExitStack() as stack:
        folder = Path(name)
        folder.chmod(0o755)
        stores = {"TEST_DATABASE_URL": postgres_url(), "TEST_REDIS_URL": redis_url()}
        for variable, store in stores.items():
            if choices.stack == "sqlite":
                os.environ.pop(variable, None)
            else:
                os.environ[variable] = stack.enter_context(store)
        demo = any(ATTACKS[attack].needs_demo for attack in choices.attacks)
        site = Abused(folder, stack, proxy=choices.proxy, demo=demo)
        felt = asyncio.run(abuse(site, choices.attacks, choices.seconds, choices.rest))
    Path("build").mkdir(exist_ok=True)
    Path("build/abuse.log").write_text(site.site.log)
    bugs = site.site.log.count("Traceback")
    print(f"tracebacks in the log (build/abuse.log): {bugs}")
    return int(felt + bugs > 0)


if __name__ == "__main__":
    sys.exit(main())
