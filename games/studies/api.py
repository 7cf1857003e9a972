"""Studies for programs: the player's own ones, and one that its owner shares."""

from __future__ import annotations

from datetime import datetime

from django.http import Http404, HttpRequest
from ninja import Router
from typing_extensions import TypedDict

from accounts.api import EVERYONE, AccessTokens, user_of, viewer_of
from accounts.security import PROFILE
from games.matches.pages.data import PersonData, person_data
from games.matches.play.seals import may_tell
from games.studies import services
from games.studies.models import Study

router = Router(tags=["studies"])


class StudyData(TypedDict):
    """Moves that a player keeps, other than those of a finished match from turn `ply` on; `line` is in notation.

    `sharing` is own, link, or puzzle: then `line` is the solution, which is to be shown after a try.
    """

    study: str
    owner: PersonData
    name: str
    comment: str
    match: str
    ply: int
    line: list[str]
    sharing: str
    made: datetime


@router.get("/me/studies", response=list[StudyData], auth=AccessTokens(PROFILE), tags=["me"], summary="Your studies")
def own_studies(request: HttpRequest) -> list[StudyData]:
    """List your studies, the latest first."""
    me = user_of(request)
    rows = Study.objects.filter(owner=me).select_related("owner", "match__first", "match__second")
    return [_data(one) for one in rows if may_tell(one.match, me)]


@router.get("/studies/{study_id}", response=StudyData, auth=EVERYONE, summary="A study")
def study(request: HttpRequest, study_id: str) -> StudyData:
    """Return a study that is shared, or your own."""
    viewer = viewer_of(request, PROFILE)
    try:
        one = services.find(study_id, viewer)
    except Study.DoesNotExist:
        raise Http404 from None
    if not may_tell(one.match, viewer):
        raise Http404
    return _data(one)


def _data(study: Study) -> StudyData:
    return {
        "study": study.pk,
        "owner": person_data(study.owner),
        "name": study.name,
        "comment": study.comment,
        "match": study.match_id,
        "ply": study.begins,
        "line": study.line,
        "sharing": study.sharing,
        "made": study.made_at,
    }
