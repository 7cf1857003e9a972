"""Puzzles and attempts for programs."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Literal

from django.http import Http404, HttpRequest
from ninja import Router, Schema
from pydantic import ConfigDict, Field
from typing_extensions import TypedDict

from accounts.api import EVERYONE, AccessTokens, user_of, viewer_of
from accounts.models import User
from accounts.security import PUZZLES
from core import clock
from games.catalogue import games
from games.matches.api import COSTLY, Text, refusals
from games.matches.pages.data import MoveData, PositionData, Side, position_data, side_of, turn_data
from games.puzzles.kinds import Kind, Level
from games.puzzles.models import Attempt, Mistake, Puzzle
from games.puzzles.puzzle_view import PuzzleView
from games.puzzles.services.practice import ENOUGH, answer_mistake, mistakes_of
from games.puzzles.services.selection import dailies_of, may_see, next_puzzle, today, visible
from games.puzzles.services.solving import give_up, judged, line_of, position_of, solver_view, try_move

router = Router(tags=["puzzles"])
PLAYS = AccessTokens(PUZZLES)


class AttemptData(TypedDict):
    """Your attempt; `line` has your moves so far and the replies, in an ending of several moves."""

    tries: int
    is_solved: bool
    is_given_up: bool
    line: list[str]
    rating_change: int | None


class PuzzleData(TypedDict):
    """A puzzle. `solution` has the best moves and replies once your attempt is over."""

    puzzle: str
    game: str
    options: dict[str, str]
    kind: str
    question: str
    rating: int | None
    tried: int
    solved: int
    to_move: Side
    step: int
    position: PositionData
    attempt: AttemptData | None
    solution: list[MoveData] | None


class DailyData(TypedDict):
    """The puzzle of a day."""

    game: str
    day: date
    number: int
    puzzle: str


class MistakeData(TypedDict):
    """A costly move of yours, in turn `ply` of the match; `position` is there while it is due."""

    mistake: str
    match: str
    ply: int
    game: str
    theme: str
    cost: float
    due_at: datetime
    times_shown: int
    times_solved: int
    is_learned: bool
    position: PositionData | None


class AnswerData(TypedDict):
    """Whether your move is right, a best move, and when the mistake comes again."""

    is_right: bool
    best: MoveData
    mistake: MistakeData


class Try(Schema):
    """A move; `step` is the puzzle's, the number of moves of the line before it."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"move": "d4"}]})

    move: Text
    step: Annotated[int, Field(ge=0, le=1000)] = 0


@router.get("/puzzles/daily", response=list[DailyData], auth=EVERYONE, summary="Today’s puzzles")
def daily(request: HttpRequest) -> list[DailyData]:
    """List the puzzles of today (UTC), one of each game."""
    return [
        {"game": one.game_slug, "day": one.day, "number": one.number, "puzzle": one.puzzle_id}
        for one in dailies_of(today())
    ]


@router.get(
    "/puzzles/next",
    response=PuzzleData,
    auth=AccessTokens(PUZZLES, limits=COSTLY),
    summary="A puzzle that is new to you",
)
def new_puzzle(
    request: HttpRequest,
    game: Annotated[str, Field(max_length=50)],
    level: Literal["", "easy", "medium", "hard"] = "",
    kind: Literal["", "sum", "chance", "defence", "pass", "ending", "line"] = "",
) -> PuzzleData:
    """Return a puzzle that you have not seen, near your own rating unless a level is named; 404 if none is left."""
    me = user_of(request)
    if game not in games():
        raise Http404
    puzzle = next_puzzle(me, game, Level(level) if level else None, Kind(kind) if kind else None)
    if puzzle is None:
        raise Http404
    return _data(puzzle, me)


@router.get(
    "/puzzles/mistakes", response=list[MistakeData], auth=AccessTokens(PUZZLES, limits=COSTLY), summary="Your mistakes"
)
def mistakes(request: HttpRequest) -> list[MistakeData]:
    """List your mistakes that are not learned, the longest due first, at most 100."""
    return [_mistake(one) for one in mistakes_of(user_of(request)).filter(solved__lt=ENOUGH)[:100]]


@router.post(
    "/puzzles/mistakes/{mistake_id}/answers", response=AnswerData, auth=PLAYS, summary="Answer one of your mistakes"
)
def answer(request: HttpRequest, mistake_id: str, tried: Try) -> AnswerData:
    """Answer with a move; each time that it is due counts once."""
    me = user_of(request)
    own = mistakes_of(me).filter(puzzle=mistake_id).first() if mistake_id.isalnum() else None
    if own is None:
        raise Http404
    with refusals(request):
        is_right = answer_mistake(me, own.puzzle, tried.move)
    best, turn = judged(own.puzzle, own.puzzle.best)
    own.refresh_from_db(fields=["due_at", "shown", "solved"])
    return {"is_right": is_right, "best": turn_data(turn, 1, best, ("first", "second")), "mistake": _mistake(own)}


@router.get("/puzzles/{puzzle_id}", response=PuzzleData, auth=EVERYONE, summary="A puzzle")
def puzzle(request: HttpRequest, puzzle_id: str) -> PuzzleData:
    """Return a puzzle, with your attempt if the token may solve puzzles."""
    return _data(*_puzzle(puzzle_id, viewer_of(request, PUZZLES)))


@router.post("/puzzles/{puzzle_id}/attempts", response=PuzzleData, auth=PLAYS, summary="Try a move")
def try_puzzle(request: HttpRequest, puzzle_id: str, tried: Try) -> PuzzleData:
    """Try a move; the first one counts for your rating. The same move once more does nothing."""
    puzzle, me = _puzzle(puzzle_id, user_of(request))
    with refusals(request):
        return _data(puzzle, me, try_move(puzzle, user_of(request), tried.move, tried.step))


@router.post("/puzzles/{puzzle_id}/solution", response=PuzzleData, auth=PLAYS, summary="Give up")
def give_up_puzzle(request: HttpRequest, puzzle_id: str) -> PuzzleData:
    """Give up and get the solution. Before the first try it counts as missed, also for your rating."""
    puzzle, me = _puzzle(puzzle_id, user_of(request))
    return _data(puzzle, me, give_up(puzzle, user_of(request)))


def _puzzle(puzzle_id: str, viewer: User | None) -> tuple[Puzzle, User | None]:
    puzzle = visible().select_related("source__match").filter(pk=puzzle_id).first() if puzzle_id.isalnum() else None
    if puzzle is None or not may_see(puzzle, viewer):
        raise Http404
    return puzzle, viewer


def _data(puzzle: Puzzle, viewer: User | None, own: Attempt | None = None) -> PuzzleData:
    if viewer and own is None:
        own = Attempt.objects.filter(puzzle=puzzle, player=viewer).first()
    line = [] if own and own.is_over else line_of(puzzle, viewer)
    return {
        "puzzle": puzzle.pk,
        "game": puzzle.game_slug,
        "options": puzzle.option_data,
        "kind": puzzle.kind,
        "question": puzzle.question,
        "rating": round(puzzle.rating) if puzzle.is_settled else None,
        "tried": puzzle.tried,
        "solved": puzzle.solved,
        "to_move": side_of(position_of(puzzle).to_move) or "first",
        "step": len(line),
        "position": position_data(puzzle.game, solver_view(puzzle, line), hints=False),
        "attempt": _attempt(own) if own else None,
        "solution": _solution(puzzle, viewer, own) if own and own.is_over else None,
    }


def _mistake(own: Mistake) -> MistakeData:
    puzzle, is_learned = own.puzzle, own.solved >= ENOUGH
    is_due = own.due_at <= clock.now() and not is_learned
    return {
        "mistake": puzzle.pk,
        "match": own.match_id,
        "ply": own.ply,
        "game": puzzle.game_slug,
        "theme": own.theme,
        "cost": own.cost,
        "due_at": own.due_at,
        "times_shown": own.shown,
        "times_solved": own.solved,
        "is_learned": is_learned,
        "position": position_data(puzzle.game, solver_view(puzzle), hints=False) if is_due else None,
    }


def _attempt(own: Attempt) -> AttemptData:
    return {
        "tries": own.tries,
        "is_solved": own.solved_at is not None,
        "is_given_up": own.given_up_at is not None,
        "line": own.line,
        "rating_change": own.gain,
    }


def _solution(puzzle: Puzzle, viewer: User | None, own: Attempt) -> list[MoveData]:
    view = PuzzleView(puzzle, viewer, own)
    turns = zip(view.moves, view.way, strict=True)
    return [turn_data(turn, number, text, ("first", "second")) for number, (text, turn) in enumerate(turns, 1)]
