"""What players are told of the decisions of staff: those about them, and what came of their reports."""

from __future__ import annotations

from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy

from core.templatetags.wording import label_of
from core.web import parse_key
from games.notifications.hooks import Kind
from games.notifications.models import Notification
from games.notifications.services import notify
from games.social.errors import Silenced
from games.social.hooks import subject_of
from games.social.models import ModerationAction

Act = ModerationAction.Kind


class OfStaff(Kind):
    """A notification about an action of staff, whose key it has; it links to the rules of the house."""

    def words(self, notification: Notification, now: datetime) -> tuple[str, str]:
        """Return the title, and what was done in words, with the kind of thing that was reported."""
        action = ModerationAction.objects.select_related("report").filter(pk=parse_key(notification.key) or 0).first()
        if action is None:
            return str(self.title), ""
        what = subject_of(action.report) if action.report else None
        return str(self.title), label_of(what, self.said(action)) if what else self.said(action)

    def said(self, action: ModerationAction) -> str:
        """Return what was done, in the active language."""
        raise NotImplementedError

    def path(self, notification: Notification) -> str:
        """Return the path of the rules of the house."""
        return reverse("information:house-rules")


class Decided(OfStaff):
    """Staff have muted the player, ended that, or removed a text of the player."""

    key = "staff-decided"
    label = gettext_lazy("Staff have decided about you or your text")
    title = gettext_lazy("A decision of the staff")

    def said(self, action: ModerationAction) -> str:
        """Return what was done, and the reason."""
        if action.kind == Act.SILENCE and action.until:
            return str(Silenced(action.until, action.why))
        if action.kind == Act.UNSILENCE:
            return gettext("You can write again. Reason: %(why)s") % {"why": action.why}
        return gettext("A text of yours was removed. Reason: %(why)s") % {"why": action.why}


class Answered(OfStaff):
    """Staff have closed a report of the player."""

    key = "report-answered"
    label = gettext_lazy("Staff have answered your report")
    title = gettext_lazy("Staff have read your report")

    def said(self, action: ModerationAction) -> str:
        """Return whether anything was done; where nothing was, the reason. What was done to whom is not said."""
        if action.kind == Act.DISMISS:
            return gettext("They did nothing. Reason: %(why)s") % {"why": action.why}
        return gettext("They have acted on it. Thank you.")


def tell(action: ModerationAction, *, is_answer: bool) -> None:
    """Tell the player about whom an action is, and if it answers a report, the one who made that."""
    report = action.report
    whom = action.whom or (report and report.about)
    if whom and action.kind in (Act.SILENCE, Act.UNSILENCE, Act.ERASE):
        notify(whom, Decided.key, str(action.pk))
    if report and is_answer:
        notify(report.by, Answered.key, str(action.pk))
