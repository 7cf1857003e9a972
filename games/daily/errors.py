"""Why the deal of the day cannot be played, or its table not be seen."""

from django.utils.translation import gettext_lazy as _

from games.matches.errors import refusal

# The deal of the day is not made yet, or its day is over.
NoDeal = refusal("NoDeal", _("There is no deal to play right now. Try again in a minute."))
# The table of a deal is a secret until one has finished it, or its day is over.
NotFinished = refusal("NotFinished", _("Finish the deal first: then you see its table."), status=403)
