"""Sentences, options, squares and seats."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from games.rules import (
    BadNotation,
    Board,
    Cell,
    IllegalMove,
    Options,
    Seat,
    Square,
    listed,
    marked,
    option,
    parse_picture,
    plain,
    say,
    say_many,
)


@dataclass(frozen=True)
class Supper(Options):
    """Options of a game that does not exist."""

    soup: str = option(say("Soup"), {"pea": say("Pea soup"), "leek": say("Leek soup")}, "leek")
    bread: str = option(say("Bread"), {"yes": say("With bread"), "no": say("Without bread")}, "yes")


def test_a_sentence_is_its_template_with_the_values() -> None:
    assert str(say("{sum} is {found}.", sum="5 + 8", found=13)) == "5 + 8 is 13."


def test_a_sentence_is_translated_with_those_inside_it() -> None:
    dutch = {"Lay {tile}.": "Leg {tile}.", "a blank": "een blanco"}
    assert say("Lay {tile}.", tile=say("a blank")).localize(dutch.__getitem__) == "Leg een blanco."


def test_braces_in_a_value_stay_as_they_are() -> None:
    assert str(say("“{name}” is none.", name="{0}{name!r}")) == "“{0}{name!r}” is none."
    assert str(plain("{x}")) == "{x}"


def test_pieces_are_listed_with_commas() -> None:
    dutch = {"a number": "een getal", "the =": "de ="}
    pieces = listed(say("a number"), say("the ="))
    assert str(pieces) == "a number, the ="
    assert pieces.localize(lambda template: dutch.get(template, template)) == "een getal, de ="


def test_a_sentence_bends_with_its_number() -> None:
    assert [str(say_many("{count} chip", "{count} chips", count=count)) for count in (0, 1, 2)] == [
        "0 chips",
        "1 chip",
        "2 chips",
    ]


def test_another_language_chooses_its_own_form() -> None:
    dutch = {"{count} chip": "{count} fiche", "{count} chips": "{count} fiches", "taken: {what}": "gepakt: {what}"}
    taken = say("taken: {what}", what=say_many("{count} chip", "{count} chips", count=3))
    chosen = taken.localize(dutch.__getitem__, lambda one, many, count: dutch[one if count == 1 else many])
    assert chosen == "gepakt: 3 fiches"


def test_a_marked_text_is_the_text() -> None:
    assert marked("Sudoku Duel") == "Sudoku Duel"


def test_a_board_has_parts() -> None:
    cells = (Cell(Square(row, column)) for row in range(1, 6) for column in range(1, 6))
    part = Board(5, 5, tuple(cells), blocks=3).part(Square(2, 3), 2, 3)
    assert [str(cell.square) for cell in part.cells] == ["c2", "d2", "e2", "c3", "d3", "e3"]
    assert (part.rows, part.columns, part.blocks) == (2, 3, 3)


def test_a_drawing_shows_what_lies_where() -> None:
    drawing = """
           e  f  g
        7  5  .  13
    """
    assert parse_picture(drawing) == {Square(7, 5): "5", Square(7, 7): "13"}


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
