"""The limits of match files, and what a file must not say of its deal and its origin."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from games.matches.files.transcript import LONGEST_LINE, MIXED, MOST_MOVES, Unreadable, read
from tests.matches.test_transcripts import LINE, finished

FIRST_MOVE = len(LINE) + 2  # after an empty line
VALUE = "ab" * 32


def refusal(content: str) -> str:
    with pytest.raises(Unreadable) as refused:
        read(content)
    return str(refused.value)


def with_headers(*headers: str) -> str:
    return "\n".join([*finished().text.splitlines(), *headers, ""])


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_file_holds_as_many_moves_as_a_match_may_have(form: str) -> None:
    for number in (MOST_MOVES, MOST_MOVES + 1):
        longest = replace(finished(), moves=("d4",) * number)
        content = longest.text if form == "text" else json.dumps(longest.data)
        if number == MOST_MOVES:
            assert len(read(content).moves) == MOST_MOVES
        elif form == "text":
            assert refusal(content) == f"Line {FIRST_MOVE + MOST_MOVES}: Too many moves for one match."
        else:
            assert refusal(content) == "“moves” must be a list of moves in notation."


def test_a_line_may_be_as_long_as_the_limit() -> None:
    line = "1. ".ljust(LONGEST_LINE, "d")
    assert read(f"{finished().text}{line}\n").moves == (line[3:],)
    assert refusal(f"{finished().text}{line}d\n") == f"Line {FIRST_MOVE}: This line is too long."


def test_a_header_does_not_come_after_moves() -> None:
    text = f"{finished().text}1. d4\n[Rules 2]\n"
    assert refusal(text) == f"Line {FIRST_MOVE + 1}: The header must come before the moves."


@pytest.mark.parametrize("seed", ["a", "abc", "ab" * 33])
def test_a_seed_is_whole_bytes(seed: str) -> None:
    line = LINE["Seed"]
    assert refusal(finished().text.replace("0" * 64, seed)).startswith(f"Line {line}: “{seed[:3]}")
    assert read(finished().text.replace("0" * 64, "ab")).seed == "ab"


@pytest.mark.parametrize(
    ("headers", "sentence"),
    [
        ((f"[Deal {MIXED}]",), "Line 17: “Server” is missing in the header."),
        ((f"[Deal {MIXED}]", f"[Server {VALUE}]"), "Line 17: “Mixed” is missing in the header."),
        ((f"[Deal {MIXED}]", f"[Server {VALUE}]", f"[Mixed {VALUE}]"), "Line 19: “"),
        (
            (f"[Deal {MIXED}]", f"[Server {VALUE}]", "[Mixed xyz -]"),
            "Line 19: “xyz -” is not a valid value for “Mixed”.",
        ),
        (
            (f"[Deal {MIXED}]", "[Server xyz]", f"[Mixed {VALUE} -]"),
            "Line 18: “xyz” is not a valid value for “Server”.",
        ),
        (("[Rules one]",), "Line 17: “one” is not a valid value for “Rules”."),
        (("[Origin 0123456789 1 first]",), "Line 17: “Origin” and the match after it don’t match."),
    ],
)
def test_what_a_deal_or_an_origin_lacks_is_said(headers: tuple[str, ...], sentence: str) -> None:
    assert refusal(with_headers(*headers)).startswith(sentence)


def test_options_in_json_are_texts() -> None:
    for options in ({"hints": 1}, ["hints"], {"hints": None}):
        data = finished().data | {"options": options}
        assert refusal(json.dumps(data)) == "“options” must be an object of names and values."
