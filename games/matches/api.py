"""Games, matches and moves for programs. A move goes the way of every move: `play.services.play_move`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from typing import Annotated, Literal

from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext
from ninja import Router, Schema
from pydantic import ConfigDict, Field, TypeAdapter
from typing_extensions import TypedDict

from accounts.api import EVERYONE, UNLIMITED, AccessTokens, user_of, viewer_of
from accounts.models import User
from accounts.online import presence
from accounts.player import player_at
from accounts.security import BOT, PLAY, PROFILE
from core.api import Cursor, Limit, Page, answer, as_json, page_of
from core.problems import Problem
from core.web import download
from games.catalogue import display_of, games
from games.matches.errors import NotBegun, NotYourTurn, Refused
from games.matches.files.exports import as_data, matches_of
from games.matches.models import Match
from games.matches.pages.data import (
    MatchData,
    MatchHead,
    MoveData,
    PositionData,
    head_data,
    match_data,
    moves_data,
    turn_data,
)
from games.matches.pages.previews import preview_typed
from games.matches.play import positions, requests, services
from games.matches.play.seals import may_tell, unsealed
from games.matches.templatetags.sentences import localized
from games.rules import AnyGame, BadNotation, IllegalMove, Seat, SeededRandom

router = Router(tags=["matches"])
PLAYERS = (PLAY, BOT)  # the scopes that show a player's own tiles
Text = Annotated[str, Field(min_length=1, max_length=100, description="A move in the game's notation.")]
COSTLY = ("api", "api_costly")


class OptionData(TypedDict):
    """An option of a game: its name, its label, and its answers with their labels."""

    name: str
    label: str
    answers: dict[str, str]
    usual: str


class GameData(TypedDict):
    """A game. `example` is a move in notation, `position` the JSON Schema of its positions."""

    game: str
    name: str
    aim: str
    rules: int
    options: list[OptionData]
    example: str
    notation: str
    hides_tiles: bool
    draws_by_agreement: bool
    position: dict[str, object]


class LegalMove(TypedDict):
    """A legal move and its points."""

    move: str
    points: int


class LegalMoves(TypedDict):
    """The legal moves of the player to move at this ply; `is_complete` is false where there are more."""

    ply: int
    moves: list[LegalMove]
    is_complete: bool


class SentMove(Schema):
    """A move as number `ply` of the match, which is one more than the moves made so far."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"ply": 1, "move": "d4"}]})

    ply: Annotated[int, Field(ge=1, le=100_000)]
    move: Text


class Placed(Schema):
    """A move to be judged without being played."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"move": "d4"}]})

    move: Text


@router.get("/games", response=list[GameData], auth=EVERYONE, tags=["games"], summary="All games")
def all_games(request: HttpRequest) -> list[GameData]:
    """List the games of this site."""
    return [_game_data(one) for one in games().values()]


@router.get("/games/{game}", response=GameData, auth=EVERYONE, tags=["games"], summary="A game")
def one_game(request: HttpRequest, game: str) -> GameData:
    """Return a game: its options, its notation, and the JSON Schema of its positions."""
    if game not in games():
        raise Http404
    return _game_data(games()[game])


@router.get("/matches/{match_id}", response=MatchData, auth=EVERYONE, summary="A match")
def match(request: HttpRequest, match_id: str) -> HttpResponse:
    """Return a match as it stands. Players see their own tiles with a token that may play."""
    match = match_at(request, match_id)
    return answer(match_data(match, seat_at(request, match)))


@router.get("/matches/{match_id}/moves", response=list[MoveData], auth=EVERYONE, summary="The moves of a match")
def moves(request: HttpRequest, match_id: str, since: Annotated[int, Field(ge=0, le=100_000)] = 0) -> HttpResponse:
    """Return the moves after ply `since`, the oldest first, each with the parts of its points."""
    match = match_at(request, match_id)
    with refusals(request, match_id):
        turns = positions.replay(match).turns
    return answer(moves_data(match, seat_at(request, match), turns, since=since))


@router.get("/matches/{match_id}/file", auth=EVERYONE, response=dict[str, object], summary="The file of a match")
def match_file(request: HttpRequest, match_id: str) -> dict[str, object]:
    """Return the match file, with which a finished match can be replayed and verified."""
    match = match_at(request, match_id)
    return as_data(match, seat_at(request, match))


@router.get(
    "/matches/{match_id}/legal-moves",
    response=LegalMoves,
    auth=AccessTokens(*PLAYERS, limits=COSTLY),
    summary="The legal moves",
)
def legal_moves(
    request: HttpRequest, match_id: str, limit: Annotated[int, Field(ge=1, le=2000)] = 2000
) -> HttpResponse:
    """Return the legal moves in your turn, each with its points, in no special order.

    In rated matches they are for bot accounts alone: to a person they would be help, which pages do not give either.
    """
    match, seat = _own(request, match_id)
    if match.rated and not user_of(request).is_bot:
        raise Problem(403, gettext("In a rated match a list of legal moves would be help."), code="help")
    with refusals(request, match_id):
        if match.is_gathering:
            raise NotBegun
        position = positions.current(match)
        if position.result or seat is not position.to_move:
            raise NotYourTurn
        scored = list(islice(match.game.scored_moves(position), limit + 1))
        listed: list[LegalMove] = [{"move": match.game.encode(one), "points": points} for one, points in scored[:limit]]
    return answer({"ply": match.ply + 1, "moves": listed, "is_complete": len(scored) <= limit})


@router.post(
    "/matches/{match_id}/preview",
    response=list[MoveData],
    auth=AccessTokens(*PLAYERS, limits=COSTLY),
    summary="What a move would do",
)
def preview(request: HttpRequest, match_id: str, placed: Placed) -> list[MoveData]:
    """Judge a move without playing it. Where the same tiles can be played in several ways, all of them are listed."""
    match, seat = _own(request, match_id)
    with refusals(request, match_id):
        ways = preview_typed(match, seat, placed.move).variants
    names = str(match.first), str(match.second)
    return [turn_data(way.turn, match.ply + 1, way.text, names) for way in ways]


@router.post(
    "/matches/{match_id}/moves",
    response=MatchData,
    auth=AccessTokens(*PLAYERS, limits=UNLIMITED),
    summary="Play a move",
)
def play_move(request: HttpRequest, match_id: str, sent: SentMove) -> HttpResponse:
    """Play a move in your turn; it is confirmed, whatever the game warns of. The same move once more does nothing.

    An illegal move is answered with 422 and the sentence that players see. One for a ply that is over is answered with
    409 and the match as it stands. No limit counts moves in your own matches.
    """
    with refusals(request, match_id):
        after = services.play_move(match_id, user_of(request), sent.ply, sent.move)
    return answer(match_data(after, after.seat_of(request.user)))


def _arrive(match_id: str, player: User) -> Match:
    match = services.find_match(match_id)
    presence.touch(player)
    return requests.arrive(match, services.seat_in(match, player))


def _rematch(match_id: str, player: User) -> Match:
    return services.offer_rematch(match_id, player) or services.find_match(match_id)


ACTIONS: dict[str, tuple[Callable[[str, User], Match], str, str]] = {
    "arrive": (_arrive, "Be there", "Say that you are there, which a live match waits for before it begins."),
    "resign": (services.resign, "Resign", "Resign, or cancel the match before its first move."),
    "offer-draw": (requests.offer_draw, "Offer a draw", "Offer a draw, or accept the one that is offered."),
    "accept-draw": (requests.accept_draw, "Accept a draw", "Accept the draw that your opponent offers."),
    "decline-draw": (requests.decline_draw, "Decline a draw", "Decline the draw that is offered, or withdraw yours."),
    "claim": (requests.claim_win, "Claim the win", "Claim a win that your opponent can no longer prevent."),
    "give-time": (requests.give_time, "Give time", "Give your opponent more time in this turn."),
    "nudge": (requests.nudge, "Nudge", "Remind your opponent, once a day."),
    "rematch": (_rematch, "Rematch", "Ask for a rematch, or accept it; the answer is the new match once both agree."),
}


def _action(name: str, act: Callable[[str, User], Match], summary: str, description: str) -> None:
    def run(request: HttpRequest, match_id: str) -> HttpResponse:
        with refusals(request, match_id):
            after = act(match_id, user_of(request))
        return answer(match_data(after, after.seat_of(request.user)))

    run.__name__ = name.replace("-", "_")
    router.post(
        f"/matches/{{match_id}}/{name}",
        response=MatchData,
        auth=AccessTokens(*PLAYERS),
        summary=summary,
        description=description,
    )(run)


for _name, _details in ACTIONS.items():
    _action(_name, *_details)


@router.get("/me/turns", response=list[MatchHead], auth=AccessTokens(PROFILE), tags=["me"], summary="Your turns")
def my_turns(request: HttpRequest) -> list[MatchHead]:
    """List the matches in which it is your turn, the one whose time runs out first at the top."""
    me = user_of(request)
    waiting = Q(first=me, to_move=Seat.FIRST) | Q(second=me, to_move=Seat.SECOND)
    rows = (
        Match.objects.filter(waiting, finished_at=None, sealed_move="")
        .select_related("first", "second")
        .order_by("deadline_at")
    )
    return [head_data(one) for one in rows[:500]]


@router.get("/players/{name}/matches", response=Page[MatchHead], auth=EVERYONE, summary="The matches of a player")
def player_matches(
    request: HttpRequest,
    name: str,
    state: Literal["", "running", "finished"] = "",
    game: Annotated[str, Field(max_length=50)] = "",
    cursor: Cursor = "",
    limit: Limit = 20,
) -> HttpResponse:
    """List the matches of a player, the one with the latest move first."""
    player = player_at(name)
    chosen = Q(game_slug=game) if game else Q()
    if state:
        chosen &= Q(finished_at__isnull=state == "running")
    rows = Match.objects.filter(unsealed(), Q(first=player) | Q(second=player), chosen)
    rows = rows.select_related("first", "second")
    return page_of(request, rows, "moved_at", head_data, cursor=cursor, limit=limit)


@router.get(
    "/exports/matches",
    auth=AccessTokens(PROFILE, limits=COSTLY),
    tags=["exports"],
    summary="All your matches",
    openapi_extra={
        "responses": {
            200: {
                "description": "A match file a line.",
                "content": {"application/x-ndjson": {"schema": {"type": "string"}}},
            }
        }
    },
)
def export_matches(request: HttpRequest) -> HttpResponseBase:
    """Return the files of all your matches, one a line (NDJSON), the oldest first."""
    lines = (f"{as_json(one)}\n" for one in matches_of(user_of(request)))
    return download(request, lines, content_type="application/x-ndjson", filename="numgames-matches.ndjson")


def match_at(request: HttpRequest, match_id: str) -> Match:
    """Return the match with both players; raises Http404, also where the owner of the token may not know of it."""
    with suppress(Match.DoesNotExist, ValueError):
        match = services.find_match(match_id)
        if may_tell(match, viewer_of(request, *PLAYERS)):
            return match
    raise Http404


def seat_at(request: HttpRequest, match: Match) -> Seat | None:
    """Return the seat whose tiles this token may see."""
    return match.seat_of(viewer_of(request, *PLAYERS))


def _own(request: HttpRequest, match_id: str) -> tuple[Match, Seat]:
    match = match_at(request, match_id)
    with refusals(request, match_id):
        return match, services.seat_in(match, user_of(request))


@contextmanager
def refusals(request: HttpRequest, match_id: str = "") -> Iterator[None]:
    """Turn refusals of the match into problems; one of a conflict has the match as it stands."""
    try:
        yield
    except Match.DoesNotExist:
        raise Http404 from None
    except (BadNotation, IllegalMove) as refusal:
        raise Problem(422, localized(refusal.reason), code=_code(refusal)) from None
    except Refused as refusal:
        state = {}
        if match_id and refusal.status == 409 and request.method == "POST":
            match = services.find_match(match_id)
            state = {"match": match_data(match, seat_at(request, match))}
        raise Problem(
            refusal.status, str(refusal.reason), code=_code(refusal), headers=refusal.headers, **state
        ) from None


def _code(refusal: Exception) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", type(refusal).__name__).lower()


def _game_data(game: AnyGame) -> GameData:
    sample = game.setup(game.options_type(), SeededRandom(bytes(32)))
    board = display_of(game).board(game.view(sample, None))
    schema = TypeAdapter(PositionData).json_schema()
    schema["properties"] |= {name: {"const": getattr(board, name)} for name in ("rows", "columns", "blocks")}
    return {
        "game": game.slug,
        "name": gettext(game.name),
        "aim": localized(game.aim),
        "rules": game.rules_version,
        "options": [
            {
                "name": choice.name,
                "label": localized(choice.label),
                "answers": {value: localized(label) for value, label in choice.answers.items()},
                "usual": choice.default,
            }
            for choice in game.options_type.choices()
        ],
        "example": game.example,
        "notation": f"/games/{game.slug}/",
        "hides_tiles": not game.perfect_information,
        "draws_by_agreement": game.draws_by_agreement,
        "position": schema,
    }
