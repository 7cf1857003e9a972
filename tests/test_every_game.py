"""The contract of every game in the catalogue, tested on random matches."""

from __future__ import annotations

import dataclasses
import io
import pickle
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.catalogue import display_of, games
from games.rules import AnyGame, BadNotation, Forfeit, IllegalMove, Position, Seat, SeededRandom, Sentence, Square, View
from tests.playing import Played, all_options, play
from tests.sizes import examples

MATCHES = examples(8, 24)  # so few that the tests share them; script/soak plays more
FEW = settings(
    max_examples=examples(4, 60),
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
SOME = settings(FEW, max_examples=examples(25, 600))
VIEWERS = (Seat.FIRST, Seat.SECOND, None)

every_game = pytest.mark.parametrize("game", [pytest.param(game, id=slug) for slug, game in games().items()])


@st.composite
def whole_match(draw: st.DrawFn, game: AnyGame) -> Played:
    """Return a random match with random options."""
    return play(game, draw(st.sampled_from(all_options(game))), draw(st.integers(1, MATCHES)))


@st.composite
def moment(draw: st.DrawFn, game: AnyGame) -> Position:
    """Return a random position of a random match, possibly the final one."""
    position: Position = draw(st.sampled_from(draw(whole_match(game)).positions))
    return position


def test_the_catalogue_finds_the_game_that_is_only_a_folder() -> None:
    assert {"digifeud", "reach"} <= set(games())


@every_game
def test_the_slug_is_the_name_of_the_folder(game: AnyGame) -> None:
    assert games()[game.slug] is game
    assert type(game).__module__.split(".")[-2] == game.slug


@every_game
@given(data=st.data())
@FEW
def test_a_match_ends_with_a_sane_result(game: AnyGame, data: st.DataObject) -> None:
    end = data.draw(whole_match(game)).end
    assert end.result is not None
    assert end.result.winner in VIEWERS
    assert end.result.counts


@every_game
@given(data=st.data())
@FEW
def test_the_same_options_seed_and_moves_give_the_same_match(game: AnyGame, data: st.DataObject) -> None:
    played = data.draw(whole_match(game))
    position = game.setup(game.options_type.read(played.options.data()), SeededRandom(played.seed))
    for ply, (before, move, _after) in enumerate(played.steps(), 1):
        assert position == before
        position = game.apply(position, game.decode(game.encode(move)), SeededRandom(played.seed, ply))
    assert position == played.end


@every_game
@given(data=st.data())
@FEW
def test_the_preview_promises_what_the_move_gets(game: AnyGame, data: st.DataObject) -> None:
    for before, move, after in data.draw(whole_match(game)).steps():
        turn = game.judge(before, move)
        assert turn == after.last
        assert turn.seat is before.to_move
        if after.result is None and not _dealt_again(game, before, after):  # the end may add a bonus
            assert _gained(before, after) == turn.seat.put((0, 0), turn.points)


@every_game
@given(data=st.data())
@FEW
def test_the_parts_of_a_move_add_up_to_its_points(game: AnyGame, data: st.DataObject) -> None:
    position = data.draw(moment(game))
    for move in game.legal_moves(position):
        turn = game.judge(position, move)
        assert sum(part.points for part in turn.parts) == turn.points
        assert {part.square for part in turn.parts} <= {None, *turn.squares}


@every_game
@given(data=st.data())
@FEW
def test_every_legal_move_is_judged_legal_and_told_once(game: AnyGame, data: st.DataObject) -> None:
    position = data.draw(moment(game))
    texts = []
    for move in game.legal_moves(position):
        assert game.judge(position, move).seat is position.to_move
        texts.append(game.encode(move))
    assert len(texts) == len(set(texts))
    assert bool(texts) == (position.result is None)


@every_game
@given(data=st.data())
@FEW
def test_moves_are_listed_with_the_points_they_get(game: AnyGame, data: st.DataObject) -> None:
    position = data.draw(moment(game))
    told = {move: game.judge(position, move).points for move in game.legal_moves(position)}
    assert dict(game.scored_moves(position)) == told


@every_game
@given(data=st.data())
@FEW
def test_notation_survives_there_and_back(game: AnyGame, data: st.DataObject) -> None:
    for move in data.draw(whole_match(game)).moves:
        text = game.encode(move)
        assert game.decode(text) == move
        assert text.isascii()
        assert len(text) <= 100


@every_game
@pytest.mark.parametrize("text", ["", " ", "\0", "?", "xyzzy", "💥", "a0", "../..", "١٢", "1" * 5000, "<b>", "None"])
def test_nonsense_is_bad_notation(game: AnyGame, text: str) -> None:
    with pytest.raises(BadNotation):
        game.decode(text)


@every_game
@given(text=st.text(max_size=30))
@SOME
def test_any_text_is_a_move_or_bad_notation(game: AnyGame, text: str) -> None:
    try:
        move = game.decode(text)
    except BadNotation as refusal:
        assert_formatted(refusal.reason)
    else:
        assert game.decode(game.encode(move)) == move


@every_game
@given(data=st.data())
@FEW
def test_when_it_is_over_no_one_moves(game: AnyGame, data: st.DataObject) -> None:
    played = data.draw(whole_match(game))
    assert list(game.legal_moves(played.end)) == []
    assert display_of(game).commands(game.view(played.end, played.end.to_move)) == ()
    with pytest.raises(IllegalMove):
        game.judge(played.end, played.moves[-1])
    with pytest.raises(IllegalMove):
        game.apply(played.end, played.moves[-1], SeededRandom(played.seed, len(played.moves) + 1))


@every_game
@pytest.mark.parametrize("seat", Seat)
@pytest.mark.parametrize("how", Forfeit)
@given(data=st.data())
@FEW
def test_a_forfeit_gives_the_other_the_win(game: AnyGame, seat: Seat, how: Forfeit, data: st.DataObject) -> None:
    result = game.forfeit(data.draw(moment(game)), seat, how).result
    assert result is not None
    assert result.winner is seat.other
    assert_formatted(result.reason)


@every_game
@given(data=st.data())
@FEW
def test_what_is_hidden_changes_nothing_in_the_view(game: AnyGame, data: st.DataObject) -> None:
    position, viewer = data.draw(moment(game)), data.draw(st.sampled_from(VIEWERS))
    view = game.view(position, viewer)
    for other in _imagined(game, view):
        seen = game.view(other, viewer)
        assert seen == view
        assert repr(seen) == repr(view)
        assert _frozen(seen) == _frozen(view)


@every_game
@given(data=st.data())
@FEW
def test_what_a_seat_sees_determines_what_is_legal(game: AnyGame, data: st.DataObject) -> None:
    position = data.draw(moment(game))
    view = game.view(position, position.to_move)
    moves = {game.encode(move): game.judge(position, move) for move in game.legal_moves(position)}
    for other in _imagined(game, view):
        assert {game.encode(move): game.judge(other, move) for move in game.legal_moves(other)} == moves


@every_game
@given(data=st.data())
@FEW
def test_a_hidden_rack_is_seen_by_its_owner_alone_and_by_the_second_player_from_the_first_move_on(
    game: AnyGame, data: st.DataObject
) -> None:
    played = data.draw(whole_match(game))
    ply = data.draw(st.integers(0, 4) | st.integers(0, len(played.moves)))
    position = played.positions[min(ply, len(played.moves))]
    if position.result is None:
        for viewer in VIEWERS:
            view = game.view(position, viewer)
            seen = [viewer] if viewer and (ply or viewer is Seat.FIRST) else []
            if game.perfect_information:
                seen = [*Seat]
            assert [seat for seat in Seat if display_of(game).rack(view, seat) is not None] == seen


@every_game
@given(data=st.data())
@FEW
def test_with_perfect_information_every_viewer_knows_the_position(game: AnyGame, data: st.DataObject) -> None:
    position = data.draw(moment(game))
    views = [game.view(position, viewer) for viewer in VIEWERS]
    racks = [[display_of(game).rack(view, seat) for seat in Seat] for view in views]
    if game.perfect_information:
        assert all(game.determinize(view, SeededRandom(b"imagined")) == position for view in views)
        assert racks == [racks[0]] * len(views)
    elif position.result is None:
        assert racks[0][Seat.SECOND.index] is None


@every_game
@given(data=st.data())
@FEW
def test_before_the_first_move_the_second_hand_changes_nothing_that_its_owner_sees(
    game: AnyGame, data: st.DataObject
) -> None:
    start = data.draw(whole_match(game)).positions[0]
    view = game.view(start, Seat.SECOND)
    assert start.face_down == view.face_down == (() if game.perfect_information else (Seat.SECOND,))
    assert len({repr(game.view(other, None)) for other in _imagined(game, view)}) == 1
    for other in _imagined(game, view):
        assert _frozen(game.view(other, Seat.SECOND)) == _frozen(view)


@every_game
@given(data=st.data())
@FEW
def test_how_many_tiles_are_held_is_public(game: AnyGame, data: st.DataObject) -> None:
    position = data.draw(moment(game))
    views = [game.view(position, viewer) for viewer in VIEWERS]
    for seat in Seat:
        assert len({display_of(game).held(view, seat) for view in views}) == 1
        rack = display_of(game).rack(game.view(dataclasses.replace(position, face_down=()), seat), seat) or ()
        assert position.result or display_of(game).held(views[0], seat) == len(rack)


@every_game
@given(data=st.data())
@FEW
def test_the_board_has_every_square_in_order(game: AnyGame, data: st.DataObject) -> None:
    position, viewer = data.draw(moment(game)), data.draw(st.sampled_from(VIEWERS))
    board = display_of(game).board(game.view(position, viewer))
    squares = [Square(row, column) for row in range(1, board.rows + 1) for column in range(1, board.columns + 1)]
    assert [cell.square for cell in board.cells] == squares
    for cell in board.cells:
        assert bool(cell.face) == bool(cell.kind)
        assert bool(cell.takes) == bool(cell.room)
        assert not cell.takes or (viewer and position.result is None)


@every_game
def test_options_survive_there_and_back(game: AnyGame) -> None:
    for options in all_options(game):
        assert game.options_type.read(options.data()) == options
        assert len(options.summary()) == len(options.choices())
    assert game.options_type.read({}).renewed() == game.options_type()
    for choice in game.options_type.choices():
        assert choice.default in choice.answers
        with pytest.raises(ValueError, match=choice.name):
            game.options_type.read({choice.name: "no such answer"})


@every_game
@given(data=st.data())
@FEW
def test_every_sentence_can_be_said(game: AnyGame, data: st.DataObject) -> None:
    position = data.draw(moment(game))
    display = display_of(game)
    sealed = display.sealed(game.setup(position.options, SeededRandom(b"seed")))
    told = [game.aim, display.guidance, sealed, position.last, position.result]
    told += [(choice.label, *choice.answers.values()) for choice in game.options_type.choices()]
    for viewer in VIEWERS:
        view = game.view(position, viewer)
        told += [display.piles(view), display.commands(view), display.interlude(view)]
        told += [display.rack(view, seat) for seat in Seat]
    for sentence in _sentences(told):
        assert_formatted(sentence)


@every_game
@given(data=st.data())
@FEW
def test_a_command_is_a_legal_move(game: AnyGame, data: st.DataObject) -> None:
    position = data.draw(moment(game))
    view = game.view(position, position.to_move)
    rack = display_of(game).rack(view, position.to_move) or ()
    for command in display_of(game).commands(view):
        picked = [tile.face for tile in rack[: command.picks[0]]] if command.picks else []
        game.judge(position, game.decode(" ".join([command.text, "".join(picked)])))
    assert display_of(game).commands(game.view(position, None)) == ()


@every_game
@given(data=st.data())
@settings(FEW, max_examples=examples(20, 200))
def test_any_tiles_make_a_move_or_a_sentence(game: AnyGame, data: st.DataObject) -> None:
    position = data.draw(moment(game))
    squares = st.builds(Square, st.integers(1, 26), st.integers(1, 26)) | st.builds(
        Square, st.integers(5, 9), st.integers(5, 9)
    )
    faces = st.sampled_from([*"0123456789+-x/=?", "?6", "😀", "", "12"])
    laid = data.draw(st.lists(st.tuples(squares, faces), max_size=7))
    try:
        game.judge(position, display_of(game).compose(game.view(position, position.to_move), laid))
    except IllegalMove as refusal:
        assert_formatted(refusal.reason)


@every_game
@given(data=st.data())
@FEW
def test_the_seal_opens_to_every_tile_in_order(game: AnyGame, data: st.DataObject) -> None:
    played = data.draw(whole_match(game))
    piles = display_of(game).sealed(played.positions[0])
    assert piles == display_of(game).sealed(game.setup(played.options, SeededRandom(played.seed)))
    assert all(pile.count == len(pile.faces) > 0 for pile in piles)


@every_game
@given(data=st.data())
@FEW
def test_no_match_is_longer_than_the_game_says(game: AnyGame, data: st.DataObject) -> None:
    played = data.draw(whole_match(game))
    longest = game.longest(played.options)
    assert longest is None or len(played.moves) <= longest


def assert_formatted(sentence: Sentence) -> None:
    """Fail unless every placeholder of the sentence has a value."""
    text = str(sentence)
    assert text.strip()
    assert "{" not in text
    assert sentence.localize(lambda template: template) == text


def _gained(before: Position, after: Position) -> tuple[int, int]:
    return (after.scores[0] - before.scores[0], after.scores[1] - before.scores[1])


def _dealt_again(game: AnyGame, before: Position, after: Position) -> bool:
    """Return whether a game of the match ended between the positions, and the next was dealt."""
    ended, known = (display_of(game).interlude(game.view(position, None)) for position in (after, before))
    return ended not in (None, known)


def _imagined(game: AnyGame, view: View) -> Iterator[Position]:
    return (game.determinize(view, SeededRandom(b"imagined", number)) for number in range(4))


def _frozen(view: View) -> bytes:
    """Return everything the view refers to as bytes, independent of how its parts are shared."""
    buffer = io.BytesIO()
    pickler = pickle.Pickler(buffer)
    pickler.fast = True
    pickler.dump(view)
    return buffer.getvalue()


def _sentences(value: object) -> Iterator[Sentence]:
    if isinstance(value, Sentence):
        yield value
    elif isinstance(value, (list, tuple)):
        for part in value:
            yield from _sentences(part)
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        for field in dataclasses.fields(value):
            yield from _sentences(getattr(value, field.name))
