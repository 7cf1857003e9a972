"""The template tags that load JavaScript modules and style sheets, from a bundle or as plain files."""

from __future__ import annotations

import re
import struct
from functools import cache
from pathlib import Path
from posixpath import join, normpath

from django import template
from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.templatetags.static import static
from django.utils.safestring import SafeString

from core.live.partials import draw
from numgames.assets import BOARD_SCRIPT, OF_BOARDS, SCRIPT, Bundled, StaticStorage, sheet_name

IMPORT = re.compile(r"""^(?:import|export)\b[^;]*?["'](\.[^"']+)["'];""", re.MULTILINE)
MORE_LETTERS = re.compile(
    "[\u0100-\u0151\u0154-\u024f]"
)  # those of `css/letters.css`: the usual font has Latin-1 and Œ
NOTHING = Bundled()

register = template.Library()


@register.simple_tag
def module(name: str, *, bundled: bool = True) -> SafeString:
    """Render the script tag, and `modulepreload` links for all its imports, which are then fetched in parallel.

    Input is lost before the scripts have loaded, so they have to load fast. A module of a bundle is named in the tag:
    the bundle is loaded once, however many tags name a module. `bundled=False` is for a module of few pages, which all
    other ones would load without need.
    """
    if bundled and name in _bundled().modules:
        script = BOARD_SCRIPT if name in OF_BOARDS else SCRIPT
        shared = () if name in OF_BOARDS else tuple(map(static, _bundled().shared))
        return draw("assets/module", script=static(script), module=name, imports=shared)
    return draw("assets/module", script=static(name), module="", imports=tuple(map(static, imports(name))))


@register.simple_tag
def styles(*names: str) -> SafeString:
    """Render the links of style sheets, in this order."""
    files = [sheet_name(names)] if names in _bundled().sheets else names
    return draw("assets/styles", sheets=tuple(map(static, files)))


@register.filter
@cache
def has_more_letters(language: str) -> bool:
    """Return whether the sentences of a language have letters for which headings need the sheet `css/letters.css`."""
    files = [Path(folder) / language / "LC_MESSAGES" / "django.mo" for folder in settings.LOCALE_PATHS]
    return any(MORE_LETTERS.search(_translations(file.read_bytes())) for file in files if file.exists())


def _translations(catalogue: bytes) -> str:
    """Return the texts of a compiled catalogue: its header names how many there are, and where their table is."""
    count, _originals, table = struct.unpack_from("<3I", catalogue, 8)
    places = struct.iter_unpack("<2I", catalogue[table : table + 8 * count])
    return "".join(catalogue[offset : offset + length].decode() for length, offset in places)


def _bundled() -> Bundled:
    return staticfiles_storage.bundled if isinstance(staticfiles_storage, StaticStorage) else NOTHING


@cache
def imports(name: str) -> tuple[str, ...]:
    """Return the static names of all modules that this one imports, directly or indirectly, without duplicates."""
    names: dict[str, None] = {}
    waiting = [name]
    while waiting:
        importer = waiting.pop()
        path = finders.find(importer)
        for relative in IMPORT.findall(Path(path).read_text() if path else ""):
            imported = normpath(join(importer, "..", relative))
            if imported not in names and imported != name:
                names[imported] = None
                waiting.append(imported)
    return tuple(names)
