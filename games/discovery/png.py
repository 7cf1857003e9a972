"""SVG to PNG by resvg, for the worker processes: about 130 ms of CPU that hold the interpreter's lock."""

from __future__ import annotations

from pathlib import Path

import resvg_py

# SIL Open Font License, see OFL.txt. The first one has what most cards need; letters that it lacks are in the others.
FILES = ("NunitoSans-Bold.ttf", "NunitoSans-Bold-2.ttf", "NotoSans-Bold-Greek.ttf")
FONTS = [str(Path(__file__).with_name("fonts") / name) for name in FILES]
FAMILY = "Nunito Sans"


def draw_png(svg: str) -> bytes:
    """Return the SVG as PNG. It reads no file, font or address but the vendored fonts."""
    return resvg_py.svg_to_bytes(
        svg_string=svg, skip_system_fonts=True, font_files=FONTS, font_family=FAMILY, sans_serif_family=FAMILY
    )
