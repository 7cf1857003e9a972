"""The admin site, open to staff with a second factor only."""

from __future__ import annotations

from django.contrib.admin import AdminSite
from django.http import HttpRequest

from accounts.factors import has_factor
from accounts.models import User


class StaffSite(AdminSite):
    """The admin site."""

    def has_permission(self, request: HttpRequest) -> bool:
        """Return whether this is an active member of staff whose account has a second factor.

        Who has one was asked for it at sign-in, so its existence is enough.
        """
        user = request.user
        return super().has_permission(request) and isinstance(user, User) and has_factor(user)
