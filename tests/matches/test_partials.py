"""The partials of a match page: page and push draw the same, everything is escaped, and no cache shows hidden tiles."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import timedelta
from html.parser import HTMLParser
from itertools import cycle, islice

import pytest
from django.utils import timezone, translation
from django.utils.safestring import SafeString
from jinja2 import UndefinedError

from accounts.models import User
from core.live.partials import Partial, State, draw
from games.catalogue import games
from games.matches.models import Match
from games.matches.pages import page_updates
from games.matches.pages.board_view import Common
from games.matches.pages.match_view import MatchView
from games.matches.pages.page_updates import Update, match_view, state_of, update_since
from games.matches.pages.previews import Reply, preview, preview_move, variants
from games.matches.pages.stored import Stored, stored_view
from games.matches.play import positions
from games.matches.play.opening import start_match
from games.matches.play.requests import give_time, may_give_time, may_offer_draw, offer_draw
from games.matches.play.services import find_match, offer_rematch, play_move, resign
from games.matches.time.clock import ClockFace
from games.matches.time.control import TimeControl
from games.rules import Options, Seat, SeededRandom
from tests.playing import all_options
from tests.sizes import cases, examples

pytestmark = (
    pytest.mark.any_stack
)  # it compares partials of pages, drawn from rows that other tests read on both stacks

EVERY_GAME = sorted(games())
VIEWERS = (*Seat, None)
MOVES = 6
FIRST_MOVES = examples(4, 8)
LIVE = TimeControl.live(minutes=5, increment=8)
STOPPED = ClockFace(timedelta(minutes=5), None)
TRIED = 60  # legal moves from which each turn chooses
VOID_TAGS = {"img", "input", "path", "line", "circle", "rect", "polyline", "canvas"}
EVIL = """"><evil a='b' onload=x>&amp;"""


@dataclass
class Node:
    """An element of a page."""

    tag: str
    attrs: dict[str, str | None]
    children: list[Node | str] = field(default_factory=list)

    def all(self) -> Iterator[Node]:
        """Yield the element and all elements inside it."""
        yield self
        for child in self.children:
            if isinstance(child, Node):
                yield from child.all()

    def by_id(self, name: str) -> Node | None:
        """Return the element of this id inside it."""
        return next((node for node in self.all() if node.attrs.get("id") == name), None)


class Reader(HTMLParser):
    """Reads HTML as a tree; runs of white space are one space, as in a browser."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.root = Node("", {})
        self.open = [self.root]
        self.feed(html)
        self.close()
        assert self.open == [self.root], "an element is not closed"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        node = Node(tag, dict(attrs))
        self.open[-1].children.append(node)
        if tag not in VOID_TAGS:
            self.open.append(node)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID_TAGS:
            assert self.open.pop().tag == tag

    def handle_data(self, data: str) -> None:
        if text := " ".join(data.split()):
            self.open[-1].children.append(text)


def read(html: str) -> Node:
    """Return the HTML as a tree."""
    return Reader(html).root


def apply(page: Node, update: Update) -> None:
    """Do to the page what its scripts do with an update."""
    for partial in read(update.html).children:
        assert isinstance(partial, Node)
        name = partial.attrs["id"] or ""
        if partial.tag == "td":
            partial.attrs.setdefault("tabindex", "-1")
        if old := page.by_id(name):
            old.tag, old.attrs, old.children = partial.tag, partial.attrs, partial.children
        else:
            turns = page.by_id("turns")
            assert name.startswith("turn-"), name
            assert turns
            turns.children.append(partial)
    form, submit = page.by_id("play"), page.by_id("submit")
    for node in form.all() if form else ():
        if node.attrs.get("name") == "ply":
            node.attrs["value"] = str(update.ply + 1)
    if submit:
        submit.attrs.pop("disabled", None)
        submit.attrs |= {} if update.turn == "mine" else {"disabled": None}
    for cell in [node for node in page.all() if node.tag == "td" and node.attrs.get("id")]:
        names = [name for name in (cell.attrs.pop("class", "") or "").split() if name != "last"]
        marked = cell.attrs["id"] in (update.last or "").split()
        if names := names + ["last"] * marked:
            cell.attrs["class"] = " ".join(names)


def shown(page: Node) -> Node:
    """Return what players see of the page: without what only a page that is loaded says."""
    for name in ("about", "resign"):
        if node := page.by_id(name):
            node.children = [kept for part in ("due", "reserves", "sealed") if (kept := node.by_id(part))]
    for node in page.all():
        if node.attrs.get("id") == "match_view":
            node.attrs = {"id": "match_view"}
        if node.tag == "td" and "class" in node.attrs:
            node.attrs["class"] = " ".join(sorted((node.attrs["class"] or "").split()))
    return page


def page_of(match: Match, viewer: Seat | None) -> Node:
    """Return the table of the match as this viewer's page shows it."""
    return read(match_view(MatchView(match, viewer)))


def states_of(match: Match) -> dict[Seat | None, State]:
    """Return what a page of each viewer shows."""
    return {viewer: state_of(match, viewer) for viewer in VIEWERS}


@pytest.fixture
def begin(anna: User, bob: User) -> Callable[..., Match]:
    """Return a way to begin a match of a game, anna against bob."""

    def start(slug: str, control: TimeControl | None = None, options: Options | None = None) -> Match:
        chosen = control or TimeControl.correspondence(days=3)
        options = options or games()[slug].options_type()
        return start_match(game_slug=slug, options=options, first=anna, second=bob, time_control=chosen)

    return start


@pytest.fixture
def _time_stands_still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two pages that are drawn one after the other say the same about the time that is left."""
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)


def play_any(match: Match) -> Match:
    """Return the match after one of its legal moves."""
    tried = list(islice(match.game.legal_moves(positions.replay(match).position), TRIED))
    text = match.game.encode(tried[SeededRandom(match.game_slug.encode(), match.ply).below(len(tried))])
    play_move(match.pk, match.player(Seat(match.to_move)), match.ply + 1, text)
    return find_match(match.pk)


def steps(match: Match) -> Iterator[Match]:
    """Yield the match after moves, an offered draw, a resignation and a request for a rematch."""
    for _move in range(MOVES):
        if not match.finished_at:
            yield (match := play_any(match))
    if may_offer_draw(match):
        offer_draw(match.pk, match.first)
        yield find_match(match.pk)
    if not find_match(match.pk).finished_at:
        resign(match.pk, match.second)
        yield find_match(match.pk)
    offer_rematch(match.pk, match.first)
    yield find_match(match.pk)


@pytest.mark.slow
@pytest.mark.usefixtures("_time_stands_still")
@cases("slug", EVERY_GAME, default=["digifeud", "sudoku"])
def test_an_update_makes_of_a_page_what_loading_it_again_would(begin: Callable[..., Match], slug: str) -> None:
    match = begin(slug)
    pages, states = {viewer: page_of(match, viewer) for viewer in VIEWERS}, states_of(match)
    version, ply = match.version, match.ply

    for later in steps(match):
        for viewer, page in pages.items():
            update = update_since(later, viewer, version, ply, states[viewer])
            states[viewer] = update.state
            apply(page, update)
            assert shown(page) == shown(page_of(later, viewer)), (viewer, later.version)
        version, ply = later.version, later.ply


def whole_matches(begin: Callable[..., Match], slug: str) -> Iterator[tuple[str, Match, int]]:
    """Yield a language, a match and how many of its moves to play: many of one, the first of other kinds."""
    languages = cycle(["en", "nl", "de"])
    yield next(languages), begin(slug), examples(9, 1_000)
    for options in list(all_options(games()[slug]))[1 :: examples(4, 1)]:
        yield next(languages), begin(slug, options=options), FIRST_MOVES
    live = begin(slug, LIVE)
    now = timezone.now()
    Match.objects.filter(pk=live.pk).update(clock_since=now, deadline_at=now + timedelta(minutes=5))
    yield next(languages), find_match(live.pk), 2 * FIRST_MOVES


def any_change(match: Match, ply: int) -> Match:
    """Return the match after a move, or every few moves after a courtesy or an offered draw."""
    if match.ply % 5 == 4 and match.time_given_ply != match.ply and may_give_time(match, Seat(match.to_move).other):
        return give_time(match.pk, match.player(Seat(match.to_move).other))
    if match.ply % 7 == 3 and may_offer_draw(match) and not match.draw_offered_by:
        return offer_draw(match.pk, match.first)
    return play_any(match) if match.ply < ply else resign(match.pk, match.second)


@pytest.mark.slow
@pytest.mark.usefixtures("_time_stands_still")
@cases("slug", EVERY_GAME, default=["tenbyten"])
def test_a_page_that_lives_on_pushes_alone_is_the_page_that_is_loaded(begin: Callable[..., Match], slug: str) -> None:
    for language, match, moves in whole_matches(begin, slug):
        with translation.override(language):
            pages = {viewer: page_of(match, viewer) for viewer in VIEWERS}
            late = {viewer: page_of(match, viewer) for viewer in VIEWERS}  # pages that miss every other push
            shown_by_late, before, changes, states = match, match, 0, states_of(match)
            while not match.finished_at:
                match, changes = find_match(any_change(match, moves).pk), changes + 1
                for viewer in VIEWERS:
                    update = update_since(match, viewer, before.version, before.ply, states[viewer])
                    states[viewer] = update.state
                    apply(pages[viewer], update)
                    fresh = shown(page_of(match, viewer))
                    assert shown(pages[viewer]) == fresh, (viewer, match.options, match.version)
                    if changes % 2 == 0:
                        missed = update_since(match, viewer, shown_by_late.version, shown_by_late.ply)
                        apply(late[viewer], missed)
                        assert shown(late[viewer]) == fresh, (viewer, match.options, match.version)
                before = match
                shown_by_late = match if changes % 2 == 0 else shown_by_late


@pytest.mark.usefixtures("_time_stands_still")
def test_a_page_that_missed_something_gets_all_of_it(begin: Callable[..., Match]) -> None:
    match = begin("digifeud")
    pages = {viewer: page_of(match, viewer) for viewer in VIEWERS}
    version, ply = match.version, match.ply
    match = play_any(play_any(play_any(match)))

    for viewer, page in pages.items():
        apply(page, update_since(match, viewer, version, ply))
        assert shown(page) == shown(page_of(match, viewer)), viewer


def test_a_move_is_a_small_push(begin: Callable[..., Match]) -> None:
    match = play_any(begin("digifeud"))
    for _move in range(MOVES):
        version, ply, mover = match.version, match.ply, Seat(match.to_move)
        before = state_of(match, mover.other)
        match = play_any(match)
        html = update_since(match, mover.other, version, ply, before).html
        names = [node.attrs["id"] for node in read(html).children if isinstance(node, Node)]
        assert {"status", f"turn-{match.ply}", f"points-{mover}"} < set(names)
        assert not {"scores", "board", "rack", "play", "turns", "move", "about", "commands"} & set(names)


def test_an_opponent_who_comes_back_is_not_called_away_any_more(begin: Callable[..., Match]) -> None:
    match = begin("sudoku", TimeControl.live(minutes=5, increment=8))
    now = timezone.now()
    Match.objects.update(clock_since=now, deadline_at=now + timedelta(minutes=5))
    match = find_match(match.pk)
    page = page_of(match, Seat.FIRST)
    version, ply, before = match.version, match.ply, state_of(match, Seat.FIRST)
    away = replace(update_since(match, Seat.FIRST, version, ply, before), html=away_html(match), last=None)
    apply(page, away)
    match = play_any(match)

    apply(page, update_since(match, Seat.FIRST, version, ply, before))

    assert shown(page) == shown(page_of(match, Seat.FIRST))


def away_html(match: Match) -> str:
    """Return what anna's page is told while bob is away."""
    match.clock = replace(match.clock, away_since=match.clock.away_since.put(Seat.SECOND, timezone.now()))
    html = page_updates.away_partial(match, Seat.FIRST)
    assert "Away: bob." in html
    match.clock = replace(match.clock, away_since=match.clock.away_since.put(Seat.SECOND, None))
    return html


@pytest.mark.slow
@cases("slug", EVERY_GAME, default=["reach", "summy"])
def test_a_name_never_becomes_an_element(
    begin: Callable[..., Match], slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(User, "__str__", lambda user: f"{EVIL}{user.username}")
    match = begin(slug)
    for later in [match, *steps(match)]:
        for viewer in VIEWERS:
            reply = Reply(text=EVIL, reason=EVIL)
            view = MatchView(later, viewer)
            drawn = (
                match_view(view, reply),
                update_since(later, viewer, -1, -1).html,
                stored_view(Stored(later, viewer), EVIL),
            )
            for html in drawn:
                page = read(html)
                assert not [node for node in page.all() if node.tag == "evil" or "onload" in node.attrs]
                assert "&lt;evil" in html


def test_a_preview_escapes_what_was_typed(begin: Callable[..., Match]) -> None:
    match = begin("digifeud")
    position = positions.replay(match).position
    shown = preview_move(match.game, position, next(iter(match.game.legal_moves(position))))
    assert shown.chosen
    evil = replace(shown, chosen=replace(shown.chosen, text=EVIL))
    for reply in (Reply(text=EVIL, preview=evil), Reply(text=EVIL, preview=evil, scripted=True), Reply(reason=EVIL)):
        assert not [node for node in read(preview(reply) + variants(reply)).all() if node.tag == "evil"]


def test_a_partial_escapes_all_but_html() -> None:
    inner = Partial.drawn("points-1", SafeString("<i>"))
    partial = Partial("matches/turns/voiced", shown="<b>", spoken=inner)
    assert partial.name == "voiced"
    assert partial.html == '<span class="voiced"><span aria-hidden="true">&lt;b&gt;</span><span><i></span></span>'
    assert "<evil" not in Partial("matches/scores/clock", seat=1, name=EVIL, face=STOPPED, is_viewer=False).html


def test_a_value_that_a_template_lacks_is_an_error() -> None:
    with pytest.raises(UndefinedError, match="spoken"):
        draw("matches/turns/voiced", shown="-")


def test_a_partial_sends_only_what_differs_inside_it() -> None:
    def partial(one: int, two: int, shape: str = "p") -> Partial:
        parts = {
            name: Partial("matches/scores/pile", f"pile-{number}", number=number, count=count)
            for name, number, count in (("first", 1, one), ("piles", 2, two))
        }
        return Partial("matches/scores", "", parts, second="", away=SafeString(shape))

    same = partial(1, 2)
    assert (same.since(same), same.since(partial(1, 2))) == ([], [])
    assert partial(1, 3).since(partial(1, 2)) == ['<b id="pile-2">3</b>']
    assert partial(4, 3).since(partial(1, 2)) == ['<b id="pile-1">4</b>', '<b id="pile-2">3</b>']
    fewer = Partial("matches/scores", "", {}, second="", away=SafeString("p"))
    assert fewer.since(Partial("matches/scores", "", {}, second="", away=SafeString("p"))) == []
    others = partial(1, 2).since(fewer), partial(1, 2).since(Partial("matches/turns/voiced"))
    for whole in (partial(1, 3, "div").since(partial(1, 2)), partial(1, 3).since(None), *others):
        assert len(whole) == 1
        assert whole[0].startswith('<section id="scores"')


@pytest.mark.parametrize("slug", EVERY_GAME)
def test_no_viewer_is_shown_what_was_drawn_for_another(begin: Callable[..., Match], slug: str) -> None:
    match = begin(slug)
    version, ply, states = match.version, match.ply, states_of(match)
    match = play_any(match)
    shared = Common.of_active()
    warm = {viewer: update_since(match, viewer, version, ply, states[viewer], shared).html for viewer in VIEWERS}

    for viewer in VIEWERS:  # each alone
        assert update_since(match, viewer, version, ply, states[viewer]).html == warm[viewer]
    racks = [match.display.rack(match.game.view(positions.current(match), seat), seat) for seat in Seat]
    if racks[0] and not match.game.perfect_information:
        assert 'class="tile' not in warm[None]
