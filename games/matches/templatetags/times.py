"""The template filter for clocks."""

from __future__ import annotations

from datetime import timedelta

from django import template

register = template.Library()


@register.filter
def digits(left: timedelta) -> str:
    """Format a clock as minutes and seconds, such as `4:05`, with hours before them if there are any."""
    minutes, seconds = divmod(int(left.total_seconds()), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
