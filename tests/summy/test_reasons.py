"""Why a sum of Summy is better: by its points, or none."""

from __future__ import annotations

from tests.reasons import reason
from tests.summy.pictures import standing

STOCK = "0123456789+-x:=" * 3


def test_more_points_now() -> None:
    position = standing(hand="236189+x", stock=STOCK)
    assert reason("summy", position, "j13r 2+1=3", "j13r 2x3=6") == "It scores 5 more now."


def test_the_same_sum_has_no_reason() -> None:
    position = standing(hand="236189+x", stock=STOCK)
    assert reason("summy", position, "j13r 2x3=6", "j13r 2x3=6") == ""
