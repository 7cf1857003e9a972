"""The board and what is below it: tiles, the form of a move and its buttons; after the end its card and a rematch."""

from __future__ import annotations

import json
from datetime import timedelta
from itertools import accumulate

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from accounts.models import User
from core import clock
from core.clock import moment
from core.hooks import slot_html
from core.live.partials import EMPTY, Partial, draw, joined, memoized
from games.matches.models import Match
from games.matches.pages.board_view import BoardView, Same
from games.matches.pages.match_view import MatchView, match_path, picture_path, turn_path
from games.matches.pages.mirror import both_boards
from games.matches.pages.previews import PUSHED, Reply, preview, variants
from games.matches.pages.record import worth
from games.matches.pages.scores import ending
from games.matches.pages.tallies import score_at
from games.matches.templatetags.sentences import localized
from games.matches.time.terms import handicap_words
from games.rules import Forfeit, PlayedMove, Seat, Sentence, Tile

RECENT = timedelta(seconds=3)  # since the end, while its jobs may not have run


def end(view: MatchView, reply: Reply, rematch: SafeString) -> SafeString:
    """Return the card; without a script it is a plain section of the page."""
    just_ended = reply.request is None and is_recent(view.match)
    context = {"match": view.match, "board_view": view, "just_ended": just_ended, "token": reply.token}
    outcome, players, score = view.outcome, view.players, score_at(view)
    result = ending(outcome, view.winner, of_board=bool(view.match.twin_id))
    if both := both_boards(view):
        outcome, result = both.outcome.value, ending(both.outcome.value, both.winner)
        players = [player._replace(points=both.points[player.seat.index]) for player in players]
        score = score._replace(small="")
    return draw(
        "matches/end",
        outcome=outcome,
        result=result,
        players=players,
        extra=slot_html("end-news", context, reply.request),
        story=both.sums if both else story(view),
        best=_best(view),
        plays=view.seat is not None,
        rematch=rematch,
        next=slot_html("end", context, reply.request),
        more=slot_html("end-more", context, reply.request),
        score=score,
        game=view.match.game_slug,
    )


def is_recent(match: Match) -> bool:
    """Return whether the match ended within `RECENT`: results of the jobs of its end may still be missing."""
    return match.finished_at is not None and clock.now() - match.finished_at < RECENT


def story(view: MatchView) -> str:
    """Return why the match is over if no move ended it, else when the winner took the lead for good.

    Empty where the points of turns do not show a lead.
    """
    result, ended = view.view.result, view.match.ended
    if view.reason and ended.has_result and not ended.is_by_moves:
        return _without_a_move(view, view.reason)
    winner = result.winner if result else None
    if winner is None or any(view.match.options.given):
        return ""
    leads = list(accumulate(turn.points if turn.seat is winner else -turn.points for turn in view.turns))
    if not leads or leads[-1] <= 0 or not _are_all_points(view, winner):
        return ""
    behind = [ply for ply, lead in enumerate(leads, 1) if lead <= 0]
    since = behind[-1] + 1 if behind else 1
    if since == len(leads) > 1:
        return gettext("The last turn decided it.")
    if winner is view.seat:
        return gettext("You led from turn %(ply)s.") % {"ply": since}
    return gettext("%(name)s led from turn %(ply)s.") % {"name": view.match.player(winner), "ply": since}


def _without_a_move(view: MatchView, reason: Sentence) -> str:
    """Return the rules' reason; if that does not say who lost, the name of the player who resigned or had no time."""
    forfeit, loser = view.match.ended.forfeit, view.match.forfeited_by
    if forfeit is None or loser is None or reason.values:
        return localized(reason)
    name = {"name": view.names[loser.index]}
    if forfeit is Forfeit.RESIGNED:
        return gettext("%(name)s resigned.") % name
    return gettext("%(name)s ran out of time.") % name


def _are_all_points(view: MatchView, seat: Seat) -> bool:
    """Return whether this seat's total is the points of its turns, give or take a quarter for the end of the game.

    It is not in a match of several games.
    """
    points = sum(turn.points for turn in view.turns if turn.seat is seat)
    return abs(points - view.view.scores[seat.index]) * 4 <= points


def _best(view: MatchView) -> dict[str, str] | None:
    """Return the viewer's turn with the most points, for a spectator that of both players; None without points."""
    own = [(turn, ply) for ply, turn in enumerate(view.turns, 1) if view.seat in (None, turn.seat)]
    best, ply = max(own, key=lambda entry: entry[0].points, default=(None, 0))
    if not isinstance(best, PlayedMove) or not best.points:
        return None
    return {
        "path": turn_path(view.match.pk, ply),
        "picture": picture_path(view.match.pk, ply),
        "worth": worth(localized(best.text), best.points),
    }


def over(view: MatchView, reply: Reply = PUSHED) -> Partial:
    """Return what the page offers after the end, in the place of the form for moves."""
    return Partial(
        "matches/end/over",
        "play",
        end=end(view, reply, rematch(view, reply) if view.seat else EMPTY),
        extra=slot_html("over", {"match": view.match, "board_view": view}, reply.request),
        replay=turn_path(view.match.pk, view.ply),
    )


def rematch(view: MatchView, reply: Reply = PUSHED) -> SafeString:
    """Return the form to ask for a rematch or to answer a request, or the link to the rematch that has begun."""
    match = view.match
    if not match.is_first_board:  # both boards have one rematch
        return EMPTY
    if not match.rematch_id and view.opponent and not view.opponent.is_active:
        return EMPTY  # the account is deleted or closed
    asker = match.rematch_by
    return draw(
        "matches/end/rematch",
        begun=match.rematch_id,
        match_id=match.pk,
        token=reply.token,
        state=("waiting" if asker == view.seat else "asked") if asker else "",
        opponent=view.opponent,
        begins=_begins(view, view.rematch_starter),
        starter=int(match.rematch_starter or Seat.SECOND),
        first_begins=_begins(view, match.first),
        second_begins=_begins(view, match.second),
    )


def _begins(view: MatchView, starter: User | None) -> str:
    if starter is None:
        return ""
    is_other = starter == view.opponent
    words = gettext("%(name)s begins.") % {"name": starter} if is_other else gettext("You begin.")
    match = view.match
    return "\N{NO-BREAK SPACE}· ".join([words, *handicap_words(match.options, match.first, match.second)])


LARGE = 16  # columns from which a board scrolls and, with a script, zooms


def board(view: BoardView) -> SafeString:
    """Return the board; a large one in a view that scrolls and, with a script, zooms."""
    shape = view.board
    meanings = {cell.colour: localized(cell.meaning) for cell in shape.cells if cell.meaning}
    table = draw(
        "matches/board",
        game=view.game.slug,
        columns=shape.columns,
        blocks=shape.blocks,
        directions=getattr(view.view.options, "directions", ""),
        meanings=json.dumps(meanings, ensure_ascii=False) if meanings else "",
        cells=view.rows,
    )
    if shape.columns < LARGE:
        return table
    return draw("matches/board/large_board", columns=shape.columns, rows=shape.rows, board=table)


def interlude(view: BoardView) -> Partial:
    """Return the end of the previous game of the match, while that is news; hidden without one."""
    return Partial("matches/interlude", game=view.game.slug, ended=view.interlude)


def rack(view: BoardView) -> Partial:
    """Return the viewer's own tiles; empty for a spectator and after the end."""
    over = view.over
    backs = 0 if over else len(view.face_down)
    return Partial(
        "matches/play/rack",
        label=localized(view.display.vocabulary.yours, view.language),
        hidden=over or not view.seat,
        tiles=EMPTY if over else _tiles(view.language, Same(view.rack)),
        backs=backs,
        kind=next((pile.deals for pile in view.piles if pile.deals), "") if backs else "",
        why=localized(view.why_face_down, view.language) if backs else "",
    )


@memoized
def _tiles(language: str, rack: Same[tuple[Tile, ...]]) -> SafeString:
    return joined([_tile(language, tile) for tile in rack.value])


@memoized
def _tile(_language: str, tile: Tile) -> SafeString:
    return draw("matches/play/tile", tile=tile)


def play(view: MatchView, reply: Reply = PUSHED) -> Partial:
    """Return the form of a move with the tiles and all buttons; a note for a spectator; after the end, `over`."""
    if view.over:
        return over(view, reply)
    if view.seat is None:
        open_hands = view.game.perfect_information or view.view.options.is_mirror
        words = gettext("You are watching.") if open_hands else localized(view.display.vocabulary.hidden)
        return Partial("matches/play/watch", "play", words=words)
    return Partial(
        "matches/play",
        move=move(view, reply),
        rack=rack(view),
        variants=variants(reply),
        actions=draw("matches/play/actions", ply=ply(view, reply), submit=submit(view), commands=commands(view, reply)),
        claim=claim(view, reply),
        draw=draw_offer(view, reply) if view.game.draws_by_agreement else EMPTY,
    )


def beside_title(view: MatchView, reply: Reply = PUSHED) -> Partial:
    """Return the buttons for courtesies and to resign; an empty element for spectators and after the end."""
    if view.seat is None or view.over:
        return Partial("matches/beside/beside_title", courtesies=EMPTY, resign=EMPTY)
    return Partial("matches/beside/beside_title", courtesies=courtesies(view, reply), resign=resign(view))


def move(view: BoardView, reply: Reply) -> SafeString:
    """Return the form of a move: its preview, and the field to type it."""
    example = view.game.example
    return draw(
        "matches/play/move",
        to=view.to,
        token=reply.token,
        preview=preview(reply),
        keys=view.keypad,
        text=reply.text,
        lay=view.display.vocabulary.lay,
        example=example,
        sum=example.rpartition(" ")[2],
    )


def ply(view: BoardView, reply: Reply = PUSHED) -> SafeString:
    """Return the number of the next move as a field of the move form, and the form of moves without tiles with it."""
    return draw("matches/play/ply", ply=view.next_ply, to=view.to, token=reply.token)


def submit(view: BoardView) -> SafeString:
    """Return the button that plays what is placed or typed."""
    return draw("matches/play/submit", my_turn=view.my_turn)


def commands(view: BoardView, reply: Reply = PUSHED) -> Partial:
    """Return the moves without tiles that may be made now; rack and ply are compared only if tiles are picked."""
    available = view.commands
    tiles = view.rack if view.my_turn and any(command.picks for command in available) else ()
    return Partial(
        "matches/play/commands",
        offered=available,
        rack=tiles,
        pick=view.display.vocabulary.pick,
        ply=view.next_ply if tiles else 0,
        to=view.to,
        token=reply.token,
    )


def claim(view: MatchView, reply: Reply = PUSHED) -> Partial:
    """Return the button that claims the win of a decided match, and when it works; empty while it is not decided."""
    at = view.claimable_at
    return Partial(
        "matches/play/claim",
        match_id=view.match.pk,
        name=view.opponent_name,
        from_when=moment(at) if at else "",
        token=reply.token,
    )


def courtesies(view: MatchView, reply: Reply = PUSHED) -> Partial:
    """Return the buttons that give the opponent more time, and that nudge; empty while neither is possible.

    The style sheet hides them on the viewer's turn, so that an update after a move need not contain them.
    """
    match = view.match
    return Partial(
        "matches/beside/courtesies",
        match_id=match.pk,
        name=view.opponent_name,
        is_live=match.is_live,
        may_give=view.offers_time,
        may_nudge=view.may_nudge,
        token=reply.token,
    )


def draw_offer(view: MatchView, reply: Reply = PUSHED) -> Partial:
    """Return the buttons to offer a draw or to answer an offer; empty while no draw may be offered."""
    match, may_offer = view.match, view.may_offer_draw
    offered_by = match.draw_offered_by if may_offer else None
    return Partial(
        "matches/play/draw",
        match_id=match.pk,
        name=view.opponent_name,
        may_offer=may_offer,
        offered_by_viewer=offered_by is not None and offered_by == view.seat,
        offered_by_opponent=offered_by is not None and offered_by != view.seat,
        token=reply.token,
    )


def resign(view: MatchView) -> SafeString:
    """Return the button to resign; before the first move also one to cancel: the style sheet shows one by the ply."""
    may_cancel = not view.ply and view.match.may_be_cancelled
    return draw("matches/beside/resign", path=match_path("resign", view.match.pk), may_cancel=may_cancel)
