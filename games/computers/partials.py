"""The contexts of the partials that this app adds to slots of other pages."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from threading import Lock
from typing import Any
from urllib.parse import urlencode

from cachetools import LRUCache, cached
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString

from accounts.models import User
from core.hooks import Context
from core.live.partials import Inputs, LivePartial, active_language, draw, memoized
from games.catalogue import bots, games
from games.computers.characters import character, measured
from games.computers.forms import TermsForm
from games.computers.models import Computer, Guide, Hint
from games.computers.services import HINT_PARTIAL as HINT_NAME
from games.computers.services import STEPS_OF_HINT, even_level, finished_games, hint_of, may_have_hints
from games.matches.errors import Refused
from games.matches.models import Match
from games.matches.pages.board_view import draw_rows
from games.matches.pages.match_view import MatchView
from games.matches.play.services import find_match
from games.matches.play.starts import check_origin, mover_at
from games.matches.templatetags.sentences import sign
from games.rules import AnyGame, Placements, PlayedMove, Seat, SeededRandom, Sentence, Square, prospects

EXAMPLES = 6  # turns of the player for which a move is proposed
SHORT = 5  # squares of an example; longer ones are hard to follow at first
MANY = 4  # squares of a hint
CACHED = 500  # examples


@dataclass(frozen=True)
class Example:
    """A suggested move: its notation, its effect, and its tiles as a page's scripts spell them, `e7:5 f7:+`."""

    text: str
    turn: PlayedMove
    tiles: str

    @property
    def squares(self) -> str:
        """Return the names of its squares, separated by spaces, for the page's scripts."""
        return " ".join(map(str, self.turn.squares))

    @property
    def where(self) -> str:
        """Return the first and the last of its squares; empty if the text of the move names squares itself."""
        names = [str(square) for square in self.turn.squares]
        is_named = any(name in str(self.turn.text) for name in names)
        return "" if is_named or not names else f"{names[0]}–{names[-1]}"


class Hints:
    """The hints of the guide for the viewer, a player of this match."""

    def __init__(self, board_view: MatchView, seat: Seat) -> None:
        self.board_view = board_view
        self.seat = seat
        last = board_view.last
        # The last turn, by who made it
        self.made = last if last and last.turn.seat is seat else None
        self.answered = last if last and last.turn.seat is not seat else None

    @property
    def round(self) -> int:
        """Return how many turns the player has made."""
        return sum(turn.seat is self.seat for turn in self.board_view.turns)

    @property
    def lesson(self) -> Sentence | None:
        """Return the guidance for this turn, or None; a game without guidance has its aim for the first turn."""
        lessons = self.board_view.display.guidance or (self.board_view.game.aim,)
        return lessons[self.round] if self.round < len(lessons) else None

    @cached_property
    def example(self) -> Example | None:
        """Return a suggested move; None on the opponent's turn, and after the player's first `EXAMPLES` turns."""
        return propose(self.board_view) if self.board_view.my_turn and self.round < EXAMPLES else None

    @property
    def is_silent(self) -> bool:
        """Return whether the guide shows nothing: after its last hint, until the end of the match."""
        return self.round > max(EXAMPLES, len(self.board_view.display.guidance)) and not self.board_view.over


_proposed: LRUCache[tuple[str, int], Example] = LRUCache(CACHED)  # by match and ply


@cached(_proposed, key=lambda board_view: (board_view.match.pk, board_view.ply), lock=Lock())
def propose(board_view: MatchView) -> Example:
    """Return the highest-scoring short move, or of all moves if none is short, found from the mover's view."""
    candidates = prospects(board_view.game, board_view.view, SeededRandom(b"guide", board_view.ply))
    short = [prospect for prospect in candidates if len(prospect.turn.squares) <= SHORT] or candidates
    return example_of(board_view, board_view.game.encode(max(short, key=lambda prospect: prospect.turn.points).move))


def example_of(board_view: MatchView, text: str) -> Example:
    """Return this legal move of the viewer, in notation, with its effect and tiles."""
    game: AnyGame = board_view.game
    move = game.decode(text)
    turn = game.judge(game.determinize(board_view.view, SeededRandom(b"guide", board_view.ply)), move)
    tiles = board_view.display.placements_of(board_view.view, move)
    return Example(text, turn, " ".join(f"{square}:{face}" for square, face in tiles))


def offered(only: str = "") -> list[AnyGame]:
    """Return the games that computers play; `only` is the slug of one of them."""
    return [game for slug, game in games().items() if bots().get(slug) and only in ("", slug)]


def in_lobby(page: Context) -> Context | None:
    """Return the computers in the lobby, each of which leads to its games, and whether a game is new to the viewer."""
    lobby = page["lobby"]
    playable = {game.slug for game in offered(lobby.only)}
    if not playable:
        return None
    levels = {level for slug in playable for level in bots()[slug]}
    new_here = not lobby.viewer or not playable <= finished_games(lobby.viewer)
    return {"faces": _faces(active_language(), *sorted(levels)), "new_here": new_here}


@memoized
def _faces(_language: str, *levels: int) -> SafeString:
    computers = [character(level) for level in levels]
    return SafeString(render_to_string("computers/_faces.html", {"computers": computers}))


def of_player(page: Context) -> Context | None:
    """Return what the profile page of a computer shows: its games and strengths; None for a person."""
    computer = Computer.objects.filter(user=page["person"]).first() if page["person"].is_computer else None
    if computer is None:
        return None
    chosen = choices(computer.level, page["user"])
    strengths = [
        (game, character(one.other), one)
        for game, _bot in chosen["playing"]
        for one in measured(game.slug, computer.level)
    ]
    return {**chosen, "strengths": strengths}


def choices(level: int, user: object) -> dict[str, Any]:
    """Return a computer with its games, and the terms that this user may choose for a match with it."""
    return {
        "character": character(level),
        "playing": [(game, bot) for game in offered() if (bot := bots()[game.slug].get(level))],
        "terms": TermsForm(plays_rated=isinstance(user, User) and user.plays_rated),
    }


def of_game(page: Context) -> Context | None:
    """Return an empty context, which offers a guided match of the game; None if no computer plays it."""
    return {} if bots().get(page["game"].slug) else None


def guide(page: Context) -> Context | None:
    """Return the guide of a guided match for its player; None once it has nothing to show."""
    board_view: MatchView = page["board_view"]
    if board_view.seat is None or not _is_guided(board_view):
        return None
    hints = Hints(board_view, board_view.seat)
    return None if hints.is_silent else {"guide": hints}


@dataclass(frozen=True)
class HintView:
    """A hint as far as it was asked for, on the board as its player sees it."""

    match: Match
    seat: Seat
    hint: Hint | None

    @cached_property
    def board_view(self) -> MatchView:
        """Return the match as its player sees it."""
        return MatchView(self.match, self.seat)

    @cached_property
    def example(self) -> Example | None:
        """Return the move; None before it is found."""
        return example_of(self.board_view, self.hint.text) if self.hint and self.hint.text else None

    @cached_property
    def placed(self) -> Placements:
        """Return the tiles that it places, and where."""
        if self.hint is None or not self.hint.text:
            return ()
        view, game = self.board_view.view, self.board_view.game
        placed: Placements = self.board_view.display.placements_of(view, game.decode(self.hint.text))
        return placed

    @property
    def squares(self) -> list[Square]:
        """Return where it places tiles, each square once."""
        return list(dict.fromkeys(square for square, _tile in self.placed))

    @property
    def where(self) -> str:
        """Return the names of these squares; of many only the first and the last, with joiners: it does not break."""
        names = [str(square) for square in self.squares]
        return ", ".join(names) if len(names) < MANY else f"{names[0]}\u2060–\u2060{names[-1]}"

    @property
    def tiles(self) -> list[str]:
        """Return the tiles that it places."""
        return [sign(tile) for _square, tile in self.placed]

    @property
    def next_step(self) -> int:
        """Return the step that may be asked for next; 0 if there is none."""
        step = self.hint.step if self.hint else 0
        return step + 1 if step < STEPS_OF_HINT and (self.example or not self.hint) else 0

    @property
    def cells(self) -> SafeString:
        """Return the rows of the board, with the place marked."""
        return draw_rows(self.board_view.board, self.squares, still=True)


def _hint(match: Match, viewer: User | None) -> Inputs | None:
    seat = match.seat_of(viewer)
    if seat is None or not may_have_hints(match, viewer):
        return None
    return {"match": match, "shown": HintView(match, seat, hint_of(match)), "fault": ""}


def _hint_key(inputs: Inputs) -> object:
    hint: Hint | None = inputs["shown"].hint
    return inputs["match"].pk, hint and (hint.ply, hint.step, hint.text), inputs["fault"]


# The hint for the viewer's turn, and the button for its next step.
HINT: LivePartial[Match, User | None] = LivePartial(HINT_NAME, "computers/_hint.html", _hint, _hint_key)


def hint_of_match(page: Context) -> Context | None:
    """Return the context of the hint on the page of a match; None where the viewer gets none."""
    user = page["user"]
    hint = HINT.of(page["match"], user if isinstance(user, User) else None)
    return {**hint.inputs, "version": hint.version} if hint else None


def head(page: Context) -> Context | None:
    """Return an empty context for what guide and hints need in the head of the page; None without both."""
    return {} if may_have_hints(page["match"], page["user"]) or _is_guided(page["board_view"]) else None


def _is_guided(board_view: MatchView) -> bool:
    """Return whether the viewer plays with a guide that is shown; matches between people need no query."""
    opponent: User | None = board_view.opponent
    if opponent is None or not opponent.is_computer:
        return False
    return Guide.objects.filter(match=board_view.match, shown=True).exists()


def at_turn(page: Context) -> Context | None:
    """Return the seats and computers to choose from to play on; None if the match cannot be continued there.

    The page may have the moves of a variation, `after_moves`, after which the match is continued.
    """
    match, ply, line = page["match"], page["ply"], page.get("after_moves", ())
    levels = bots().get(match.game_slug)
    try:
        check_origin(match, ply, line)
    except Refused:
        return None
    if not levels:
        return None
    # In one order, and with the viewer's own as the first choice, at each turn: stepping on changes no choice.
    seats = [(seat, match.player(seat)) for seat in Seat]
    choice = {"computers": [character(level) for level in levels], "seats": seats, "mover": mover_at(match, ply, line)}
    return {"match": match, "ply": ply, "after_moves": line, **choice}


def after_variation(page: Context) -> Context | None:
    """Return the same where the variation of the page ends; None where it is empty, or over."""
    view = page["board_view"]
    return at_turn({"match": view.match, "ply": view.begins - 1, "after_moves": view.texts}) if view.texts else None


def at_end(page: Context) -> SafeString | None:
    """Draw the button that keeps it even on the card at the end of a match with a computer; None where it has none."""
    view: MatchView = page["board_view"]
    match, player = view.match, view.match.player(view.seat) if view.seat else None
    level = even_level(match, player) if player and match.finished_at else None
    if level is None:
        return None
    other = character(level)
    return draw("computers/even", match_id=match.pk, token=page["token"], name=other.name, strength=other.strength)


def of_match(page: Context) -> Context | None:
    """Return the match that the one of this page continues, the ply from which, and the variation between them.

    None if it continues none.
    """
    match: Match = page["match"]
    if match.origin_ply is None or match.origin_id is None:
        return None
    line = match.origin_line.splitlines()
    variation = reverse("analysis:variation", args=[match.origin_id, match.origin_ply + 1])
    address = f"{variation}?{urlencode([('line', text) for text in line])}"
    return {"origin": find_match(match.origin_id), "ply": match.origin_ply, "count": len(line), "variation": address}
