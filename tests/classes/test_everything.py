"""All that the site stores of a pupil is deleted, of every model, by introspection; a teacher takes a file before."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta

from django.test import Client

from accounts.exports import written_export
from accounts.models import User
from core import clock
from games.classes import services
from games.classes.models import SchoolClass
from games.classes.rounds import begin_round
from games.matches.models import Deal
from tests.classes.test_bounds import EMMA, between
from tests.exports import given_by_app
from tests.lives import MARK, Life, hanging_on, naming, pointing

SECRET = b"a random value of a tablet"
# What no pupil has: the log of what staff have done, the account of a computer, and pairings of an event.
NOT_OF_PUPILS = {"social.ModerationAction", "computers.Computer", "events.Pairing"}
# Where the id of a deleted match stays: in the public log of commitments, a chain of hashes, and in what is due later.
KEEP_IDS = ("matches.Deal", "jobs.Job")


def test_nothing_of_a_pupil_stays(anna: User) -> None:
    school_class = services.make(anna, "Fiveb", [EMMA, "Finnobert"], clock.now().date() + timedelta(days=9))
    emma, finn = services.pupils_of(school_class)
    match = between(emma.user, finn.user)
    life = Life(emma.user, finn.user, match, match.moves.get(ply=1), school_class, emma)
    made = [life.row(model) for model in hanging_on(User) if model._meta.label not in NOT_OF_PUPILS]
    assert len(made) > 50
    names = (MARK, EMMA, "Finnobert", "Fiveb", emma.user.username, finn.user.username)
    assert len(naming(*names)) > 30
    assert pointing(emma.user)
    Deal.objects.filter(pk=match.pk).update(
        server_value=SECRET, proposal=SECRET, first_value=SECRET, second_value=SECRET
    )
    services.delete(school_class)
    assert naming(*names) == set()
    assert {row for row in naming(match.pk, school_class.pk) if not row.startswith(KEEP_IDS)} == set()
    assert pointing(emma.user, finn.user) == set()
    deal = Deal.objects.get(pk=match.pk)
    assert not any((deal.server_value, deal.proposal, deal.first_value, deal.second_value))


def test_a_teacher_takes_the_file_of_a_pupil(anna: User, bob: User, signed_in: Callable[[User], Client]) -> None:
    school_class = services.make(anna, "Fiveb", [EMMA, "Finnobert"], clock.now().date() + timedelta(days=9))
    emma, finn = services.pupils_of(school_class)
    match = between(emma.user, finn.user)
    address = f"/classes/{school_class.pk}/pupils/{emma.pk}/data.json"
    text = signed_in(anna).get(address).getvalue().decode()
    data = json.loads(text)
    assert data["classes"][0]["pupils"][0]["name"] == EMMA
    assert match.pk in text
    assert "Fiveb" in text
    assert [signed_in(one).get(address).status_code for one in (bob, finn.user)] == [404, 403]


def test_each_row_of_a_class_is_in_the_file_of_its_teacher_and_goes_with_it(anna: User) -> None:
    school_class = services.make(anna, "Fiveb", [EMMA, "Finnobert"], clock.now().date() + timedelta(days=9))
    emma, finn = services.pupils_of(school_class)
    life = Life(emma.user, finn.user, school_class, emma, between(emma.user, finn.user))
    for model in hanging_on(SchoolClass):
        if model not in life.given:
            life.keys(model)
            before = given_by_app(anna, model)
            life.row(model)
            assert given_by_app(anna, model) != before, model
    assert EMMA in "".join(written_export(anna))
    services.delete(school_class)
    assert naming(MARK, EMMA, "Fiveb") == set()
    assert not any(model._base_manager.exists() for model in hanging_on(SchoolClass))


def test_the_file_of_a_pupil_names_no_classmate(anna: User) -> None:
    school_class = services.make(anna, "Fiveb", [EMMA, "Finnobert", "Noahbert"], clock.now().date() + timedelta(days=9))
    pupils = services.pupils_of(school_class)
    User.objects.filter(pupil__in=pupils).update(seen_at=clock.now())
    (neighbours, alone) = begin_round(school_class, "digifeud")
    emma, _finn, noah = pupils
    for pupil, others in ((emma, ("Finnobert", "Noahbert", alone.pk)), (noah, (EMMA, "Finnobert", neighbours.pk))):
        text = "".join(written_export(pupil.user))
        assert pupil.user.pupil_name in text
        assert [other for other in others if other in text] == []
    whole = "".join(written_export(anna))
    assert [one for one in (EMMA, "Finnobert", "Noahbert", neighbours.pk, alone.pk) if one not in whole] == []
