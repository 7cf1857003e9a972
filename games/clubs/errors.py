"""Refusals: why a player cannot do something in a club, each with a sentence."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.matches.errors import NoSuch, TooMany, refusal

# There is no such club, or this player may not see it.
NoSuchClub = refusal("NoSuchClub", _("We could not find this club."), NoSuch)
# Guests have no account that stays.
NoGuestMembers = refusal("NoGuestMembers", _("Clubs are for players with an account. Sign up to join."), status=403)
# A captain has banned the player.
Banned = refusal("Banned", _("You cannot join this club."), status=403)
# Only a captain or the founder may do it.
NotCaptain = refusal("NotCaptain", _("Only a captain of the club can do that."), status=403)
# Only the founder may do it.
NotFounder = refusal("NotFounder", _("Only the founder of the club can do that."), status=403)
# The other player is not a member.
NoMember = refusal("NoMember", _("This player is not a member of the club."))
# Only members read and write the chat.
MembersOnly = refusal("MembersOnly", _("Only members of the club chat here."), status=403)
# The club has as many members as a club may have.
ClubIsFull = refusal("ClubIsFull", _("This club is full."))
# Another club has the name, or one that looks like it.
NameTaken = refusal("NameTaken", _("A club has this name already, or one that looks like it."))
# The player is in as many clubs as one may be.
TooManyClubs = refusal("TooManyClubs", _("You are in too many clubs. Leave one first."), TooMany)
