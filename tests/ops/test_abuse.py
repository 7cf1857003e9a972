"""What one visitor does is not felt by others: answers in a few attacks, and under --thorough the times in all."""

from __future__ import annotations

import asyncio
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.ops.abuse import Abused
from tests.ops.attacks import ADDRESS, ATTACKS, ask
from tests.ops.victims import VISITOR
from tests.serving import HOME, SERVE, Site, migrated_database
from tests.sizes import cases

SHORT = {  # the answers that an attacker may get
    "sign-ups": {"403", "429"},
    "silent-60": {"open"},
    "large-frames": {"ConnectionClosedError", "open"},
    "slow-heads": {"open", "cut off"},
    "guests": {"302", "429"},
}
SECONDS = 1.5
FEW = 256  # open files, 1,024 in most shells


@pytest.fixture(scope="module")
def abused(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Abused]:
    """Return a site that one visitor attacks."""
    with ExitStack() as stack:
        site = Abused(tmp_path_factory.mktemp("abused"), stack)
        yield site
    assert "Traceback" not in site.site.log, site.site.log


@cases("name", [*SHORT], default=["sign-ups"])
async def test_an_attack_is_answered_and_others_play_on(abused: Abused, name: str) -> None:
    victims, answers = await abused.attack(name, SECONDS, quiet=0.5, settled=0.5, matches=2)
    assert set(answers) <= {*SHORT[name], "unanswered"}
    assert sum(answers.values()) >= min(20, ATTACKS[name].clients)
    for victim in victims:
        assert not any(victim.failures.values()), (victim.name, victim.failures)
        assert sum(map(len, victim.waits.values())) > 1, victim.name


@pytest.mark.thorough
async def test_silent_connections_leave_some_to_others_though_a_shell_allows_few(tmp_path: Path) -> None:
    with migrated_database(tmp_path) as database, ExitStack() as stack:
        site = Site(tmp_path, env=database, options=("--no-clock",))
        site.command = ("sh", "-c", f'ulimit -Sn {FEW}; exec "$0" "$@"', *SERVE)
        site.start()
        stack.callback(site.stop)
        for _connection in range(2 * FEW):
            _reader, writer = await asyncio.open_connection("127.0.0.1", site.port, local_addr=(ADDRESS, 0))
            stack.callback(writer.transport.abort)
        assert (await ask(site.port, "/healthz", VISITOR))[0] == 200


@pytest.mark.thorough
@pytest.mark.parametrize("stack", ["sqlite", "postgres"])
@pytest.mark.parametrize("proxy", [False, True], ids=["bare", "proxy"])
def test_no_attack_is_felt(stack: str, proxy: bool) -> None:
    command = [str(HOME / "script" / "abuse"), "--stack", stack, *(["--proxy"] if proxy else [])]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
