"""The avatar of a player: a tile with a letter, in a colour derived from the name."""

from __future__ import annotations

from zlib import crc32

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from accounts.models import User
from accounts.names import name_key

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
    return format_html('<span class="avatar hue-{} {}" aria-hidden="true">{}</span>', hue(name), size, name[:1].upper())


# Eyes and mouth of each face in a square of 32 units, by the number of the account.
_FACES = (
    ('<circle cx="11" cy="13" r="2.5"/><circle cx="21" cy="13" r="2.5"/>', '<path d="M11 21h10"/>'),
    ('<path d="M8 13h6M11 10v6M18 13h6M21 10v6"/>', '<path d="M10 21q6 5 12 0"/>'),
    ('<path d="M8 12h6M8 15h6M18 12h6M18 15h6"/>', '<path d="M11 22q5 3 10-1"/>'),
    (
        '<path d="m7 9 6 2m12-2-6 2"/><circle cx="11" cy="15" r="2"/><circle cx="21" cy="15" r="2"/>',
        '<path d="M12 22q5 2 9-2"/>',
    ),
    ('<circle cx="11" cy="13" r="3.5"/><path d="M18 13h6"/>', '<path d="M13 22h6"/>'),
    ('<path d="M8 11h6l-6 5h6M18 11h6l-6 5h6"/>', '<path d="M11 22h10"/>'),
    ('<path d="m8 10 6 6m0-6-6 6m10-6 6 6m0-6-6 6"/>', '<path d="M11 21q5 4 10 0"/>'),
    (
        '<path d="M8 13h6M18 13h6"/><circle cx="11" cy="9.5" r="1.5"/><circle cx="11" cy="16.5" r="1.5"/>'
        '<circle cx="21" cy="9.5" r="1.5"/><circle cx="21" cy="16.5" r="1.5"/>',
        '<path d="M11 22q4 2 9 0"/>',
    ),
)


@register.simple_tag
def face(name: str, size: str = "") -> SafeString:
    """Return the face of the computer of this account name: signs on a tile."""
    number = int(name.rpartition("-")[2]) if name.rpartition("-")[2].isdecimal() else 1
    eyes, mouth = _FACES[(number - 1) % len(_FACES)]
    return format_html(
        '<svg class="avatar face face-{} {}" viewBox="0 0 32 32" aria-hidden="true">{}{}</svg>',
        (number - 1) % HUES + 1,
        size,
        SafeString(eyes),
        SafeString(mouth),
    )
