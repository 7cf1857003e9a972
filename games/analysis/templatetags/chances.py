"""Template filters that show chances as whole percentages."""

from __future__ import annotations

from django import template

register = template.Library()


@register.filter
def hundred(chance: float) -> int:
    """Return a chance (0 to 1) as a whole percentage; 0 or 100 only if it is exact, as at the end of a match."""
    return round(100 * chance) if chance in (0, 1) else min(99, max(1, round(100 * chance)))


@register.filter
def gained(change: float) -> str:
    """Return a change of a chance in percentage points, with its sign: `+12`, `−3`, `±0`."""
    number = round(100 * change)
    return f"+{number}" if number > 0 else f"−{-number}" if number else "±0"


@register.filter
def size(change: float) -> int:
    """Return the absolute change of a chance in percentage points."""
    return abs(round(100 * change))
