"""The form of a move, and the buttons below the rack."""

from __future__ import annotations

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from core.live.partials import EMPTY, Fragment, Partial, icon, joined
from core.zones import moment
from games.matches.pages.board_view import BoardView, FormUrls
from games.matches.pages.match_view import MatchView
from games.matches.pages.partials.board import rack
from games.matches.pages.partials.over import over
from games.matches.pages.partials.preview import preview, variants
from games.matches.pages.paths import match_path
from games.matches.pages.reply import PUSHED, Reply
from games.matches.templatetags.sentences import localized, sign
from games.rules import Command, Sentence, Tile

SWAP = 'hx-target="#match_view" hx-swap="outerMorph"'

_WATCH = Fragment('<div id="play"><p class="muted">{eye} {words}</p></div>')
# On a small screen the tiles, the ways to play them and the buttons are one block at the lower edge of the window.
_PLAY = Fragment("""<div id="play">{move}<div id="controls">{rack}{variants}{actions}</div>{claim}{draw}
<div id="beside_title">{courtesies}{resign}</div></div>""")
_MOVE = Fragment(f"""<form id="move" method="post" action="{{move}}" hx-post="{{move}}" {SWAP}>{{token}}{{preview}}
<div id="typing"><button id="type" class="more" type="button" aria-expanded="false" aria-controls="typed"
 aria-keyshortcuts="M">{{keyboard}} {{type}}</button>
<div id="typed"><div class="row"><label for="text">{{label}}</label><input id="text" name="text" value="{{text}}"
 maxlength="100" autocomplete="off" autocapitalize="off" spellcheck="false" aria-describedby="notation-help">
<button id="check" class="button quiet" formaction="{{check}}">{{check_name}}</button></div>
{{keypad}}<p id="notation-help" class="muted">{{lay}} <code>{{example}}</code>. {{sums}}{{ask}}
 <code>{{help}}</code></p></div></div></form>""")
_KEYPAD = Fragment('<div id="keypad" role="group" data-keys="{keys}" hidden></div>')
_SUMS = Fragment("{words} ")
_ACTIONS = Fragment("""<div id="actions" class="row">{ply}{submit}
<button id="recall" class="button quiet" type="button" hidden>{recall_icon} {recall}</button>
<button id="sort" class="button quiet" type="button" hidden>{sort_icon} {sort}</button>
<button id="shuffle" class="button quiet" type="button" hidden>{shuffle_icon} {shuffle}</button>
{commands}</div>""")
_PLY = Fragment(f"""<input id="ply" type="hidden" name="ply" value="{{ply}}" form="move">
<form id="command" method="post" action="{{confirm}}" hx-post="{{move}}" {SWAP} hidden>{{token}}
<input type="hidden" name="ply" value="{{ply}}"></form>""")
_SUBMIT = Fragment("""<button id="submit" class="button primary" type="submit" form="move"{disabled}>{play}</button>""")
_COMMANDS = Fragment("<div id=commands>{commands}</div>")
_COMMAND = Fragment(
    """<button class="button quiet" form=command name=text value="{text}"{question}>{label}</button> """
)
_PICKS = Fragment(f"""<details class="menu picks"><summary class="button quiet">{{label}}</summary>
<form class="picking panel stack" method="post" action="{{confirm}}" hx-post="{{move}}" {SWAP}
 data-fewest="{{fewest}}" data-most="{{most}}"{{question}}>{{token}}<input type="hidden" name="ply" value="{{ply}}">
<fieldset class="row"><legend>{{pick}}</legend>{{tiles}}</fieldset><p class="picked muted" role="status"></p>
<button class="button primary" name="text" value="{{text}}">{{label}}</button></form></details>""")
_PICK = Fragment("""<label class="tile {drawn}"><input type="checkbox" name="pick"
 value="{face}"{spoken}>{shown}</label>""")
_QUESTION = Fragment(' data-question="{question}"')
_SPOKEN = Fragment(' aria-label="{words}"')
_RESIGN = Fragment('<div id="resign">{cancels}{resigns}</div>')
_GIVE_UP = Fragment(f"""<form class="{{kind}}" method="get" action="{{path}}" hx-post="{{path}}" {SWAP}
 data-question="{{question}}"><button class="button quiet danger">{{icon}} {{label}}</button></form>""")
_CLAIM = Fragment('<div id="claim" class="row">{button}</div>')
_CLAIMS = Fragment(f"""<form method="post" action="{{path}}" hx-post="{{path}}" {SWAP}>{{token}}
<button class="button" aria-describedby="claim-from">{{label}}</button></form> <span id="claim-from" class="muted">
{{words}}</span>""")
_DRAW = Fragment('<div id="draw" class="row">{offer}</div>')
_OFFERED = Fragment('<span class="notice">{words}</span>')
_OFFERS = Fragment('<span class="notice" id="draw-offered">{words}</span>')
_COURTESIES = Fragment('<div id="courtesies">{give}{nudge}</div>')
_COURTESY = Fragment(f"""<form method="post" action="{{path}}" hx-post="{{path}}" {SWAP}>{{token}}
<button class="button quiet" title="{{label}}">{{icon}}{{sign}}<span class="visually-hidden"> {{label}}</span></button>
</form>""")
_NO_COURTESIES = _COURTESIES.partial("courtesies", give=EMPTY, nudge=EMPTY)
_DRAW_BUTTON = Fragment(f"""<form method="post" action="{{path}}" hx-post="{{path}}" {SWAP}>{{token}}
<button class="{{kind}}"{{describes}}>{{label}}</button></form>""")
_NO_CLAIM = _CLAIM.partial("claim", button=EMPTY)
_DESCRIBED = SafeString(' aria-describedby="draw-offered"')


def play(view: MatchView, reply: Reply = PUSHED) -> Partial:
    """Return the form of a move with the tiles and all buttons; a note for a spectator; after the end, `over`."""
    if view.over:
        return over(view, reply)
    if view.seat is None:
        open_hands = view.game.perfect_information
        words = gettext("You are watching.") if open_hands else localized(view.display.vocabulary.hidden)
        return _WATCH.partial("play", eye=icon("eye"), words=words)
    return _PLAY.partial(
        "play",
        move=Partial.drawn("move", move(view, reply)),
        rack=rack(view),
        variants=Partial.drawn("variants", variants(reply)),
        actions=_actions(view, reply),
        claim=claim(view, reply),
        draw=draw(view, reply) if view.game.draws_by_agreement else EMPTY,
        courtesies=courtesies(view, reply),
        resign=Partial.drawn("resign", resign(view)),
    )


def move(view: BoardView, reply: Reply) -> SafeString:
    """Return the form of a move: its preview, and the field to type it."""
    keys = view.keypad
    sum_alone = view.game.example.rpartition(" ")[2]
    sums = gettext("Type just a sum, such as %(sum)s, to see where it fits.") % {"sum": sum_alone}
    return _MOVE(
        move=view.to.move,
        token=reply.token,
        preview=preview(reply),
        keyboard=icon("keyboard"),
        type=gettext("Type a sum or a move") if keys else gettext("Type a move"),
        label=gettext("Move"),
        text=reply.text,
        check=view.to.preview,
        check_name=gettext("Check"),
        lay=localized(view.display.vocabulary.lay),
        example=view.game.example,
        keypad=_KEYPAD(keys=keys) if keys else EMPTY,
        sums=_SUMS(words=sums) if keys else EMPTY,
        ask=gettext("To ask about the board in words, type"),
        help=gettext("help"),
    )


def ply(view: BoardView, reply: Reply = PUSHED) -> SafeString:
    """Return the number of the next move as a field of the move form, and the form of moves without tiles with it."""
    return _PLY(ply=view.next_ply, confirm=view.to.confirm, move=view.to.move, token=reply.token)


def submit(view: BoardView) -> SafeString:
    """Return the button that plays what is placed or typed."""
    return _SUBMIT(disabled="" if view.my_turn else " disabled", play=gettext("Play"))


def commands(view: BoardView, reply: Reply = PUSHED) -> Partial:
    """Return the moves without tiles that may be made now."""
    offered = view.commands
    picked = view.rack if any(command.picks for command in offered) else ()
    next_ply = view.next_ply if picked else 0
    return Partial("commands", _commands, offered, picked, view.display.vocabulary.pick, next_ply, view.to, reply.token)


def _commands(
    offered: tuple[Command, ...], rack: tuple[Tile, ...], pick: Sentence, ply: int, to: FormUrls, token: SafeString
) -> SafeString:
    """Return the commands; `rack` and `ply` are used only by commands for which tiles are picked."""
    return _COMMANDS(commands=joined([_command(command, rack, pick, ply, to, token) for command in offered]))


def claim(view: MatchView, reply: Reply = PUSHED) -> Partial:
    """Return the button that claims the win of a decided match, and when it works; empty while it is not decided."""
    at = view.claimable_at
    if at is None:
        return _NO_CLAIM
    return Partial("claim", _claims, view.match.pk, str(view.opponent), moment(at), reply.token)


def _claims(match_id: str, name: str, from_when: str, token: SafeString) -> SafeString:
    words = gettext("%(name)s can no longer catch up. You can claim the win from %(moment)s.")
    button = _CLAIMS(
        path=match_path("claim", match_id),
        token=token,
        label=gettext("Claim the win"),
        words=words % {"name": name, "moment": from_when},
    )
    return _CLAIM(button=button)


def courtesies(view: MatchView, reply: Reply = PUSHED) -> Partial:
    """Return the buttons that give the opponent more time, and that nudge; empty while neither is possible.

    The style sheet hides them on the viewer's turn, so that an update after a move need not contain them.
    """
    may_give, may_nudge = view.offers_time, view.may_nudge
    if not (may_give or may_nudge):
        return _NO_COURTESIES
    match, name = view.match, str(view.opponent)
    return Partial("courtesies", _courtesies, match.pk, match.is_live, name, may_give, may_nudge, reply.token)


def _courtesies(match_id: str, live: bool, name: str, may_give: bool, may_nudge: bool, token: SafeString) -> SafeString:
    give = nudge = EMPTY
    if may_give:
        label = gettext("Give %(name)s 15 seconds") if live else gettext("Give %(name)s one more day")
        short = gettext("+15 s") if live else gettext("+1 d")
        give = _courtesy(match_id, token, "give_time", label % {"name": name}, icon("clock"), short)
    if may_nudge:
        label = gettext("Nudge %(name)s") % {"name": name}
        nudge = _courtesy(match_id, token, "nudge", label, icon("bell"), "")
    return _COURTESIES(give=give, nudge=nudge)


def draw(view: MatchView, reply: Reply = PUSHED) -> Partial:
    """Return the buttons to offer a draw or to answer an offer; empty while no draw may be offered."""
    return _DRAW.partial("draw", offer=_draw(view, reply) if view.may_offer_draw else EMPTY)


def resign(view: MatchView) -> SafeString:
    """Return the button to resign; before the first move also one to cancel: the style sheet shows one by the ply."""
    path = match_path("resign", view.match.pk)
    cancels = EMPTY
    if not view.ply:
        question = gettext("Cancel this match? It won't count.")
        label = gettext("Cancel match")
        cancels = _GIVE_UP(kind="cancels", path=path, question=question, icon=icon("cross"), label=label)
    question = gettext("Resign? You will lose this match.")
    resigns = _GIVE_UP(kind="resigns", path=path, question=question, icon=icon("flag"), label=gettext("Resign"))
    return _RESIGN(cancels=cancels, resigns=resigns)


def _actions(view: MatchView, reply: Reply) -> Partial:
    return _ACTIONS.partial(
        "actions",
        ply=ply(view, reply),
        submit=submit(view),
        recall_icon=icon("recall"),
        recall=gettext("Take back"),
        sort_icon=icon("sort"),
        sort=gettext("Sort"),
        shuffle_icon=icon("shuffle"),
        shuffle=gettext("Shuffle"),
        commands=commands(view, reply),
    )


def _command(
    command: Command, rack: tuple[Tile, ...], pick: Sentence, ply: int, to: FormUrls, token: SafeString
) -> SafeString:
    """Return a move without tiles: a button, or if tiles are picked for it, a panel that opens."""
    question = _QUESTION(question=localized(command.question)) if command.question else EMPTY
    if command.picks is None:
        return _COMMAND(text=command.text, question=question, label=localized(command.label))
    fewest, most = command.picks
    return _PICKS(
        label=localized(command.label),
        confirm=to.confirm,
        move=to.move,
        fewest=fewest,
        most=most,
        question=question,
        token=token,
        ply=ply,
        pick=localized(pick),
        tiles=joined(
            _PICK(
                drawn=tile.drawn,
                face=tile.face,
                spoken=_SPOKEN(words=localized(tile.spoken)) if tile.spoken else EMPTY,
                shown=sign(tile.face),
            )
            for tile in rack
        ),
        text=command.text,
    )


def _draw(view: MatchView, reply: Reply) -> SafeString:
    offered_by, name = view.match.draw_offered_by, {"name": view.opponent}
    if offered_by is None:
        return _draw_button(view, reply, "offer_draw", gettext("Offer draw"), "button quiet", EMPTY)
    if offered_by == view.seat:
        return _OFFERED(words=gettext("You offered a draw. Waiting for %(name)s.") % name)
    return joined(
        (
            _OFFERS(words=gettext("%(name)s offers a draw.") % name),
            _draw_button(view, reply, "accept_draw", gettext("Accept draw"), "button", _DESCRIBED),
            _draw_button(view, reply, "decline_draw", gettext("Decline draw"), "button quiet", _DESCRIBED),
        )
    )


def _courtesy(match_id: str, token: SafeString, name: str, label: str, picture: SafeString, sign: str) -> SafeString:
    return _COURTESY(path=match_path(name, match_id), token=token, label=label, icon=picture, sign=sign)


def _draw_button(view: MatchView, reply: Reply, name: str, label: str, kind: str, describes: SafeString) -> SafeString:
    path = match_path(name, view.match.pk)
    return _DRAW_BUTTON(path=path, token=reply.token, kind=kind, describes=describes, label=label)
