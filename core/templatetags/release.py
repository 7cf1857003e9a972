"""The release of scripts and style sheets in the root element of a page."""

from __future__ import annotations

from django import template

from core.web import release

register = template.Library()
register.simple_tag(release, name="release")
