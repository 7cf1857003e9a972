"""Refusals: why something cannot be done in a class, each with a sentence."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.matches.errors import TooMany, refusal

# The teacher has paused all boards of the class. The sentence may still stand there when they go on.
Paused = refusal("Paused", _("All boards were paused, so nothing happened."))
# The teacher has switched off that pupils challenge each other.
NoChallenges = refusal("NoChallenges", _("Your teacher has switched challenges off."), status=403)
# The other one is not a pupil of the class.
NoClassmate = refusal("NoClassmate", _("Choose a classmate from the list."))
# The game or its level of arithmetic is not one of the list.
NoSuchGame = refusal("NoSuchGame", _("Choose a game from the list."))
# Guests have no account that stays, and a class needs a teacher who stays.
NoGuestTeachers = refusal("NoGuestTeachers", _("Classes are for teachers with an account. Sign up first."), status=403)
# The teacher has as many classes as one may have.
TooManyClasses = refusal("TooManyClasses", _("You have too many classes. Delete one first."), TooMany)
# The class has as many pupils as a class may have.
ClassIsFull = refusal("ClassIsFull", _("A class has 40 pupils at most."))
