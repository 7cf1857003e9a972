"""The cards of pages: matches at a turn, events, puzzles, challenges, players, games, and the site.

They show what a spectator sees: the board is drawn from the view of no seat.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.utils.formats import date_format
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from accounts.models import User
from core import clock
from core.colours import colours, with_colours
from games.catalogue import display_of, games
from games.events.models import Entry, Event
from games.history.thumbnails import draw_shapes
from games.lobby.models import Offer
from games.matches.errors import RulesGone
from games.matches.models import Match
from games.matches.pages.match_view import MatchView
from games.matches.pages.tallies import score_at, score_of
from games.matches.templatetags.sentences import named
from games.puzzles.models import Puzzle
from games.puzzles.services.solving import position_of
from games.ratings.models import Rating
from games.rules import Board, Square, View

ROOM = 514  # pixels for text, beside the board
WIDE = 0.62  # mean width of a letter in the font, as a share of its size
MOST_FACES = 40  # columns: a card is large enough for the faces of every board
MOST_RATINGS = 4
MOST_PLACES = 3
INSIDE = re.compile(r'<svg[^>]*viewBox="0 0 96 96"[^>]*>(.*)</svg>', re.DOTALL)


@dataclass(frozen=True)
class Caption:
    """A line of a card: a name, and what stands at the right edge, such as points."""

    text: str
    value: str = ""
    is_strong: bool = False


@dataclass(frozen=True)
class Card:
    """A card: the SVG of the square on the left (in coordinates from 0 to 96), and text on the right."""

    board: SafeString
    title: str
    lines: tuple[Caption, ...] = ()
    note: str = ""


def draw_card(card: Card) -> str:
    """Return the card as SVG; its lines have the size at which the longest one fits."""
    step = 76 if len(card.lines) <= 2 else 62
    rooms = [(line.text, ROOM - (30 * len(line.value) + 20 if line.value else 0)) for line in card.lines]
    size = min([_fitting(text, room, 46) for text, room in rooms], default=0.0)
    context = {
        "card": card,
        "lines": [(line, 250 + number * step) for number, line in enumerate(card.lines)],
        "size": f"{size:.0f}",
        "title_size": f"{_fitting(card.title, ROOM, 60):.0f}",
        "note_size": f"{_fitting(card.note, ROOM, 32):.0f}",
    }
    return render_to_string("discovery/card.svg", context | _colours())


def tiles(word: str) -> SafeString:
    """Return a word of at most nine letters as tiles, for the square of a card without a board."""
    letters = word[:9].upper()
    columns = 1 if len(letters) == 1 else 2 if len(letters) <= 4 else 3
    room = 90 / columns
    side = room * 0.92
    corners = [(letter, 3 + at % columns * room, 3 + at // columns * room) for at, letter in enumerate(letters)]
    rows = [
        {
            "letter": letter,
            "x": f"{x:.1f}",
            "y": f"{y:.1f}",
            "middle": f"{x + side / 2:.1f}",
            "foot": f"{y + side * 0.72:.1f}",
        }
        for letter, x, y in corners
    ]
    context = {"tiles": rows, "side": f"{side:.1f}", "size": f"{side * 0.62:.1f}"}
    # Safe, as a template has made it that escapes.
    return mark_safe(render_to_string("discovery/card_tiles.svg", context | _colours()))  # noqa: S308


def _colours() -> dict[str, object]:
    return {"colours": {name.replace("-", "_"): value for name, value in colours().items()}}


def _fitting(text: str, room: float, largest: float) -> float:
    """Return the font size at which the text fits into the room."""
    return min(largest, room / (WIDE * max(len(text), 1)))


def of_site() -> Card:
    """Return the card of pages that have none of their own."""
    return Card(tiles("5+4=9"), _("Number board games for two"))


def of_match(match: Match, ply: int) -> Card:
    """Return the card of the match after move number `ply`."""
    score = score_of(match)
    winner = match.winner
    try:
        view = MatchView(match, None, ply=None if ply == match.ply else ply)
    except RulesGone:
        shapes = tiles(match.game_name[:4])
    else:
        shapes = board_shapes(view.board, view.marked)
        score = score_at(view)
        winner = view.view.result.winner if view.view.result else None
    people = (match.first, match.second)
    lines = tuple(Caption(str(people[n]), str(score.numbers[n]), winner == n + 1) for n in range(2))
    is_final = match.finished_at is not None and ply == match.ply
    note = _("Final score") if is_final else _("Turn %(ply)s") % {"ply": ply} if ply else ""
    return Card(shapes, match.game_name, lines, " · ".join(filter(None, (note, score.words))))


def of_event(event: Event) -> Card:
    """Return the card of an event: when it begins, how many take part, or the best places of one that is over."""
    entries = event.entries.select_related("player")
    # Each division of a league has its own places: those of the first one are shown.
    placed = entries.filter(place__lte=MOST_PLACES).order_by("division__number", "place", "pk")[:MOST_PLACES]
    lines = tuple(Caption(f"{entry.place}. {entry.player}", is_strong=entry.place == 1) for entry in placed)
    if not lines:
        count = entries.filter(state=Entry.State.IN, player__is_computer=False).count()
        lines = (Caption(str(event.get_kind_display())), Caption(_("Players"), str(count)))
    day = event.ended_at or event.starts_at
    return Card(_still(event.game_slug), event.title, lines, f"{event.get_state_display()} · {date_format(day)}")


def of_puzzle(puzzle: Puzzle) -> Card:
    """Return the card of the puzzle as it is set."""
    view: View = puzzle.game.view(position_of(puzzle), None)
    shapes = board_shapes(
        display_of(puzzle.game).board(view), frozenset(view.last.squares) if view.last else frozenset()
    )
    return Card(shapes, named(puzzle.game), (Caption(_("Puzzle")),), puzzle.question)


def of_challenge(offer: Offer) -> Card:
    """Return the card of a challenge by link."""
    invitation = _("%(name)s challenges you") % {"name": offer.challenger}
    return Card(_still(offer.game_slug), named(offer.game), (Caption(invitation, is_strong=True),))


def of_player(person: User) -> Card:
    """Return the card of a player: the name, and the best settled ratings."""
    ratings = Rating.objects.filter(player=person, settled_until__gt=clock.now()).select_related("pool")
    best = ratings.order_by("-rating")[:MOST_RATINGS]
    lines = tuple(Caption(str(one.pool), str(round(one.rating))) for one in best)
    note = _("guest") if person.is_guest else _("computer") if person.is_computer else ""
    return Card(tiles(str(person)), str(person), lines, note)


def of_game(slug: str) -> Card:
    """Return the card of a game."""
    return Card(_still(slug), named(games()[slug]), (), _("Free, without an account"))


def board_shapes(board: Board, marked: frozenset[Square]) -> SafeString:
    """Return what is inside an SVG of the board with all faces, in coordinates from 0 to 96."""
    return mark_safe(draw_shapes(board, marked, MOST_FACES))  # noqa: S308 - faces are escaped


@cache
def _still(slug: str) -> SafeString:
    """Return the inside of the game's static `board.svg` in the light colours; tiles for a game without one."""
    path = finders.find(f"{slug}/board.svg")
    inside = INSIDE.search(Path(path).read_text()) if path else None
    if inside is None:
        return tiles(str(games()[slug].name)[:4])
    return mark_safe(f"<g>{with_colours(inside[1])}</g>")  # noqa: S308 - from a file of the game
