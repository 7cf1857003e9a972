"""All that the site stores of a club is in the file of its founder or of others, and goes when the club is closed."""

from __future__ import annotations

import pytest

from accounts.exports import written_export
from accounts.models import User
from core import clock
from games.clubs import services
from games.clubs.chat import CLUB_REPORTS, forget_closed
from games.clubs.models import Club
from games.events.models import Event
from games.social.models import Report
from tests.lives import MARK, Life, hanging_on, naming

NAME, TEXT = "Wolverines", "We howl on Tuesdays"
BY_AUTHOR = "is in the file of who made it"
EVENTS = "is of an event, which who may see it reads on its page and in the API"
NOT_OF_FOUNDERS = {
    "lobby.Offer": BY_AUTHOR,
    "clubs.Line": BY_AUTHOR,
    "events.Series": BY_AUTHOR,
    "events.Event": BY_AUTHOR,
    "events.Entry": BY_AUTHOR,
    "events.Team": BY_AUTHOR,
    "events.Division": EVENTS,
    "events.Round": EVENTS,
    "events.Pairing": EVENTS,
}
# A text of an event; and challenges, which keep their terms.
STAYS = ("events.", "lobby.Offer", "matches.Match")
ROWS: dict[str, object] = {"lobby.Offer.kind": "club", "clubs.Member.role": "member"}


@pytest.fixture
def club(anna: User) -> Club:
    """Make a club of anna's."""
    return services.make(Club(name=NAME, name_key="wolverines", text=TEXT), anna)


def test_the_founder_has_a_file_of_the_club(club: Club, anna: User, bob: User, carl: User) -> None:
    life = Life(bob, carl, club, values=ROWS)
    file = "".join(written_export(anna))
    assert NAME in file
    assert TEXT in file
    assert life.not_in(anna, hanging_on(Club)) == set(NOT_OF_FOUNDERS)
    file = "".join(written_export(bob))
    assert NAME in file
    assert TEXT not in file


def test_nothing_of_a_closed_club_stays(club: Club, anna: User, bob: User, carl: User) -> None:
    life = Life(bob, carl, club, values=ROWS | {"events.Event.state": Event.State.CALLED_OFF})
    for model in hanging_on(Club):
        life.row(model)
    words = (NAME, "wolverines", TEXT, club.link_key, MARK)
    assert len(naming(*words)) > 5
    services.close(club, anna)
    assert {row for row in naming(*words) if not row.startswith(STAYS)} == set()
    assert naming(NAME, TEXT, club.link_key) == set()


def test_a_club_that_is_reported_keeps_its_name_until_staff_have_answered(club: Club, anna: User, bob: User) -> None:
    of_club = {"subject": f"{CLUB_REPORTS}:{club.pk}", "made_at": clock.now()}
    report = Report.objects.create(by=bob, about=anna, reason="other", **of_club)
    services.close(club, anna)
    assert naming(TEXT) == set()
    assert len(naming(NAME)) == 1
    Report.objects.filter(pk=report.pk).update(closed_at=clock.now())
    forget_closed()
    assert naming(NAME) == set()


@pytest.mark.parametrize(("rival", "ended", "kept"), [(True, True, 1), (False, False, 1), (False, True, 0)])
def test_results_of_team_matches_keep_the_name(
    rival: bool, ended: bool, kept: int, club: Club, anna: User, bob: User, carl: User
) -> None:
    other = services.make(Club(name="Foxes", name_key="foxes"), bob) if rival else None
    values = {"events.Event.state": Event.State.OVER if ended else Event.State.RUNNING}
    event = Life(bob, carl, club, values=values).row(Event)
    Event.objects.filter(pk=event.pk).update(rival=other, ended_at=clock.now() if ended else None)
    services.close(club, anna)
    assert len(naming(NAME)) == kept
