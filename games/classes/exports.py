"""Classes in the export of a teacher's data, with the names of pupils."""

from __future__ import annotations

from accounts.models import User
from games.classes.services import classes_of, pupils_of


def exported_classes(teacher: User) -> list[dict[str, object]]:
    """Return the classes of a teacher."""
    return [
        {
            "name": one.name,
            "made_at": one.made_at,
            "ends_on": one.ends_on,
            "pupils": [{"name": pupil.user.pupil_name, "seen_at": pupil.user.seen_at} for pupil in pupils_of(one)],
        }
        for one in classes_of(teacher)
    ]
