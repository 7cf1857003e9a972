"""Studies of matches that may not be told: of a pupil no program learns anything, not even the teacher's."""

from __future__ import annotations

from collections.abc import Callable

from accounts.models import User
from core import clock
from games.classes.models import Pupil, SchoolClass
from games.matches.models import Match
from games.matches.play.seals import may_see
from games.studies.models import Study
from tests.alike import one, someone
from tests.api.conftest import Caller, calling, data_of, problem_of, visitor

__all__ = ["calling", "visitor"]


def test_no_program_reads_a_study_of_a_match_of_pupils(
    anna: User,
    calling: Callable[..., Caller],
    visitor: Caller,
) -> None:
    hers = calling(anna, "profile:read")
    school_class = one(SchoolClass, teacher=anna)
    facts = {"game_slug": "digifeud", "finished_at": clock.now(), "ply": 2}
    of_people, of_pupil = (
        one(Match, first=first, **facts) for first in (anna, someone(is_guest=True, pupil_name="Emma"))
    )
    one(Pupil, school_class=school_class, user=of_pupil.first)
    assert may_see(of_pupil, anna)
    told, hidden = (
        one(Study, owner=anna, match=match, sharing=Study.Sharing.LINK, line=["pass"], begins=1)
        for match in (of_people, of_pupil)
    )
    assert [row["study"] for row in data_of(hers.get("/me/studies"))] == [told.pk]
    for reader in (hers, visitor):
        assert data_of(reader.get(f"/studies/{told.pk}"))["study"] == told.pk
        problem_of(reader.get(f"/studies/{hidden.pk}"), 404)
