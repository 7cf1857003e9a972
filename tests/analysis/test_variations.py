"""Retrying a turn of an analysed match, and variations from there: judged by the rules, compared with the best move."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable
from itertools import islice
from threading import Event
from urllib.parse import urlencode

import pytest
from django.http import HttpResponse
from django.test import Client, override_settings
from django.urls import reverse

from accounts.models import User
from games import workers
from games.analysis import variations
from games.analysis.analysis_view import VariationView
from games.analysis.evaluation.candidates import Choice
from games.analysis.evaluation.report import TurnReport
from games.analysis.reading import Played, play_again
from games.analysis.templatetags.chances import hundred
from games.analysis.variations import Asker, BeingMade, compare
from games.catalogue import games
from games.matches.models import Match
from games.matches.play.positions import follow
from games.matches.play.services import resign
from games.rules import PlayedMove, Seat, SeededRandom, say
from games.workers import NotDone
from tests.analysis.conftest import analysed
from tests.html import html_of
from tests.matches.conftest import play_on

BEING_MADE = "The winning chances are being worked out"
WINS = re.compile(r"This move wins (\d+)% of matches \(±\d+\), the best one (\d+)%\.")


def path_of(match: Match, ply: int, *line: str, best: bool = False, name: str = "variation") -> str:
    query = [("line", text) for text in line] + ([("best", "1")] if best else [])
    return reverse(f"analysis:{name}", args=[match.pk, ply]) + (f"?{urlencode(query)}" if query else "")


def evaluated() -> None:
    """Wait until all that was asked for is worked out."""
    variations._evaluator.submit(lambda: None).result(60)


def page_at(path: str) -> str:
    """Return the page as it is once all it shows is worked out."""
    page = html_of(Client().get(path))
    while BEING_MADE in page:
        evaluated()
        page = html_of(Client().get(path))
    return page


def variation_of(match: Match, ply: int, *line: str, best: bool = False) -> str:
    return page_at(path_of(match, ply, *line, best=best))


def post(path: str, text: str, **headers: str) -> HttpResponse:
    answer: HttpResponse = Client().post(path, {"ply": 1, "text": text}, headers=headers)  # type: ignore[assignment]
    return answer


def other_move(match: Match, played: Played, ply: int, listed: set[str]) -> str:
    """Return the first legal move of this turn that is not among the best ones."""
    moves = match.game.legal_moves(played.positions[ply - 1])
    return next(text for move in moves if (text := match.game.encode(move)) not in listed)


def test_a_turn_can_be_retried_without_its_answer(finished: Match) -> None:
    stored = analysed(finished)
    best = stored.measured[1]["listed"]["best"][0]["text"]
    assert path_of(finished, 2) in html_of(Client().get(reverse("analysis:turn", args=[finished.pk, 2])))
    page = variation_of(finished, 1)
    assert "what would you play?" in page
    assert "anna is to move" in page
    assert 'id="rack"' in page
    assert best not in page
    assert WINS.search(page) is None


def test_a_played_move_leads_to_its_variation(finished: Match) -> None:
    best = analysed(finished).measured[1]["listed"]["best"][0]["text"]
    answer = post(path_of(finished, 1), best)
    assert (answer.status_code, answer.headers["Location"]) == (302, path_of(finished, 1, best))
    scripted = post(path_of(finished, 1), best, HX_Request="true")
    assert scripted.status_code == 204
    assert json.loads(scripted.headers["HX-Location"])["path"] == path_of(finished, 1, best)


def test_one_of_the_best_moves_has_the_chance_that_is_stored(finished: Match) -> None:
    listed = analysed(finished).measured[1]["listed"]
    best, played = listed["best"][0], listed["played"]
    found = WINS.search(variation_of(finished, 1, played["text"]))
    assert found is not None
    assert (int(found[1]), int(found[2])) == (hundred(played["chance"]), hundred(best["chance"]))
    assert "It is the best." in variation_of(finished, 1, best["text"])


def test_another_move_is_evaluated_once(finished: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    listed = {choice["text"] for choice in analysed(finished).measured[1]["listed"]["best"]}
    other = other_move(finished, play_again(finished), 1, listed)
    first = WINS.search(variation_of(finished, 1, other))
    monkeypatch.setattr(variations, "run", lambda *_arguments: pytest.fail("it was in the cache"))
    again = WINS.search(variation_of(finished, 1, other))
    assert first is not None
    assert again is not None
    assert first[0] == again[0]
    assert int(first[1]) <= int(first[2])


def test_a_variation_goes_on_with_the_opponents_best_moves(finished: Match) -> None:
    first = analysed(finished).measured[1]["listed"]["best"][0]["text"]
    page = variation_of(finished, 1, first, best=True)
    assert "The best moves of bob" in page
    replies = re.findall(r'href="([^"]*line=[^"]*line=[^"]*)"', page)
    assert len(replies) >= 3
    following = page_at(replies[0].replace("&amp;", "&"))
    found = WINS.search(following)
    assert found is not None
    assert found[1] == found[2]
    assert "It is the best." in following
    assert "anna is to move" in following


@pytest.mark.parametrize("text", ["e7r 9+9=19", "nonsense"])
def test_an_illegal_move_gets_its_reason(finished: Match, text: str) -> None:
    analysed(finished)
    answer = post(path_of(finished, 1), text)
    assert answer.status_code == 422
    page = html_of(answer)
    assert f'value="{text}"' in page
    assert re.search(r'id="preview"[^>]*class="[^"]*illegal', page)


def test_a_preview_is_judged_as_in_a_match(finished: Match) -> None:
    text = analysed(finished).measured[1]["listed"]["played"]["text"]
    path = path_of(finished, 1, name="preview")
    legal = html_of(Client().post(path, {"text": text}, headers={"HX-Request": "true"}))
    assert re.search(r'id="preview"[^>]*class="[^"]*legal', legal)
    illegal = html_of(Client().post(path, {"text": "e7r 9+9=19"}, headers={"HX-Request": "true"}))
    assert re.search(r'id="preview"[^>]*class="[^"]*illegal', illegal)
    assert "what would you play?" in html_of(Client().post(path, {"text": text}))


@pytest.mark.parametrize("line", [["nonsense"], ["e7r 9+9=19"], ["x" * 101], ["pass"] * 13])
def test_an_address_with_moves_that_cannot_be_made_is_not_found(finished: Match, line: list[str]) -> None:
    analysed(finished)
    assert Client().get(path_of(finished, 1, *line)).status_code == 404
    assert Client().get(path_of(finished, 99)).status_code == 404


def test_without_an_analysis_there_is_none(match: Match, anna: User) -> None:
    match = play_on(match, 2)
    for _state in ("running", "finished"):
        for answer in (Client().get(path_of(match, 1)), post(path_of(match, 1), "pass")):
            assert (answer.status_code, answer.headers["Location"]) == (
                302,
                reverse("analysis:analysis", args=[match.pk]),
            )
        match = match if match.finished_at else resign(match.pk, anna)


def test_the_rate_of_evaluations_is_limited(finished: Match) -> None:
    analysed(finished)
    with override_settings(RATE_LIMITS={"variation": "1/h/ip"}):
        assert BEING_MADE in html_of(Client().get(path_of(finished, 1, best=True)))
        evaluated()
        assert "The best moves of anna" in html_of(Client().get(path_of(finished, 1, best=True)))
        refused = Client().get(path_of(finished, 2, best=True))
    assert refused.status_code == 429
    assert refused.headers["Retry-After"]
    assert "a lot of analyses" in html_of(refused)


def test_without_a_worker_the_page_says_so(finished: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(*_arguments: object) -> None:
        raise NotDone("busy")

    best = analysed(finished).measured[1]["listed"]["best"][0]["text"]
    monkeypatch.setattr(variations, "run", busy)
    page = variation_of(finished, 1, best, best=True)
    assert "work out the winning chance" in page
    assert 'id="rack"' in page


def test_no_request_waits_for_a_worker_and_a_visitor_takes_some_of_the_line(
    finished: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    analysed(finished)
    is_free, made = Event(), list[str]()

    def held(function: Callable[..., list[Choice]], *turn: object) -> list[Choice]:
        assert is_free.wait(60)
        made.append("one")
        return workers.run(function, *turn)

    monkeypatch.setattr(variations, "run", held)
    paths = [path_of(finished, ply, best=True) for ply in range(1, 6)]
    try:
        greedy = [Client().get(path) for path in [*paths[: variations.EACH], paths[0]]]
        assert all(BEING_MADE in html_of(answer) for answer in greedy)
        assert f'hx-get="{paths[0].replace("&", "&amp;")}"' in html_of(greedy[0])
        refused = Client().get(paths[4])
        assert (refused.status_code, refused.headers["Retry-After"]) == (429, "5")
        assert "A lot is being worked out for you already." in html_of(refused)
        carl = Client(REMOTE_ADDR="203.0.113.8")
        assert BEING_MADE in html_of(carl.get(paths[4]))
    finally:
        is_free.set()
    evaluated()
    assert all("The best moves of" in html_of(Client().get(path)) for path in paths)
    assert len(made) == len(paths)  # each once


def test_every_move_lies_on_the_board_for_the_scripts(finished: Match) -> None:
    """The squares before and after each of the best moves are in the page, so that looking at one needs no request."""
    listed = analysed(finished).measured[1]["listed"]
    page = html_of(Client().get(reverse("analysis:turn", args=[finished.pk, 1])))
    (before,) = re.findall(r'data-before="([^"]*)"', page)
    known = set(re.findall(r"<td id=(\w+)", html.unescape(before)))
    drawn = [html.unescape(cells) for cells in re.findall(r'data-cells="([^"]*)"', page)]
    assert len(drawn) == len(listed["best"]) + 1  # and the one that was played
    assert all(set(re.findall(r"<td id=(\w+)", cells)) <= known for cells in drawn)
    assert any(re.search(r"<td id=", cells) for cells in drawn)


def test_the_moves_are_drawn_with_the_same_tiles_each_time(finished: Match) -> None:
    best = analysed(finished).measured[1]["listed"]["best"][0]["text"]
    views = [VariationView(finished, play_again(finished), 1, [best]) for _time in range(2)]
    assert views[0].position == views[1].position


def test_a_retried_turn_is_not_taken_for_a_variation_from_the_turn_before() -> None:
    game = games()["sudoku"]
    match = Match(pk="samesquares", game_slug="sudoku", rules_version=game.rules_version)
    start = game.setup(game.options_type(), SeededRandom(bytes(32)))
    one, other = (game.encode(move) for move in islice(game.legal_moves(start), 2))
    best = Choice(one, 0, 0.5, 0.0)
    turns = [TurnReport(ply, PlayedMove(Seat(ply), say("")), 0, (best,), 0.5, 0.0, 0.0, 0.0, 0.0) for ply in (1, 2)]
    asker = Asker(frozenset({"anna"}), lambda: True)
    after = follow(game, start, [one], 1)[-1]
    with pytest.raises(BeingMade):
        compare(match, turns[0], after, [one, other], asker)
    with pytest.raises(BeingMade):
        compare(match, turns[1], start, [other], asker)
    evaluated()
    assert compare(match, turns[0], after, [one, other], asker) is not None
    retried = compare(match, turns[1], start, [other], asker)
    assert retried is not None
    assert (retried.move.text, retried.best) == (other, best)
