"""What one visitor does is not felt by others: answers in a few attacks, and under --thorough the times in all."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from tests.ops.abuse import Abused
from tests.ops.attacks import ATTACKS
from tests.serving import HOME

SHORT = {  # the answers that an attacker may get
    "sign-ups": {"403", "429"},
    "silent-60": {"open"},
    "large-frames": {"ConnectionClosedError", "open"},
    "slow-heads": {"open", "cut off"},
    "guests": {"302", "429"},
}
SECONDS = 1.5


@pytest.fixture(scope="module")
def abused(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Abused]:
    """Return a site that one visitor attacks."""
    with ExitStack() as stack:
        yield Abused(tmp_path_factory.mktemp("abused"), stack)


@pytest.mark.parametrize("name", SHORT)
async def test_an_attack_is_answered_and_others_play_on(abused: Abused, name: str) -> None:
    victims, answers = await abused.attack(name, SECONDS, quiet=0.5, settled=0.5, matches=2)
    assert set(answers) <= {*SHORT[name], "unanswered"}
    assert sum(answers.values()) >= min(20, ATTACKS[name].clients)
    for victim in victims:
        assert not any(victim.failures.values()), (victim.name, victim.failures)
        assert sum(map(len, victim.waits.values())) > 1, victim.name


@pytest.mark.thorough
@pytest.mark.parametrize("stack", ["sqlite", "postgres"])
@pytest.mark.parametrize("proxy", [False, True], ids=["bare", "proxy"])
def test_no_attack_is_felt(stack: str, proxy: bool) -> None:
    command = [str(HOME / "script" / "abuse"), "--stack", stack, *(["--proxy"] if proxy else [])]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
