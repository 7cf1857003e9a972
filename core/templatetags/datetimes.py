"""Template filters for dates and times in the reader's zone."""

from __future__ import annotations

from django import template

from core.clock import day, hour, moment, relative, when

register = template.Library()
register.filter(day)
register.filter(moment)
register.filter(hour)
register.filter(relative)
register.filter(when)
