"""Why a move of Digifeud is better: each reason in a position that has it, and none where none is sure."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace

import pytest

from games.analysis.evaluation.candidates import Choice
from games.analysis.evaluation.moments import Moment, explain, reason_of
from games.catalogue import display_of, fast_bot
from games.digifeud.model.position import DigifeudPosition
from games.digifeud.rules import game
from games.rules import PlayedMove, SeededRandom
from games.rules.reasons import Theme, why
from tests.digifeud.pictures import standing
from tests.reasons import reason

BAG = "0112233445566778899"
FIRST = """
       e  f  g  h  i
    7  5  +  8  =  13
"""

CORNER = """
       c
    9  8
"""


SHORT = """
       g  h  i  j  k
    7  6  x  3  =  18
"""

ACROSS = """
       e  f  g  h  i  j  k  l  m
    7  4  x  7  =  28  +  7  =  35
"""

BUSY = """
        a  b  c  d  e  f  g  h  i  j  k  l  m
     5  .  .  .  .  9  x  6  =  54 .  8  .  .
     6  .  .  .  .  .  .  +  .  .  .  +  .  .
     7  .  .  8  x  5  =  40 -  1  =  39 .  .
     8  .  .  x  .  .  .  =  .  .  .  =  .  .
     9  3  x  7  =  21 .  ?46 .  3  +  47 =  ?50
    10  .  .  =  .  +  .  .  .  .  .  .  .  .
    11  .  .  56 .  7  .  .  .  .  .  .  .  .
    12  .  .  .  .  =  .  .  .  .  .  .  .  .
    13  .  .  .  .  28 .  .  .  .  .  .  .  .
"""

OPEN = """
        e  f  g  h  i  j  k  l  m
     3  7  .  .  .  .  .  .  .  .
     4  x  .  .  .  .  .  .  .  .
     5  5  x  8  =  40 .  8  .  .
     6  =  .  +  .  .  .  x  .  .
     7  35 .  4  -  1  =  3  .  .
     8  .  .  =  .  x  .  =  .  .
     9  .  .  12 .  6  +  24 =  30
    10  .  .  .  .  =  .  .  .  +
    11  .  .  .  .  6  .  .  .  9
    12  .  .  .  .  .  .  .  .  =
    13  .  .  .  .  .  .  .  .  3?9
"""

LONG = """
        e  f  g  h  i
     5  .  .  5  .  .
     6  .  .  +  .  .
     7  9  x  9  =  81
     8  .  .  =  .  .
     9  .  .  14 .  .
    10  .  .  x  .  .
    11  .  .  6  .  .
    12  .  .  =  .  .
    13  9  +  84 =  93
"""

LEFT = """
        a  b  c  d  e  f  g  h  i
     1  4  .  .  .  .  .  .  .  .
     2  +  .  .  .  .  .  .  .  .
     3  5  +  5  =  10 .  .  .  .
     4  =  .  .  .  .  .  .  .  .
     5  9  x  7  =  63 -  1  =  62
     6  x  .  x  .  .  .  .  .  .
     7  8  .  6  +  3  =  9  .  .
     8  =  .  =  .  .  .  .  .  .
     9  72 .  42 x  2  =  84 .  .
    10  -  .  .  .  .  .  .  .  .
    11  0  .  .  .  .  .  .  .  .
    12  =  .  .  .  .  .  .  .  .
    13  ?72 .  .  .  .  .  .  .  .
"""


def position(**given: object) -> DigifeudPosition:
    return standing(FIRST, rack="11234579", other="12345678", bag=BAG, **given)  # type: ignore[arg-type]


def said(position: DigifeudPosition, played: str, best: str) -> str:
    return reason("digifeud", position, played, best)


def test_more_points_now() -> None:
    assert said(position(), "g7d 8-7=1", "g7d 8+9=17") == "It scores 16 more now."


def test_more_points_on_a_coloured_square() -> None:
    wide = standing(CORNER, rack="12345679", other="12345678", bag=BAG)
    assert said(wide, "c9d 8+5=13", "a9r 5+8=13") == "It scores 5 more now, thanks to the coloured squares."


def test_most_of_the_points_on_coloured_squares() -> None:
    wide = standing(CORNER, rack="11235579", other="12345678", bag=BAG)
    assert said(wide, "c9d 8+5=13", "a9r 9+8=17") == "It scores 17 more now, 13 of them on coloured squares."


@pytest.mark.thorough
@pytest.mark.slow
def test_a_player_who_sees_no_colours_practises_them_and_one_who_sees_nothing_does_not() -> None:
    """The first plays for the answer alone, the other at random; both miss the most points, in the same positions."""
    themes: dict[str, Counter[Theme]] = {"colours": Counter(), "all": Counter()}
    for number in range(6):
        seed = number.to_bytes(32, "big")
        here = game.setup(game.options_type(), SeededRandom(seed))
        for ply in range(1, 11):
            rng = SeededRandom(seed, ply)
            turns = {game.encode(move): game.judge(here, move) for move in game.legal_moves(here)}
            best = max(turns, key=lambda text: turns[text].points)
            blind = {
                "colours": max(turns, key=lambda text: answer(turns[text])),
                "all": [*turns][rng.below(len(turns))],
            }
            for player, text in blind.items() if ply % 2 == 0 else ():
                why = (
                    explain("digifeud", here, text, best, ply) if turns[best].points > turns[text].points + 3 else None
                )
                if why:
                    themes[player][display_of(game).themes[why.key]] += 1
            here = game.apply(here, fast_bot("digifeud").choose(game.view(here, here.to_move), rng), rng)
    colours, everything = themes["colours"], themes["all"]
    assert colours.total() >= 5
    assert colours[Theme.SQUARES] >= 0.9 * colours.total()  # recall
    assert everything[Theme.SQUARES] <= 0.2 * everything.total()


def answer(turn: PlayedMove) -> int:
    """Return the answer of a calculation, the points without any colour."""
    return int(str(turn.text).rpartition("=")[2].replace("?", "")) if turn.parts else 0


def test_fewer_points_that_give_the_opponent_less() -> None:
    wide = standing(CORNER, rack="11235579", other="12345678", bag=BAG)
    sentence = "It scores 35 less, but the opponent’s best answer drops from about 92 to 48."
    assert said(wide, "a9r 9+8=17", "pass") == sentence


def test_more_points_that_give_the_opponent_more() -> None:
    """Beside 81 the opponent reaches the corner."""
    long = standing(LONG, rack="23370734", signs="-x+", bag="0" * 21, operators="+-x")
    sentence = "It scores 51 more now, though the opponent’s best answer rises from about 133 to 150."
    assert said(long, "e5d 3x9=27", "i7r 81-4=77") == sentence


def test_as_many_points_that_give_the_opponent_less() -> None:
    wide = standing(CORNER, rack="11235579", other="12345678", bag=BAG)
    sentence = "After it, the opponent’s best answer is worth about 53 on average, not 94."
    assert said(wide, "c9d 8+7=15", "c7d 7+8=15") == sentence


def test_fewer_points_for_a_better_next_move() -> None:
    wide = standing(CORNER, rack="?1235579", other="12345678", bag=BAG)
    sentence = "It scores 11 less, but your next move is worth about 123 on average, not 91."
    assert said(wide, "a9r ?4x8=32", "a9r ?7+8=15") == sentence
    sentence = "It scores 32 less but keeps a blank: your next move is worth about 146 on average, not 91."
    assert said(wide, "a9r ?4x8=32", "c9d 8-5=3") == sentence


def test_the_next_move_is_said_where_it_is_worth_more_than_the_points_now() -> None:
    wide = standing(CORNER, rack="11235579", other="12345678", bag=BAG)
    sentence = "It scores 14 more, and your next move is worth about 102 on average, not 62."
    assert said(wide, "c9r 8-1=7", "c7d 7+8=15") == sentence
    assert said(wide, "c5d 7+1=8", "c7d 1+8=9") == "After it, your next move is worth about 107 on average, not 85."


def test_the_next_move_is_said_from_many_deals() -> None:
    """After 30, a multiplication by it is likely; few deals leave that unsure."""
    across = standing(ACROSS, rack="30410323", signs="+xx", bag="0" * 27, operators="+-x")
    more = why("more_next", more=11, before=91, after=128)
    assert explain("digifeud", across, "k7d 7x3=21", "i5d 2+28=30", 3) == more


def test_a_better_next_move_is_no_reason_where_the_opponent_gains_more() -> None:
    """After 94 in the last row, both players have sums across a red square and the corner."""
    busy = standing(BUSY, rack="32259434", signs="xxx", bag="0" * 6, operators="+-x")
    assert said(busy, "g9d 46x2=92", "k9d 47x2=94") == ""


def test_both_blanks_are_kept() -> None:
    first = standing(SHORT, rack="42?315?3", signs="x--", bag="0" * 30, operators="+-x")
    sentence = "It scores 36 less but keeps both blanks: your next move is worth about 122 on average, not 52."
    assert said(first, "k7d 18x5=?9?0", "k5d 3x18=54") == sentence


def test_a_blank_kept_is_said_before_a_little_less_for_the_opponent() -> None:
    left = standing(LEFT, rack="1716711?", signs="++-", bag="0" * 8, operators="+-x")
    kept = why("blank_next", fewer=12, before=134, after=159)
    assert explain("digifeud", left, "a13r 72+?5=77", "a13r 72-1=71", 10) == kept


def test_answers_that_fall_far_are_said_before_a_few_points_on_coloured_squares() -> None:
    """The product ends in the last row, where 84 serves beside two red squares."""
    open_ = standing(OPEN, rack="11184167", signs="++x", bag="0" * 12, operators="+-x")
    fall = why("opens_points", more=5, before=162, after=68)
    assert explain("digifeud", open_, "g9d 12x7=84", "i5r 40+8=48", 9) == fall


def test_a_second_pass_that_wins() -> None:
    leading = position(scores=(300, 10), passed=(True, False))
    sentence = "With a lead of 290, this second pass ends the match and wins it."
    assert said(leading, "g7d 8-7=1", "pass") == sentence


def test_a_first_pass_with_a_safe_lead() -> None:
    leading = position(scores=(900, 10))
    sentence = "With a lead of 890, passing now and next turn most likely ends the match with a win."
    assert said(leading, "g7d 8-7=1", "pass") == sentence


def test_a_first_pass_with_a_lead_that_mostly_wins() -> None:
    sentence = "With a lead of 96, passing now and next turn wins in about 77% of deals."
    assert said(position(scores=(106, 10)), "g7d 8-7=1", "pass") == sentence


def test_a_pass_is_not_explained_by_what_could_be_played_now() -> None:
    wide = standing(CORNER, rack="11235579", other="12345678", bag=BAG)
    assert said(wide, "c9d 8-7=1", "pass") == ""


def test_a_first_pass_with_a_lead_that_an_answer_undoes_is_not_explained() -> None:
    assert "passing now" not in said(position(scores=(11, 10)), "g7d 8-7=1", "pass")


def test_a_second_pass_that_lost() -> None:
    behind = position(scores=(10, 300), passed=(True, False))
    assert said(behind, "pass", "g7d 8-7=1") == "This second pass ended the match while behind by 290."


def test_a_blank_is_kept() -> None:
    blank = replace(position(), racks=(standing(rack="?1234579").racks[0], position().racks[1]))
    assert said(blank, "g7d 8-?5=3", "g7d 8-5=3") == "It keeps a blank for later."
    assert said(blank, "g7d 8+?9=17", "g7d 8-5=3") == "It scores 14 less but keeps a blank for later."


def test_the_best_move_without_a_reason_gives_way_to_one_about_as_good_that_has_one() -> None:
    played, best = Choice("g7d 8-7=1", 1, 0.5, 0.03), Choice("i7r 13-1=12", 13, 0.71, 0.03)
    other, worse = Choice("g7d 8+9=17", 17, 0.7, 0.03), Choice("g7d 8+9=17", 17, 0.55, 0.03)
    moment = reason_of("digifeud", position(), played.text, [best, other, played], 1)
    assert (moment.better, moment.why) == (other.text, why("points", more=16))
    assert Moment.read(json.loads(json.dumps(moment.data))) == moment
    assert reason_of("digifeud", position(), played.text, [best, worse, played], 1) == Moment(1, None)


def test_points_that_another_move_does_without_are_no_reason() -> None:
    played, best = Choice("g7d 8-7=1", 1, 0.5, 0.02), Choice("g7d 8+9=17", 17, 0.7, 0.02)
    without, worse = Choice("e7d 5-4=1", 1, 0.69, 0.02), Choice("e7d 5-4=1", 1, 0.65, 0.02)
    moment = reason_of("digifeud", position(), played.text, [best, worse, played], 1)
    assert moment == Moment(1, why("points", more=16))
    assert reason_of("digifeud", position(), played.text, [best, without, played], 1).why != moment.why


def test_what_a_search_to_the_end_proves() -> None:
    played, other = "g7d 8-7=1", "g7d 8-5=3"
    lost, won = Choice(played, 1, 0.0, 0.0), Choice(other, 1, 1.0, 0.0)
    assert reason_of("digifeud", position(), played, [won, lost], 1).why == why("searched")
    some = Choice(other, 1, 0.4, 0.02)
    assert reason_of("digifeud", position(), played, [some, lost], 1).why == why("hopeless")


def test_the_same_effect_has_no_reason() -> None:
    assert said(position(), "g7d 8-7=1", "g7d 8-7=1") == ""
