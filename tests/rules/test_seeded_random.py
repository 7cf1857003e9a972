"""Randomness derived from a seed, the same everywhere."""

from __future__ import annotations

import hashlib
from collections import Counter

import pytest

from games.rules import SeededRandom

SEED = bytes(range(32))
DRAWS = [749, 884, 914, 584, 251, 786, 718, 320]
SHUFFLED = "agdbecmhikjlf"


def test_a_draw_is_the_first_block_of_sha_256() -> None:
    block = hashlib.sha256(SEED + (5).to_bytes(8, "big") + (0).to_bytes(8, "big")).digest()
    assert SeededRandom(SEED, 5).below(1 << 256) == int.from_bytes(block, "big")


def test_the_same_seed_and_ply_give_the_same_draws_for_ever() -> None:
    """A golden value: if it changed, finished matches could no longer be verified."""
    rng = SeededRandom(SEED)
    assert [rng.below(1000) for draw in range(8)] == DRAWS
    assert "".join(SeededRandom(SEED, 7).shuffled("abcdefghijklm")) == SHUFFLED


def test_another_seed_or_ply_gives_other_draws() -> None:
    orders = {SeededRandom(seed, ply).shuffled(range(50)) for seed in (SEED, b"other") for ply in (0, 1)}
    assert len(orders) == 4


def test_every_number_is_equally_likely() -> None:
    rng = SeededRandom(SEED)
    counts = Counter(rng.below(6) for draw in range(6000))
    assert set(counts) == set(range(6))
    assert all(880 < count < 1120 for count in counts.values())


def test_every_order_is_equally_likely() -> None:
    rng = SeededRandom(SEED)
    counts = Counter(rng.shuffled("abc") for draw in range(6000))
    assert len(counts) == 6
    assert all(880 < count < 1120 for count in counts.values())


def test_a_shuffle_loses_nothing() -> None:
    assert sorted(SeededRandom(SEED).shuffled("mississippi")) == sorted("mississippi")
    assert SeededRandom(SEED).shuffled("") == ()


@pytest.mark.parametrize("limit", [0, -1, (1 << 256) + 1])
def test_a_limit_that_makes_no_sense_is_refused(limit: int) -> None:
    with pytest.raises(ValueError, match="limit"):
        SeededRandom(SEED).below(limit)


def test_one_of_one_is_always_the_same() -> None:
    assert SeededRandom(SEED).below(1) == 0
