"""Errors: why an offer cannot be made, accepted or withdrawn."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.matches.errors import NoSuch, TooMany, refusal

# There is no such offer, or this player may not see it.
NoSuchOffer = refusal("NoSuchOffer", _("We could not find this challenge."), NoSuch)
# Another player accepted the offer first.
Taken = refusal("Taken", _("Too late: someone else just took this challenge."))
# The offer was withdrawn or declined, or has expired.
Closed = refusal("Closed", _("This challenge is no longer open."))
# The offer is the player's own.
OwnOffer = refusal("OwnOffer", _("This is your own challenge. Another player has to accept it."))
# A challenge to a club of which the player is not a member.
NotInClub = refusal("NotInClub", _("Only members of a club can challenge it. Join it first."), status=403)
# The player challenges themselves.
Yourself = refusal("Yourself", _("You cannot challenge yourself."))
# The match is rated, and one of the players is a guest.
Casual = refusal("Casual", _("This match is rated, and guests play casual matches. Sign up to play it."), status=403)
# The match is rated, and one of the two is a bot.
CasualWithBot = refusal("CasualWithBot", _("Matches between a bot and a person are casual."), status=403)
# A standing challenge is by days, and between two people.
NotStanding = refusal("NotStanding", _("This works only for correspondence matches with one player you choose."))
# The two have a standing challenge in this game.
StandsAlready = refusal("StandsAlready", _("You two already keep one match of this game running."))
# A bot accepts what a person has offered to all.
NotForBots = refusal("NotForBots", _("Bots can only accept challenges to them."), status=403)
# The account has played, is a guest's or staff's.
NoBot = refusal("NoBot", _("Only an account without matches can become a bot account."), status=403)
# There is no active player of this name.
NoSuchPlayer = refusal("NoSuchPlayer", _("No player has this name."))
# The player has reached the limit of open offers.
TooManyOffers = refusal("TooManyOffers", _("You have too many open challenges. Withdraw one first."), TooMany)
# The player has reached the limit of open challenges to one opponent.
TooManyChallenges = refusal(
    "TooManyChallenges", _("You can have three open challenges to one player. Withdraw one first."), TooMany
)
