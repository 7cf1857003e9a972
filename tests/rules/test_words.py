"""Sentences, options, squares and seats: the words in which the rules speak."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from games.rules import BadNotation, IllegalMove, Options, Seat, Square, listed, option, plain, say


@dataclass(frozen=True)
class Supper(Options):
    """Options of a game that nobody plays."""

    soup: str = option(say("Soup"), {"pea": say("Pea soup"), "leek": say("Leek soup")}, "leek")
    bread: str = option(say("Bread"), {"yes": say("With bread"), "no": say("Without bread")}, "yes")


def test_a_sentence_is_its_template_with_the_values() -> None:
    assert str(say("{sum} is {found}.", sum="5 + 8", found=13)) == "5 + 8 is 13."


def test_a_sentence_is_translated_with_those_inside_it() -> None:
    dutch = {"Lay {tile}.": "Leg {tile}.", "a blank": "een blanco"}
    assert say("Lay {tile}.", tile=say("a blank")).said(dutch.__getitem__) == "Leg een blanco."


def test_braces_in_a_value_stay_as_they_are() -> None:
    assert str(say("“{name}” is none.", name="{0}{name!r}")) == "“{0}{name!r}” is none."
    assert str(plain("{x}")) == "{x}"


def test_pieces_are_listed_with_commas() -> None:
    dutch = {"a number": "een getal", "the =": "de ="}
    pieces = listed(say("a number"), say("the ="))
    assert str(pieces) == "a number, the ="
    assert pieces.said(lambda template: dutch.get(template, template)) == "een getal, de ="


def test_a_refusal_carries_its_sentence() -> None:
    reason = say("{square} is taken.", square="e7")
    assert IllegalMove(reason).reason == reason
    assert str(BadNotation(reason)) == "e7 is taken."


def test_options_are_read_and_written() -> None:
    supper = Supper.read({"soup": "pea"})
    assert supper == Supper("pea", "yes")
    assert Supper.read(supper.data()) == supper
    assert [str(answer) for answer in supper.summary()] == ["Pea soup", "With bread"]


def test_the_questions_come_in_order_with_their_answers() -> None:
    soup, bread = Supper.choices()
    assert (soup.name, str(soup.label), soup.default) == ("soup", "Soup", "leek")
    assert list(bread.answers) == ["yes", "no"]


@pytest.mark.parametrize("data", [{"soup": "fish"}, {"bread": ""}, {"soup": "PEA"}])
def test_an_answer_that_was_not_offered_is_refused(data: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="none of"):
        Supper.read(data)


def test_what_was_not_asked_is_left_out() -> None:
    assert Supper.read({"dessert": "ice"}) == Supper()


@pytest.mark.parametrize(("name", "square"), [("a1", (1, 1)), ("m13", (13, 13)), ("z99", (99, 26)), ("b25", (25, 2))])
def test_a_square_has_a_name(name: str, square: tuple[int, int]) -> None:
    assert Square.parse(name) == square
    assert str(Square(*square)) == name


@pytest.mark.parametrize("name", ["", "a", "1", "a0", "a01", "A1", "aa1", "a100", "a-1", " a1", "a1\n", "a١", "é1"])
def test_anything_else_is_no_square(name: str) -> None:
    with pytest.raises(BadNotation, match="is not a square"):
        Square.parse(name)


def test_squares_are_reached_by_steps() -> None:
    assert Square(7, 7).step(-2, 3) == Square(5, 10)


def test_two_seats_face_each_other() -> None:
    assert Seat.FIRST.other is Seat.SECOND
    assert Seat.SECOND.other is Seat.FIRST
    assert [seat.index for seat in Seat] == [0, 1]


def test_a_seat_puts_its_figure_into_a_pair() -> None:
    assert Seat.FIRST.put((1, 2), 9) == (9, 2)
    assert Seat.SECOND.put((1, 2), 9) == (1, 9)
