"""Sums of more than nine pieces: the shape first, then the numbers within their limits."""

from __future__ import annotations

import random

import pytest

from games.summy.model.bounds import After, limits
from games.summy.model.equations import is_sum
from games.summy.model.long_sums import Speller
from games.summy.model.number_domains import Digits
from games.summy.model.partial_values import NOTHING, begin, grow
from games.summy.model.pieces import HAND, ordered
from games.summy.model.skeletons import shapes, sides
from games.summy.model.supply import Supply

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
HOLES = 12  # ways to take pieces out of each


def test_a_long_sum_is_found_wherever_pieces_of_it_are_missing() -> None:
    for text in LONG:
        assert is_sum(text)
        chance = random.Random(text)
        for _way in range(HOLES):
            missing = chance.sample(range(len(text)), chance.randint(1, HAND))
            window = "".join("." if at in missing else face for at, face in enumerate(text))
            hand = ordered(text[at] for at in missing)
            assert text in Speller(hand).spell(window), (window, hand)


def test_nothing_but_sums_is_found_and_each_once() -> None:
    found = Speller(ordered("0123456=")).spell("..x.-....0")
    assert len(found) == len(set(found))
    assert all(is_sum(text) and text[2] == "x" and text[4] == "-" and text[9] == "0" for text in found)


@pytest.mark.parametrize(
    ("hand", "cells", "counts"),
    [
        ("12345+x=", "..3....5..", [2]),  # five digits, the =, and so both operators
        ("12345678", "..3.+...=5", [0]),
        ("1234+-x:", "..3..=...7", [3]),  # a fourth would stand beside another
        ("123+-x==", "..3......7", []),  # all eight, and a sum takes one =
        ("12345678", "..3....5..", []),
    ],
)
def test_the_hand_is_counted_before_anything_is_tried(hand: str, cells: str, counts: list[int]) -> None:
    assert list(Supply(ordered(hand)).operators(cells)) == counts


def test_the_outcome_has_fewer_digits_than_the_left_side_has_pieces() -> None:
    assert list(sides("1..4..5..2")) == [("1..4.", "5..2"), ("1..4..5", ".2"), ("1..4..5.", "2")]
    assert list(sides("1..+.=..")) == [("1..+.", "..")]
    assert list(sides("1..+.=0.")) == []


def test_signs_stand_between_numbers_that_may_be_written() -> None:
    assert list(shapes("1..4", "+x", [1])) == [
        (("", "1"), ("+", ".4")),
        (("", "1"), ("x", ".4")),
        (("", "1."), ("+", "4")),
        (("", "1."), ("x", "4")),
    ]
    assert list(shapes("2:0..3", "+", [1])) == [(("", "2"), (":", "0"), ("+", ".3"))]
    assert list(shapes("1.04", "+", [1])) == []  # no number begins with 04


def test_a_number_lies_within_what_the_hand_can_spell() -> None:
    digits = Digits("0379")
    assert digits.span("..") == (30, 97)
    assert digits.span(".") == (0, 9)
    assert digits.span("....") == (3079, 9730)
    assert digits.span(".....") is None
    assert [number for number, _digits, _left in digits.numbers(".5", "037", (35, 80))] == [35, 75]


@pytest.mark.parametrize(
    ("left", "sign", "after", "least", "most"),
    [
        ("", "", After(), 40, 49),
        ("7", "x", After(), 6, 7),  # 7x6=42, 7x7=49
        ("84", ":", After(), 2, 2),  # 84:2=42
        ("50", "-", After(), 1, 10),
        ("", "", After().behind("x", (2, 9)), 5, 24),  # 5x9=45, 24x2=48
        ("", "", After().behind("-", (2, 9)), 42, 58),
        ("50", "+", After(), 0, -1),
    ],
)
def test_what_comes_out_limits_what_is_tried(left: str, sign: str, after: After, least: int, most: int) -> None:
    before = grow(begin(NOTHING, ""), "", int(left)) if left else NOTHING
    assert limits(begin(before, sign), sign, after, (40, 49)) == (least, most)
