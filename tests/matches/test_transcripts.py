"""Match files: written, read back, and refused if invalid."""

from __future__ import annotations

import dataclasses
import json
import re
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import given, settings
from hypothesis import strategies as st

from accounts.models import User
from games.matches.files import exports
from games.matches.files.exports import verify
from games.matches.files.transcript import Transcript, Unreadable, read
from games.matches.models import Match, commitment_of
from games.matches.play.services import resign
from games.matches.time.control import TimeControl, format_duration, parse_duration
from games.rules import AnyGame, Seat
from tests.matches.conftest import play_on
from tests.playing import Played
from tests.sizes import examples
from tests.test_every_game import FEW, SOME, every_game, whole_match

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def written(played: Played) -> Transcript:
    """Return the file of a match that was played to its end."""
    result = played.end.result
    assert result
    return Transcript(
        game=played.game.slug,
        match="0123456789",
        first="anna",
        second="bob",
        options=played.options.data(),
        time_control=TimeControl.live(minutes=5, increment=8),
        rated=True,
        started=NOON,
        points=played.end.scores,
        commitment=commitment_of(played.seed),
        moves=tuple(map(played.game.encode, played.moves)),
        finished=NOON + timedelta(hours=1),
        ending="played",
        outcome={Seat.FIRST: "first", Seat.SECOND: "second", None: "draw"}[result.winner],
        seed=played.seed.hex(),
        mirror="9876543210",
    )


@every_game
@given(data=st.data())
@settings(FEW, max_examples=examples(2, 20))  # playing costs the time here, not the file
def test_what_is_written_is_read_back_and_gives_the_same_match(game: AnyGame, data: st.DataObject) -> None:
    played = data.draw(whole_match(game))
    transcript = written(played)
    for content in (transcript.text, json.dumps(transcript.data), transcript.text.replace("\n", "\r\n")):
        again = read(content)
        assert again == transcript
        assert again.text == transcript.text
    verified = verify(again)
    assert verified.position == played.end
    assert verified.turns == played.turns


def refusal(content: str) -> str:
    with pytest.raises(Unreadable) as caught:
        verify(read(content))
    return str(caught.value)


@given(content=st.text() | st.text(alphabet="[]{}. \n123Gamed4:\"'", max_size=60) | st.binary().map(repr))
@SOME
@pytest.mark.slow
def test_garbage_gets_a_sentence(content: str) -> None:
    assert refusal(content).strip()


@given(data=st.recursive(st.none() | st.integers(), lambda one: st.lists(one, max_size=3), max_leaves=4))
@FEW
def test_json_with_anything_in_it_gets_a_sentence(data: object) -> None:
    whole = finished().data
    for name in whole:
        if data != whole[name]:
            assert refusal(json.dumps(whole | {name: data})), name
    assert "Surprise" in refusal(json.dumps(whole | {"surprise": "!"}))


def finished() -> Transcript:
    """Return a short match of Sudoku Duel, which anna resigned after three turns."""
    seed = bytes(32)
    return Transcript(
        "sudoku", "0123456789", "anna", "bob", {"hints": "no"}, TimeControl.correspondence(days=3), False, NOON, (0, 0),
        commitment_of(seed), (), NOON, "resigned", "second", seed.hex(),
    )  # fmt: skip


LINE = {name: number for number, name in enumerate(finished().header, 1)}
WRONG = [
    ("Format", "pgn", "This page reads only the format numgames-match-1."),
    ("Game", "chess", "This site has no game called “chess”."),
    ("Options", "hints=maybe", "Sudoku Duel has no such options."),
    ("Options", "hints", "“hints” is not a valid value for “Options”."),
    ("Pace", "soon", "“soon” is not a valid value for “Pace”."),
    ("Rated", "perhaps", "“perhaps” is not a valid value for “Rated”."),
    ("Started", "yesterday", "“yesterday” is not a valid value for “Started”."),
    ("Finished", "2026-03-01", "“2026-03-01” is not a valid value for “Finished”."),
    ("Points", "many", "“many” is not a valid value for “Points”."),
    ("Points", "9:0", "The moves score 0:0, not what the file says."),
    ("Winner", "bob", "“bob” is not a valid value for “Winner”."),
    ("Ending", "played", "The match doesn’t end the way the file says."),
    ("Seed", "xyz", "“xyz” is not a valid value for “Seed”."),
    ("Seed", "ff" * 32, "The seed doesn’t match the seal."),
]


@pytest.mark.parametrize(("name", "value", "sentence"), WRONG, ids=[f"{wrong[0]} {wrong[1][:9]}" for wrong in WRONG])
def test_what_is_wrong_is_said_with_its_line(name: str, value: str, sentence: str) -> None:
    head = finished().text.splitlines()
    head[LINE[name] - 1] = f"[{name} {value}]"
    assert refusal("\n".join(head)) == f"Line {LINE[name]}: {sentence}"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("2. d4", "Line 17: Move 1 should be here, not 2."),
        ("1. z99", "Line 17: "),
        ("e4 e5", "Line 17: This line is neither a header, such as [Game digifeud], nor a move, such as 1. d4."),
        ("[Game sudoku]", "Line 17: “Game” appears twice."),
        ("[Weather fine]", "Line 17: A match file has no field “Weather”."),
        ("1. " + "d" * 1400, "Line 17: This line is too long."),
    ],
)
def test_a_wrong_line_is_named(line: str, sentence: str) -> None:
    assert refusal(f"{finished().text}{line}\n").startswith(sentence)


@pytest.mark.parametrize("change", [{"first": "\ud800"}, {"game": "\udfff"}, {"\ud800": "x"}])
def test_half_a_character_is_refused_as_no_page_could_show_it(change: dict[str, str]) -> None:
    with pytest.raises(Unreadable, match="This isn’t valid JSON"):
        read(json.dumps(change))


def test_a_header_that_lacks_something_says_what() -> None:
    assert refusal("") == "“Format” is missing in the header."
    assert refusal(finished().text.replace("[Seal", "[Game")).startswith("Line 11: “Game” appears twice")
    assert refusal("\n".join(finished().text.splitlines()[:13])) == "“Winner” is missing in the header."
    assert refusal("{") == "Line 1: This isn’t valid JSON."


def test_a_move_that_breaks_a_rule_is_named_with_its_line(match: Match, anna: User) -> None:
    match = resign(play_on(match, 2).pk, anna)
    text = exports.as_text(match, None)
    assert verify(read(text)).turns
    broken = text.replace("2. ", "2. a1r 1+1=").split("=")[0] + "=3\n"
    assert refusal(broken).startswith("Line ")


@pytest.mark.parametrize("seconds", [0, 1, 59, 60, 90, 3600, 5400, 86_400, 259_200, 100_000])
def test_durations_are_spelt_exactly(seconds: int) -> None:
    assert parse_duration(format_duration(timedelta(seconds=seconds))) == timedelta(seconds=seconds)


@pytest.mark.parametrize("text", ["", "3", "d", "-1d", "1.5h", "3w", "٣d", "123456789d"])
def test_nonsense_is_no_duration(text: str) -> None:
    with pytest.raises(ValueError, match=re.escape(text) or "^$"):
        parse_duration(text)


def download(match: Match, kind: str) -> str:
    answer = Client().get(reverse(f"matches:{kind}", args=[match.pk]))
    ending = {"text": "txt", "json": "json"}[kind]
    assert answer.headers["Content-Disposition"] == f'attachment; filename="digifeud-{match.pk}.{ending}"'
    return answer.content.decode()


def test_the_downloads_are_the_match(match: Match, anna: User) -> None:
    match = resign(play_on(match, 5).pk, anna)
    text, data = read(download(match, "text")), read(download(match, "json"))
    assert text == data == exports.transcript_of(match, None)
    assert verify(text).position is not None
    assert (text.ending, text.winner, text.rated) == ("resigned", Seat.SECOND, False)


def test_a_file_of_a_running_match_holds_nothing_hidden(match: Match) -> None:
    match = play_on(match, 3)
    for kind in ("text", "json"):
        content = download(match, kind)
        assert bytes(match.seed).hex() not in content
        assert verify(read(content)).position is None
        assert read(content) == dataclasses.replace(exports.transcript_of(match, None))
