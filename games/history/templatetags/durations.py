"""Template filters that put durations into words."""

from __future__ import annotations

from datetime import timedelta

from django import template
from django.utils.translation import ngettext

register = template.Library()


@register.filter
def span(time: timedelta) -> str:
    """Return the duration rounded to a unit: seconds to 89, minutes to 89, hours to 47, then days."""
    seconds = max(time.total_seconds(), 0)
    if seconds < 90:
        return ngettext("%(count)d second", "%(count)d seconds", round(seconds)) % {"count": round(seconds)}
    if (minutes := round(seconds / 60)) < 90:
        return ngettext("%(count)d minute", "%(count)d minutes", minutes) % {"count": minutes}
    if (hours := round(seconds / 3600)) < 48:
        return ngettext("%(count)d hour", "%(count)d hours", hours) % {"count": hours}
    days = round(seconds / 86_400)
    return ngettext("%(count)d day", "%(count)d days", days) % {"count": days}
