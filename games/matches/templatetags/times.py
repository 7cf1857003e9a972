"""Template filters for clocks and time controls."""

from __future__ import annotations

from datetime import timedelta

from django import template

from games.matches.time.clocks import latest_end
from games.matches.time.presets import time_words

register = template.Library()
register.filter(time_words)
register.filter(latest_end)


@register.filter
def digits(left: timedelta) -> str:
    """Return a clock's time as minutes and seconds, such as 4:05, with hours before them where there are any."""
    minutes, seconds = divmod(int(left.total_seconds()), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
