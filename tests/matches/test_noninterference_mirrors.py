"""Noninterference of the two boards of a mirror match: sealed moves, and the seed while one board is still played."""

from __future__ import annotations

import time_machine
from django.test import Client

from accounts.models import User
from core import clock
from games.matches.files.exports import moves_of
from games.matches.models import Deal, Match
from games.matches.outcomes import Ending
from games.matches.play import positions
from games.matches.play.services import find_match, play_move
from games.rules import Seat
from games.summy.model.position import SummyPosition
from tests.matches.test_mirrors import Boards, begun, move, play_rounds
from tests.matches.test_noninterference import NOW, SignedIn, addresses, answers, told
from tests.sizes import THOROUGH


def urls_of(boards: Boards) -> list[str]:
    """Return every address that names one of the boards, and a few more that could."""
    urls = [url for board in boards for url in addresses(board) if board.pk in url]
    return [*urls, "/lobby/", "/history/", "/api/v1/me/turns", "/fairness/", "/fairness/log.txt"]


def test_only_its_player_sees_a_sealed_move(anna: User, bob: User, carl: User, signed_in: SignedIn) -> None:
    """Whatever anna has sealed, every address answers the others the same."""
    with time_machine.travel(NOW, tick=False):
        boards = play_rounds(begun(anna, bob, "summy"), 1)
        one = move(boards[1])
        mover = one.player(Seat(one.to_move))
        for viewer in (anna, bob, carl, None)[: 4 if THOROUGH else 3]:  # a visitor gets less than carl
            browser = signed_in(viewer) if viewer else Client()
            changed = [f"/matches/{one.pk}/"] if viewer == mover else urls_of(boards)
            for _time in range(2):  # the second time without what is shown once, such as a notice
                seen = []
                for text in (one.sealed_move, "swap 5"):
                    Match.objects.filter(pk=one.pk).update(sealed_move=text)
                    positions.forget_match(one.pk)
                    seen.append(answers(browser, changed))
                changed = [url for url in changed if seen[0][url] != seen[1][url]]
            assert bool(changed) == (viewer == mover), (viewer, changed)


def test_what_was_exchanged_is_told_when_both_boards_are_over(anna: User, bob: User) -> None:
    boards = begun(anna, bob, "summy")
    position = positions.replay(boards[0]).position
    assert isinstance(position, SummyPosition)
    for board in boards:
        play_move(board.pk, board.player(Seat(board.to_move)), 1, f"swap {position.hand[0]}")
    end(find_match(boards[0].pk))
    assert moves_of(find_match(boards[0].pk), None) == ["swap 1"]
    end(find_match(boards[1].pk))
    assert moves_of(find_match(boards[0].pk), None) == [f"swap {position.hand[0]}"]


def test_no_address_tells_the_seed_while_a_board_is_still_played(
    anna: User, bob: User, carl: User, signed_in: SignedIn
) -> None:
    """Nor the values that it was mixed from; once both boards are over, the files do."""
    boards = play_rounds(begun(anna, bob), 2)
    end(boards[0])
    secrets = {bytes(boards[0].seed).hex()}
    secrets |= {bytes(deal.server_value).hex() for deal in Deal.objects.exclude(server_value=b"")}
    urls = [*urls_of(boards), "/settings/", "/settings/data/", f"/players/{anna.username}/"]
    for viewer in (anna, bob, carl, None) if THOROUGH else (anna, carl):  # on one board each of the two begins
        browser = signed_in(viewer) if viewer else Client()
        for url in urls:
            answer = told(browser.get(url))
            assert not [secret for secret in secrets if secret in answer], url
    end(boards[1])
    assert bytes(boards[0].seed).hex() in told(Client().get(f"/matches/{boards[1].pk}/match.txt"))


def end(board: Match) -> None:
    Match.objects.filter(pk=board.pk).update(
        finished_at=clock.now(), ending=Ending.RESIGNED, winner=Seat.SECOND, deadline_at=None
    )
    positions.forget_match(board.pk)
