"""The avatar of a player: a tile with a letter, in a colour derived from the name."""

from __future__ import annotations

from zlib import crc32

from django import template
from django.utils.safestring import SafeString

from accounts.models import User
from accounts.names import name_key
from core.live.partials import draw

HUES = 8  # classes in the stylesheet

register = template.Library()


def hue(name: str) -> int:
    """Return the number of the colour of this name, the same for names that look alike."""
    return crc32(name_key(name).encode()) % HUES


@register.simple_tag
def avatar(person: User, size: str = "") -> SafeString:
    """Return the avatar of a player; a computer has a face in place of a letter. Screen readers skip it."""
    return avatar_html(person.username, str(person), is_computer=person.is_computer, size=size)


def avatar_html(username: str, name: str, *, is_computer: bool, size: str = "") -> SafeString:
    """Return the avatar for an account name and the name to show; it depends on the arguments only."""
    if is_computer:
        return face(username, size)
    return draw("accounts/avatar", hue=hue(name), size=size, letter=name[:1].upper())


@register.simple_tag
def face(name: str, size: str = "") -> SafeString:
    """Return the face of the computer of this account name: signs on a tile."""
    number = int(name.rpartition("-")[2]) if name.rpartition("-")[2].isdecimal() else 1
    return draw("accounts/face", number=(number - 1) % HUES + 1, size=size)
