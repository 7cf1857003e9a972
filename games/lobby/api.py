"""Challenges for programs: open ones, and those to one player or by a link."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from django.db.models import Q
from django.http import Http404, HttpRequest
from django.utils.translation import gettext
from ninja import Router, Schema, Status
from pydantic import ConfigDict, Field

from accounts.api import EVERYONE, AccessTokens, user_of, viewer_of
from accounts.models import User
from accounts.names import LONGEST
from accounts.online import presence
from accounts.player import player_named
from accounts.security import CHALLENGES, PROFILE
from core.problems import Problem
from games.catalogue import games
from games.clubs.services import clubs_of
from games.lobby import services, standing
from games.lobby.forms import MOST_MINUTES, MOST_SECONDS
from games.lobby.models import Offer
from games.lobby.own import MOST_OFFERS, blocked_ids, club_offers, may_see, open_offers
from games.lobby.programs import ChallengeData, Kind, StandingData, Starts, challenge_data
from games.matches.api import refusals
from games.matches.pages.data import person_data
from games.matches.time.control import MINUTE, PRESETS, SECOND, Fischer, TimeControl

router = Router(tags=["challenges"])
WRITES = AccessTokens(CHALLENGES)


class NewChallenge(Schema):
    """A challenge to all (`open`), to one player (`direct`, with `opponent`), or to who gets its id (`link`).

    One to the members of a club has the kind `club`, and the id of this `club`, of which you are a member.

    `pace` is as in match files: `3d` is three days a move, `5m+8s` five minutes and eight seconds a move. With `rests`
    the clocks of a correspondence match rest at night and on vacation. After a `standing` challenge to one player by
    days the next match begins when one ends, and the other player starts. That goes on until one of the two stops it.
    """

    model_config = ConfigDict(json_schema_extra={"examples": [{"game": "sudoku", "pace": "5m+8s"}]})

    game: Annotated[str, Field(max_length=50)]
    options: dict[str, str] = {}
    pace: Annotated[str, Field(max_length=20)] = "3d"
    rests: bool = True
    rated: bool = False
    starts: Starts = "random"
    kind: Kind = "open"
    opponent: Annotated[str, Field(max_length=LONGEST)] = ""
    club: Annotated[str, Field(max_length=10)] = ""
    standing: bool = False


@router.get("/challenges", response=list[ChallengeData], auth=EVERYONE, summary="Open challenges")
def challenges(request: HttpRequest) -> list[ChallengeData]:
    """List the open challenges that everyone may accept, the latest first; before them those to your clubs."""
    viewer = viewer_of(request, CHALLENGES, PROFILE)
    hidden = blocked_ids(viewer)
    mine = club_offers([viewer.pk]).exclude(challenger__in={viewer.pk, *hidden}) if viewer else ()
    rows = open_offers(viewer, hidden).select_related("challenger", "opponent").order_by("-made_at")
    return [challenge_data(one) for one in (*mine, *rows[:MOST_OFFERS]) if one.is_open]


@router.get(
    "/me/challenges",
    response=list[ChallengeData],
    auth=AccessTokens(PROFILE, CHALLENGES),
    tags=["me"],
    summary="Your challenges",
)
def own_challenges(request: HttpRequest) -> list[ChallengeData]:
    """List your open challenges, and those to you, the latest first."""
    me = user_of(request)
    mine = Offer.objects.filter(Q(challenger=me) | Q(opponent=me), status=Offer.Status.OPEN)
    rows = mine.exclude(challenger__in=blocked_ids(me)).select_related("challenger", "opponent").order_by("-made_at")
    return [challenge_data(one) for one in rows if one.is_open]


@router.post("/challenges", response={201: ChallengeData}, auth=WRITES, summary="Challenge")
def challenge(request: HttpRequest, new: NewChallenge) -> Status[ChallengeData]:
    """Make a challenge. It is open while you are online, by a page or by the API; a computer player accepts at once."""
    me = user_of(request)
    if new.game not in games():
        raise _wrong("game", gettext("There is no such game."))
    try:
        options = games()[new.game].options_type.read(new.options).renewed()
    except (ValueError, TypeError):
        raise _wrong("options", gettext("This game has no such options.")) from None
    if (new.kind == "direct") != bool(new.opponent):
        raise _wrong("opponent", gettext("A direct challenge has an opponent, any other has none."))
    club = clubs_of(me).filter(pk=new.club).first() if new.club else None
    if (new.kind == "club") != bool(club):
        raise _wrong("club", gettext("A challenge to a club has one of your clubs, any other has none."))
    with refusals(request):
        presence.touch(me)
        offer = services.make_offer(
            challenger=me,
            game_slug=new.game,
            options=options,
            time_control=_control(new),
            starts=new.starts,
            kind=new.kind,
            opponent=player_named(new.opponent) if new.opponent else None,
            club=club,
            rated=new.rated,
            standing=new.standing,
        )
    return Status(201, challenge_data(services.find_offer(offer.pk)))


@router.get(
    "/me/standing",
    response=list[StandingData],
    auth=AccessTokens(PROFILE, CHALLENGES),
    tags=["me"],
    summary="Your standing challenges",
)
def own_standing(request: HttpRequest) -> list[StandingData]:
    """List the players with whom you always have a match of a game running; `match` is the latest."""
    me = user_of(request)
    return [
        {
            "standing": one.pk,
            "opponent": person_data(one.second if one.first_id == me.pk else one.first),
            "game": one.game_slug,
            "made": one.made_at,
            "match": one.match_id,
        }
        for one in standing.standing_of(me)
    ]


@router.post(
    "/me/standing/{standing_id}/stop", response={204: None}, auth=WRITES, tags=["me"], summary="Stop one of them"
)
def stop_standing(request: HttpRequest, standing_id: int) -> Status[None]:
    """Stop a standing challenge; the match that runs goes on. Once more it does nothing."""
    with refusals(request):
        standing.stop(standing_id, user_of(request))
    return Status(204, None)


@router.get("/challenges/{challenge_id}", response=ChallengeData, auth=EVERYONE, summary="A challenge")
def one_challenge(request: HttpRequest, challenge_id: str) -> ChallengeData:
    """Return a challenge. One to a player is shown to its two players only, one to a club to its members."""
    viewer = viewer_of(request, CHALLENGES, PROFILE)
    with refusals(request):
        offer = services.find_offer(challenge_id)
    if not may_see(offer, viewer):
        raise Http404
    return challenge_data(offer)


def _accept(challenge_id: str, player: User) -> None:
    presence.touch(player)
    services.accept_offer(challenge_id, player)


ACTIONS: dict[str, tuple[Callable[[str, User], object], str, str]] = {
    "accept": (_accept, "Accept a challenge", "Accept a challenge; the answer has the match."),
    "decline": (services.decline_offer, "Decline a challenge", "Decline a challenge to you."),
    "withdraw": (services.withdraw_offer, "Withdraw a challenge", "Withdraw your own challenge."),
}


def _action(name: str, act: Callable[[str, User], object], summary: str, description: str) -> None:
    def run(request: HttpRequest, challenge_id: str) -> ChallengeData:
        with refusals(request):
            act(challenge_id, user_of(request))
            return challenge_data(services.find_offer(challenge_id))

    run.__name__ = f"{name}_challenge"
    path = f"/challenges/{{challenge_id}}/{name}"
    router.post(path, response=ChallengeData, auth=WRITES, summary=summary, description=description)(run)


for _name, _details in ACTIONS.items():
    _action(_name, *_details)


def _control(new: NewChallenge) -> TimeControl:
    """Return the time control, one that the form of a challenge offers too."""
    presets = {control.file_code: control for control in PRESETS.values()}
    if control := presets.get(new.pace):
        return control if control.is_live or not new.rests else control.with_vacation()
    try:
        live = TimeControl.parse(new.pace)
    except (ValueError, OverflowError):
        live = None
    longest = MOST_MINUTES * MINUTE, MOST_SECONDS * SECOND
    if isinstance(live, Fischer) and MINUTE <= live.base <= longest[0] and live.increment <= longest[1]:
        return live
    raise _wrong("pace", gettext("Challenges have no such pace."))


def _wrong(field: str, detail: str) -> Problem:
    return Problem(422, detail, errors=[{"field": f"body.{field}", "detail": detail}])
