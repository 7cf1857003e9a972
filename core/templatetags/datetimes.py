"""Template filters for dates and times in the reader's zone."""

from __future__ import annotations

from django import template

from core.clock import hour, moment, relative, when

register = template.Library()
register.filter(moment)
register.filter(hour)
register.filter(relative)
register.filter(when)
