"""Sums of more than nine pieces: their skeletons, the domains of their numbers, the search."""

from __future__ import annotations

import random

import pytest

from games.summy.model.board import HAND_SIZE, ordered
from games.summy.model.equations import NO_TERMS, add_number, begin_number, is_sum
from games.summy.model.long_sums import DigitPool, Following, LongSums, bounds, skeletons, split_at_equals

LONG = (
    "70+118:2=129",  # M13 of the rule sheet
    "65+2x0+12=77",
    "0x75:6+12=12",
    "3-50+4x12=1",
    "1:2x80-39=1",
    "5:2+5:2+6=11",
    "12:5x15:9=4",
    "8-12x3+29=1",
    "12345x0+70=70",
    "9:4x16-36=0",
    "99x99-1=9800",
    "0:7+0x123456=0",
    "12345678+9=12345687",
    "1:3+1:6-1:2+20=20",
)
SAMPLES = 12  # of each sum, with some of its pieces taken out


def test_a_long_sum_is_found_wherever_pieces_of_it_are_missing() -> None:
    for text in LONG:
        assert is_sum(text)
        chance = random.Random(text)
        for _sample in range(SAMPLES):
            missing = chance.sample(range(len(text)), chance.randint(1, HAND_SIZE))
            window = "".join("." if at in missing else face for at, face in enumerate(text))
            hand = ordered(text[at] for at in missing)
            assert text in LongSums(hand).fill(window), (window, hand)


def test_only_sums_are_found_and_each_once() -> None:
    found = LongSums(ordered("0123456=")).fill("..x.-....0")
    assert len(found) == len(set(found))
    assert all(is_sum(text) and text[2] == "x" and text[4] == "-" and text[9] == "0" for text in found)


@pytest.mark.parametrize(
    ("hand", "cells", "counts"),
    [
        ("12345+x=", "..3....5..", [2]),  # 5 digits and the = leave 2 cells for operators
        ("12345678", "..3.+...=5", [0]),
        ("1234+-x:", "..3..=...7", [3]),  # a fourth would be adjacent to another
        ("123+-x==", "..3......7", []),  # needs all 8 pieces, but a sum takes one =
        ("12345678", "..3....5..", []),
    ],
)
def test_the_hand_limits_the_number_of_new_operators(hand: str, cells: str, counts: list[int]) -> None:
    assert list(LongSums(ordered(hand)).operator_counts(cells)) == counts


def test_the_outcome_has_fewer_digits_than_the_left_side_has_pieces() -> None:
    assert list(split_at_equals("1..4..5..2")) == [("1..4.", "5..2"), ("1..4..5", ".2"), ("1..4..5.", "2")]
    assert list(split_at_equals("1..+.=..")) == [("1..+.", "..")]
    assert list(split_at_equals("1..+.=0.")) == []


def test_a_skeleton_has_well_formed_numbers_between_its_operators() -> None:
    assert list(skeletons("1..4", "+x", [1])) == [
        (("", "1"), ("+", ".4")),
        (("", "1"), ("x", ".4")),
        (("", "1."), ("+", "4")),
        (("", "1."), ("x", "4")),
    ]
    assert list(skeletons("2:0..3", "+", [1])) == [(("", "2"), (":", "0"), ("+", ".3"))]
    assert list(skeletons("1.04", "+", [1])) == []  # 04 has a leading zero


def test_the_domain_of_a_number_follows_from_the_digits_of_the_hand() -> None:
    pool = DigitPool("0379")
    assert pool.interval("..") == (30, 97)
    assert pool.interval(".") == (0, 9)
    assert pool.interval("....") == (3079, 9730)
    assert pool.interval(".....") is None
    assert [number for number, _digits, _left in pool.numbers(".5", "037", (35, 80))] == [35, 75]


@pytest.mark.parametrize(
    ("left", "sign", "following", "least", "most"),
    [
        ("", "", Following(), 40, 49),
        ("7", "x", Following(), 6, 7),  # 7x6=42, 7x7=49
        ("84", ":", Following(), 2, 2),  # 84:2=42
        ("50", "-", Following(), 1, 10),
        ("", "", Following().preceded_by("x", (2, 9)), 5, 24),  # 5x9=45, 24x2=48
        ("", "", Following().preceded_by("-", (2, 9)), 42, 58),
        ("50", "+", Following(), 0, -1),
    ],
)
def test_the_outcome_bounds_a_number(left: str, sign: str, following: Following, least: int, most: int) -> None:
    before = add_number(begin_number(NO_TERMS, ""), "", int(left)) if left else NO_TERMS
    assert bounds(begin_number(before, sign), sign, following, (40, 49)) == (least, most)
