"""What both boards of a mirror match decide together, from their rows: the sum, the words, and the other board."""

from __future__ import annotations

from dataclasses import replace

import pytest

from accounts.models import User
from core import clock
from games.catalogue import games
from games.matches.errors import NoMirror
from games.matches.models import Match
from games.matches.outcomes import Ending, Outcome
from games.matches.pages.match_view import MatchView
from games.matches.pages.mirror import BOARDS, both_boards
from games.matches.pages.scores import ending
from games.matches.play import deals
from games.matches.play.deals import new_deal
from games.matches.play.mirrors import boards_of, whole_of
from games.matches.play.opening import start_match
from games.matches.play.services import find_match
from games.matches.time.control import TimeControl
from games.rules import Seat
from tests.matches.test_mirrors import Boards, begun, boards, fresh, move

__all__ = ["boards"]


def end_with(
    boards: Boards, points: tuple[int, int], others: tuple[int, int], ending: Ending = Ending.PLAYED
) -> Boards:
    """End both boards with these points of anna and of bob on the first one, and on the other."""
    of_board = zip(boards, (points, others[::-1]), strict=True)
    for board, (first, second) in of_board:
        winner = Seat.FIRST if first > second else Seat.SECOND if second > first else None
        Match.objects.filter(pk=board.pk).update(
            first_points=first, second_points=second, winner=winner, ending=ending, finished_at=clock.now(), ply=9
        )
    return fresh(boards)


def said(match: Match, viewer: User | None) -> str:
    bound = BOARDS.of(match, viewer)
    assert bound
    return " ".join(bound.html.split())


@pytest.mark.parametrize(
    ("points", "others", "winner"),
    [((9, 2), (1, 3), "anna"), ((9, 2), (0, 8), "bob"), ((5, 3), (2, 4), "")],
)
def test_the_sum_of_both_boards_decides(
    boards: Boards, anna: User, bob: User, carl: User, points: tuple[int, int], others: tuple[int, int], winner: str
) -> None:
    boards = end_with(boards, points, others)
    own, other = points[0] + others[0], points[1] + others[1]
    whole = whole_of(*boards)
    assert whole
    assert str(whole.player(Seat(whole.winner)) if whole.winner else "") == winner
    assert (whole.first_points, whole.second_points, whole.ply) == (own, other, 18)
    assert (whole.ended, whole.counts, whole.scores) == (Ending.PLAYED, True, False)
    words = f"Both boards: anna {own}, bob {other}."
    for board in boards:
        for viewer in (anna, bob, carl):
            both = both_boards(MatchView(board, board.seat_of(viewer)))
            assert both
            mine = Outcome.WON if str(viewer) == winner else Outcome.LOST if viewer != carl else Outcome.WATCHED
            assert both.outcome is (mine if winner else Outcome.DRAWN)
            assert (str(both.winner or ""), both.sums) == (winner, words)
            assert both.points == ((own, other) if board.is_first_board else (other, own))
            verdict = f"{winner} wins the mirror match." if winner else "The mirror match is a draw."
            assert ("You win the mirror match." if winner == str(viewer) else verdict) in said(board, viewer)
            assert words in said(board, viewer)
            assert "ran out of time on a board" not in said(board, viewer)


def test_who_resigned_a_board_has_lost_whatever_the_sum(boards: Boards, anna: User, bob: User) -> None:
    boards = end_with(boards, (90, 2), (1, 3), Ending.PLAYED)
    Match.objects.filter(pk=boards[1].pk).update(ending=Ending.RESIGNED, winner=boards[1].seat_of(bob))
    boards = fresh(boards)
    whole = whole_of(*boards)
    assert whole
    assert (whole.winner, whole.ended) == (Seat.SECOND, Ending.RESIGNED)
    assert "anna resigned or ran out of time on a board." in said(boards[0], anna)
    assert "You win the mirror match." in said(boards[0], bob)


@pytest.mark.parametrize("void", [0, 1])
def test_neither_counts_where_one_is_void(boards: Boards, anna: User, void: int) -> None:
    boards = end_with(boards, (9, 2), (1, 3))
    Match.objects.filter(pk=boards[void].pk).update(voided_at=clock.now())
    boards = fresh(boards)
    whole = whole_of(*boards)
    assert whole
    assert (whole.winner, whole.counts, bool(whole.voided_at)) == (None, False, True)
    assert both_boards(MatchView(boards[0], Seat.FIRST)) is None
    assert "This mirror match does not count." in said(boards[0], anna)


def test_the_end_of_one_board_is_told_of_that_board() -> None:
    assert ending(Outcome.WON.value, "anna", of_board=True) == "You win this board."
    assert ending(Outcome.LOST.value, "anna", of_board=True) == "anna wins this board."
    assert ending(Outcome.DRAWN.value, None, of_board=True) == "A draw on this board."
    assert ending(Outcome.ABORTED.value, None, of_board=True) == "The match is cancelled."
    assert ending(Outcome.VOID.value, None, of_board=True) == "This match is void."


@pytest.mark.parametrize("over", [0, 1])
def test_once_one_board_is_over_the_other_goes_on_alone(boards: Boards, over: int) -> None:
    gone, left = boards[over], boards[1 - over]
    Match.objects.filter(pk=gone.pk).update(finished_at=clock.now(), ending=Ending.PLAYED, deadline_at=None)
    after = move(find_match(left.pk))
    assert (after.ply, after.sealed_move, find_match(left.pk).ply) == (1, "", 1)
    assert after.deadline_at


@pytest.mark.parametrize(("values", "mixed_by"), [((b"a" * 32, b""), (1, 2)), ((b"", b"b" * 32), (2, 1))])
def test_both_boards_say_whose_browser_mixed_the_deal(
    anna: User, bob: User, values: tuple[bytes, bytes], mixed_by: tuple[int, int]
) -> None:
    options, control = replace(games()["sudoku"].options_type(), mirror="yes"), TimeControl.correspondence(days=3)
    terms = {"game_slug": "sudoku", "options": options, "first": anna, "second": bob, "time_control": control}
    match = start_match(**terms, deal=new_deal(values[0] or values[1]), values=values)
    assert tuple(board.mixed_by for board in boards_of(match)) == mixed_by


def test_a_game_without_mirrors_has_none(anna: User, bob: User) -> None:
    slug = next(slug for slug, game in games().items() if not game.has_mirrors)
    options = games()[slug].options_type()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(options), "is_mirror", True)
        with pytest.raises(NoMirror):
            start_match(
                game_slug=slug, options=options, first=anna, second=bob, time_control=TimeControl.correspondence(days=3)
            )
    assert not Match.objects.exists()


@pytest.mark.parametrize(("last_byte", "begins"), [(0, 0), (1, 1)])
def test_a_browser_that_adds_nothing_counts_as_zeros_where_chance_decides_who_begins(
    last_byte: int, begins: int
) -> None:
    seed, added = bytes([7, last_byte]), b"\1" + bytes(31)
    assert deals.starter_by_chance(seed, (b"", added)) == begins
    assert deals.starter_by_chance(seed, (added, b"")) == 1 - begins


def test_the_sum_is_not_told_while_one_board_runs(anna: User, bob: User) -> None:
    first, _second = begun(anna, bob)
    Match.objects.filter(pk=first.pk).update(finished_at=clock.now(), ending=Ending.PLAYED)
    match = find_match(first.pk)
    assert both_boards(MatchView(match, Seat.FIRST)) is None
    assert whole_of(*boards_of(match)) is None
    assert "wins the mirror match" not in said(match, anna)


@pytest.mark.parametrize(("slug", "is_told"), [("sudoku", True), ("tenbyten", False)])
def test_while_it_runs_the_sum_is_told_where_points_decide(anna: User, bob: User, slug: str, is_told: bool) -> None:
    first, second = begun(anna, bob, slug)
    for board in (first, second):
        assert ("Both boards: anna 0, bob 0." in said(board, anna)) is is_told
        rule = "The points of both boards decide." if is_told else "The games won on both boards decide."
        assert rule in said(board, anna)
