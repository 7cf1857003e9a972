"""Continued matches: replayed exactly, with a new hidden deal and a complete chain of files."""

from __future__ import annotations

import dataclasses
import json
import random
from collections.abc import Sequence
from itertools import islice

import pytest
from django.db import IntegrityError
from django.db.models import ProtectedError
from django.test import Client
from django.urls import reverse
from hypothesis import given, settings
from hypothesis import strategies as st

from accounts.models import User
from games.catalogue import display_of
from games.matches.errors import NothingToContinue, StillRunning, TooOftenContinued
from games.matches.files import exports
from games.matches.files.exports import verify
from games.matches.files.transcript import BETWEEN, Source, Unreadable, read
from games.matches.models import Match, commitment_of
from games.matches.play import positions
from games.matches.play.opening import start_match
from games.matches.play.services import find_match, resign, void_match
from games.matches.play.starts import MOST_ORIGINS, Origin, check_origin
from games.matches.time.control import TimeControl
from games.rules import AnyGame, Seat, SeededRandom, continued
from tests.matches.conftest import play_on
from tests.matches.test_transcripts import written
from tests.playing import play
from tests.sizes import examples
from tests.test_every_game import FEW, every_game, whole_match

PLIES = 7


@pytest.fixture
def over(match: Match, anna: User) -> Match:
    """Return a match between anna and bob, which anna resigned after seven moves."""
    return resign(play_on(match, PLIES).pk, anna)


def go_on(match: Match, ply: int, keeper: Seat = Seat.FIRST, line: Sequence[str] = ()) -> Match:
    """Return a match of the same players that continues from this turn, after the moves of a variation."""
    return start_match(
        game_slug=match.game_slug,
        options=match.options,
        first=match.first,
        second=match.second,
        time_control=TimeControl.correspondence(days=3),
        rated=True,
        origin=Origin(match, ply, keeper, line),
    )


@every_game
@given(data=st.data())
@settings(FEW, max_examples=examples(3, 20))  # playing costs the time here
def test_going_on_shows_its_player_the_same_and_deals_the_rest_again(game: AnyGame, data: st.DataObject) -> None:
    played = data.draw(whole_match(game))
    position = data.draw(st.sampled_from(played.positions[:-1]))
    keeper = data.draw(st.sampled_from(Seat))
    known = dataclasses.replace(position, face_down=())
    starts = [continued(game, position, keeper, SeededRandom(bytes([number]) * 32, 0)) for number in range(8)]
    assert starts[0] == continued(game, position, keeper, SeededRandom(bytes(32), 0))
    for start in starts:
        is_known = game.perfect_information or keeper is start.to_move.other
        assert start.face_down == (() if is_known else (start.to_move.other,))
        opened = dataclasses.replace(start, face_down=())
        assert display_of(game).rack(game.view(start, keeper), keeper) == display_of(game).rack(
            game.view(opened, keeper), keeper
        )
        assert game.view(opened, keeper) == game.view(known, keeper)
        assert game.view(opened, None) == game.view(known, None)
        assert next(iter(game.legal_moves(start)), None) is not None
    # The new deal depends only on the keeper's view.
    hidden = game.determinize(game.view(known, keeper), SeededRandom(b"other"))
    assert starts == [continued(game, hidden, keeper, SeededRandom(bytes([number]) * 32, 0)) for number in range(8)]


@every_game
@given(data=st.data())
@settings(FEW, max_examples=examples(2, 10))  # playing costs the time here
def test_any_turn_of_any_match_goes_on_to_an_end_that_its_file_replays(game: AnyGame, data: st.DataObject) -> None:
    played = data.draw(whole_match(game))
    ply = data.draw(st.integers(0, len(played.moves) - 1))
    keeper, seed = data.draw(st.sampled_from(Seat)), data.draw(st.binary(min_size=32, max_size=32))
    position, moves = continued(game, played.positions[ply], keeper, SeededRandom(seed, 0)), list[str]()
    chance = random.Random(ply)
    while position.result is None:
        moves.append(game.encode(chance.choice(list(islice(game.legal_moves(position), 3)))))
        position = game.apply(position, game.decode(moves[-1]), SeededRandom(seed, len(moves)))
    outcome = {Seat.FIRST: "first", Seat.SECOND: "second", None: "draw"}[position.result.winner]
    again = dataclasses.replace(
        written(played),
        match="abcdefghij",
        points=position.scores,
        outcome=outcome,
        seed=seed.hex(),
        commitment=commitment_of(seed),
        moves=tuple(moves),
        source=Source(written(played), ply, keeper),
    )
    for content in (again.text, json.dumps(again.data)):
        assert read(content) == again
        assert verify(read(content)).position == position


@every_game
def test_nothing_goes_on_after_the_end(game: AnyGame) -> None:
    with pytest.raises(ValueError, match="result"):
        continued(game, play(game, game.options_type(), 1).end, Seat.FIRST, SeededRandom(b"seed"))


def test_it_begins_where_the_other_stood_with_the_kept_hand(over: Match) -> None:
    left = positions.replay_to(over, 4).position
    for keeper in Seat:
        again = go_on(over, 4, keeper)
        start = dataclasses.replace(positions.start_of(again), face_down=())
        assert over.game.view(start, keeper) == over.game.view(left, keeper)
        assert over.game.view(start, keeper.other) != over.game.view(left, keeper.other)
        assert (again.first_points, again.second_points) == left.scores
        assert (again.to_move, again.ply, again.rated) == (left.to_move, 0, False)
        assert positions.replay(again).turns == ()


def test_it_is_replayed_from_the_stored_rows_alone(over: Match) -> None:
    again = play_on(go_on(go_on_and_resign(over), 2), 3)
    known = positions.replay(again)
    positions.clear()
    assert positions.replay(find_match(again.pk)) == known
    assert positions.replay_uncached(find_match(again.pk), 3) == known


def variation(over: Match, ply: int, count: int) -> list[str]:
    """Return other moves than those of the match, from this turn on."""
    game: AnyGame = over.game
    position, texts = positions.replay_to(over, ply).position, list[str]()
    for _move in range(count):
        texts.append(game.encode(list(islice(game.legal_moves(position), 9))[-1]))
        position = positions.follow(game, positions.replay_to(over, ply).position, texts, ply + 1)[-1]
    return texts


def test_it_goes_on_where_a_variation_ends_and_its_file_replays_it(over: Match) -> None:
    line = variation(over, 2, 3)
    left = positions.follow(over.game, positions.replay_to(over, 2).position, line, 3)[-1]
    again = play_on(go_on(over, 2, Seat.SECOND, line), 3)
    start = dataclasses.replace(positions.start_of(find_match(again.pk)), face_down=())
    assert over.game.view(start, Seat.SECOND) == over.game.view(left, Seat.SECOND)
    assert over.game.view(start, Seat.FIRST) != over.game.view(left, Seat.FIRST)  # dealt again
    again = resign(again.pk, again.first)
    text = exports.as_text(again, None)
    for content in (text, json.dumps(exports.as_data(again, None))):
        assert read(content) == exports.transcript_of(again, None)
        assert verify(read(content)).turns == positions.replay(again).turns
    with pytest.raises(Unreadable, match="Line "):
        verify(read(text.replace(f"[Line {line[0]}", "[Line a1r 9x9=99")))
    page = Client().get(reverse("matches:fairness", args=[again.pk])).content.decode()
    assert "Some moves of a variation come in between" in page


def test_a_file_goes_on_from_no_variation_that_ended(over: Match) -> None:
    text = exports.as_text(go_on_and_resign(over), None)
    origin = f"[Origin {over.pk} 5 first]\n"
    number = text[: text.index(origin)].count("\n") + 2
    for passes, reason in ((3, "The match can’t be continued from that turn."), (4, "Player 2 passed twice in a row.")):
        with pytest.raises(Unreadable) as caught:
            verify(read(text.replace(origin, origin + f"[Line {BETWEEN.join(['pass'] * passes)}]\n", 1)))
        assert str(caught.value).startswith(f"Line {number}: {reason}")


def go_on_and_resign(over: Match) -> Match:
    """Return a match that continues from turn 5 and is over after three more moves."""
    again = play_on(go_on(over, 5), 3)
    return resign(again.pk, again.first)


def test_its_draw_is_proved_and_shows_what_was_dealt(over: Match) -> None:
    again = go_on_and_resign(over)
    proof = exports.prove(again)
    assert proof.commitment_fits
    assert proof.moves_fit
    names = str(again.first), str(again.second)
    assert proof.sealed == tuple(pile.named(names) for pile in over.display.sealed(positions.start_of(again)))
    page = Client().get(reverse("matches:fairness", args=[again.pk])).content.decode()
    assert reverse("matches:fairness", args=[over.pk]) in page


def test_the_file_holds_all_that_it_goes_on_from(over: Match) -> None:
    twice = play_on(go_on(go_on_and_resign(over), 2, Seat.SECOND), 2)
    twice = resign(twice.pk, twice.second)
    for content in (exports.as_text(twice, None), json.dumps(exports.as_data(twice, None))):
        again = read(content)
        assert again == exports.transcript_of(twice, None)
        assert verify(again).turns == positions.replay(twice).turns
        assert again.source
        assert again.source.transcript.source


def test_the_file_of_a_running_one_hides_its_seed_and_its_deal(over: Match) -> None:
    again = play_on(go_on(over, 4), 2)
    content = exports.as_text(again, None)
    assert bytes(over.seed).hex() in content
    assert bytes(again.seed).hex() not in content
    assert verify(read(content)).position is None


BROKEN = [
    ("[Origin {over} 5 first]", "[Origin {over} 4 first]", "Line "),
    ("[Origin {over} 5 first]", "[Origin {over} 99 first]", "The match can’t be continued from that turn."),
    ("[Origin {over} 5 first]", "[Origin 0123456789 5 first]", "“Origin” and the match after it don’t match"),
    ("[Origin {over} 5 first]", "[Origin {over} five first]", "“Origin” and the match after it don’t match"),
    ("[Origin {over} 5 first]\n", "", "“Origin” and the match after it don’t match."),
    ("----", "", "appears twice."),
    ("----", "----\n" * 12, "This match continues too many others."),
    ("----\n[Format numgames-match-1]", "----\n[Format other]", "This page reads only the format"),
]


@pytest.mark.parametrize(("old", "new", "sentence"), BROKEN, ids=range(len(BROKEN)))
def test_a_broken_chain_of_files_gets_a_sentence(over: Match, old: str, new: str, sentence: str) -> None:
    text = exports.as_text(go_on_and_resign(over), None)
    old, new = old.format(over=over.pk), new.format(over=over.pk)
    assert old in text
    with pytest.raises(Unreadable) as caught:
        verify(read(text.replace(old, new, 1)))
    assert sentence in str(caught.value)


@pytest.mark.parametrize("below", [1, "text", [], {}, {"moves": []}])
def test_json_below_that_is_no_match_gets_a_sentence(over: Match, below: object) -> None:
    data = exports.as_data(go_on_and_resign(over), None)
    with pytest.raises(Unreadable):
        read(json.dumps(data | {"continued": below}))


def test_a_chain_of_json_has_an_end() -> None:
    nested: dict[str, object] = {}
    for _step in range(100):
        nested = {"continued": nested}
    with pytest.raises(Unreadable, match="This match continues too many others"):
        read(json.dumps(nested))


def test_a_file_cannot_go_on_from_a_match_that_still_runs(over: Match, carl: User, bob: User) -> None:
    text = exports.as_text(go_on_and_resign(over), None)
    running = go_on(over, 5)
    head, below = text.split("----\n")
    with pytest.raises(Unreadable, match="That match can’t be continued"):
        verify(read(head.replace(over.pk, running.pk) + "----\n" + exports.as_text(running, None)))
    assert below


def test_no_one_plays_on_where_nothing_is_left_to_play(match: Match, anna: User) -> None:
    with pytest.raises(StillRunning):
        check_origin(match, 0)
    over = resign(play_on(match, 3).pk, anna)
    for ply in range(4):  # a resigned match may continue from its last position
        check_origin(over, ply)
    for ply in (4, 99):
        with pytest.raises(NothingToContinue):
            check_origin(over, ply)
    with pytest.raises(NothingToContinue):
        check_origin(void_match(over.pk), 1)
    Match.objects.filter(pk=over.pk).update(voided_at=None, ending=Match.Ending.ABORTED)
    with pytest.raises(NothingToContinue):
        check_origin(find_match(over.pk), 1)
    Match.objects.filter(pk=over.pk).update(ending=Match.Ending.PLAYED)
    check_origin(find_match(over.pk), 2)
    with pytest.raises(NothingToContinue):
        check_origin(find_match(over.pk), 3)


def test_a_chain_has_an_end(over: Match) -> None:
    last = over
    for _step in range(MOST_ORIGINS):
        check_origin(last, 1)
        last = resign(play_on(go_on(last, 1), 1).pk, last.first)
    with pytest.raises(TooOftenContinued):
        check_origin(last, 1)


def test_a_match_that_others_go_on_from_stays(over: Match) -> None:
    go_on(over, 2)
    with pytest.raises(ProtectedError):
        over.delete()


def test_half_an_origin_is_none(over: Match) -> None:
    again = go_on(over, 2)
    with pytest.raises(IntegrityError):
        Match.objects.filter(pk=again.pk).update(origin_ply=None)
