"""Refusals: why a player cannot enter an event or change it, each with a sentence."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.matches.errors import NoSuch, TooMany, refusal

# There is no such event.
NoSuchEvent = refusal("NoSuchEvent", _("We could not find this event."), NoSuch)
# The event has ended, or the player is no longer in it for good.
EventIsOver = refusal("EventIsOver", _("You can no longer enter this event."))
# The event has ended.
HasEnded = refusal("HasEnded", _("This event is over."))
# All places are taken.
EventIsFull = refusal("EventIsFull", _("All places in this event are taken."))
# The player has missed matches of former events.
MustPause = refusal("MustPause", _("You missed matches of an earlier event. You can enter again later."))
# The player has made as many events as one may have at a time.
TooManyEvents = refusal("TooManyEvents", _("You have five events already. Wait until one is over."), TooMany)
# It can only be changed before it begins, and when it begins until shortly before.
BegunAlready = refusal("BegunAlready", _("It is too late to change this: the event begins or has begun."))
# The beginning has to lie ahead, but not too far.
NotInTime = refusal("NotInTime", _("Choose a time between 5 minutes and 90 days from now."), status=422)
# Each change of the beginning tells all who have entered.
ChangedOften = refusal("ChangedOften", _("You changed events often today. Try again tomorrow."), TooMany)
# Guests have no results that stay.
NoGuests = refusal("NoGuests", _("Events are for players with an account. Sign up to take part."), status=403)
# The event is one of a club.
ForMembers = refusal("ForMembers", _("Only members of the club take part. Join it first."), status=403)
# Players enter a team match by the link of a team.
ByTeamLink = refusal("ByTeamLink", _("Each team has a link of its own. Open the link of your team."), status=403)
# All places of one team are taken.
TeamIsFull = refusal("TeamIsFull", _("All places in this team are taken."))
# A team match starts when both teams have players.
TeamIsEmpty = refusal("TeamIsEmpty", _("Each team needs a player. Send the links first."))
# The event is for people.
NoBots = refusal("NoBots", _("This event is for people only."), status=403)
# Bots take part, and the player has not confirmed that.
NotYetConfirmed = refusal("NotYetConfirmed", _("Bots may take part in this event. Please confirm that."))
