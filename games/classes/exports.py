"""Classes in the export of a teacher's data, with the names of pupils and their figures."""

from __future__ import annotations

from django.db.models import Q

from accounts.models import User
from games.classes.lists import Row, row_of, table_of
from games.classes.models import Pupil, Round, SchoolClass
from games.classes.services import classes_of


def exported_classes(user: User) -> list[dict[str, object]]:
    """Return the classes of a teacher, or that of a pupil, with nothing of classmates."""
    if user.is_pupil:
        theirs = Pupil.objects.filter(user=user).select_related("user", "school_class")
        return [
            {"name": one.school_class.name, "rounds": _rounds(one.school_class, one), "pupils": [_pupil(row_of(one))]}
            for one in theirs
        ]
    return [
        {
            "name": one.name,
            "made_at": one.made_at,
            "ends_on": one.ends_on,
            "rounds": _rounds(one),
            "pupils": [_pupil(row) for row in table_of(one)],
        }
        for one in classes_of(user)
    ]


def _rounds(school_class: SchoolClass, pupil: Pupil | None = None) -> list[dict[str, object]]:
    """Return the latest round, if there is one: all of it, or what one pupil had of it."""
    rounds = []
    for one in Round.objects.filter(school_class=school_class):
        pupils = one.pupils.select_related("user").order_by("pk")
        matches = one.matches.order_by("pk")
        if pupil:
            pupils = pupils.filter(pk=pupil.pk)
            matches = matches.filter(Q(first=pupil.user) | Q(second=pupil.user))
        rounds.append(
            {
                "game": one.game_slug,
                "begun_at": one.begun_at,
                "puzzle": one.puzzle_id,
                "pupils": [each.user.pupil_name for each in pupils],
                "matches": list(matches.values_list("pk", flat=True)),
            }
        )
    return rounds


def _pupil(row: Row) -> dict[str, object]:
    return {
        "name": row.pupil.user.pupil_name,
        "card_made_at": row.pupil.card_made_at,
        "seen_at": row.pupil.user.seen_at,
        "played": row.played,
        "won": row.won,
        "points": row.points,
        "best_points": row.most,
        "right_sums": row.sums,
        "wrong_sums": [{"sum": wrong.equation, "at": wrong.at} for wrong in row.pupil.wrong_sums.order_by("pk")],
        "missed_facts": {fact.name: [fact.missed, fact.chances] for fact in row.facts},
    }
