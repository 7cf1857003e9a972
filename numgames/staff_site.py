"""The admin site, open to staff with a second factor only."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.admin import AdminSite
from django.http import HttpRequest
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.security import has_factor
from games.jobs.models import Job
from games.notifications.models import Delivery
from games.social.models import Report


@dataclass(frozen=True)
class Queue:
    """Work that waits for staff: its name, how much there is, and the list of it."""

    name: str
    number: int
    address: str


def queues() -> list[Queue]:
    """Return what waits for staff: reports, jobs that failed too often, and deliveries that failed."""
    reports = Report.objects.filter(closed_at=None).count()
    dead = Job.objects.filter(state=Job.State.DEAD).count()
    failed = Delivery.objects.filter(status=Delivery.Status.FAILED).count()
    return [
        Queue(gettext("Reports"), reports, reverse("admin:social_report_changelist")),
        Queue(gettext("Failed jobs"), dead, f"{reverse('admin:jobs_job_changelist')}?state__exact={Job.State.DEAD}"),
        Queue(
            gettext("Failed deliveries"),
            failed,
            f"{reverse('admin:notifications_delivery_changelist')}?status__exact={Delivery.Status.FAILED}",
        ),
    ]


class StaffSite(AdminSite):
    """The admin site, with what waits for staff on its first page."""

    site_header = site_title = "Numgames"
    index_title = _("For staff")
    enable_nav_sidebar = False

    def has_permission(self, request: HttpRequest) -> bool:
        """Return whether this is an active member of staff whose account has a second factor.

        An account with one is asked for it at every sign-in, so its existence is enough.
        """
        user = request.user
        return super().has_permission(request) and isinstance(user, User) and has_factor(user)

    def index(self, request: HttpRequest, extra_context: dict[str, object] | None = None) -> TemplateResponse:
        """Show what waits, then all tables."""
        return super().index(request, {**(extra_context or {}), "queues": queues()})
