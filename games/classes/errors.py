"""Refusals: why something cannot be done in a class, each with a sentence."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.matches.errors import TooMany, refusal

# The teacher has paused all boards of the class.
Paused = refusal("Paused", _("Your teacher has paused all boards. Wait until you can go on."))
# Guests have no account that stays, and a class needs a teacher who stays.
NoGuestTeachers = refusal("NoGuestTeachers", _("Classes are for teachers with an account. Sign up first."), status=403)
# The teacher has as many classes as one may have.
TooManyClasses = refusal("TooManyClasses", _("You have too many classes. Delete one first."), TooMany)
# The class has as many pupils as a class may have.
ClassIsFull = refusal("ClassIsFull", _("A class has 40 pupils at most."))
