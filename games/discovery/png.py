"""SVG to PNG by resvg, for the worker processes: about 130 ms of CPU that hold the interpreter's lock."""

from __future__ import annotations

from pathlib import Path

import resvg_py

FONT = Path(__file__).with_name("fonts") / "NunitoSans-Bold.ttf"  # SIL Open Font License, see OFL.txt
FAMILY = "Nunito Sans"


def draw_png(svg: str) -> bytes:
    """Return the SVG as PNG. It reads no file, font or address but the vendored font."""
    return resvg_py.svg_to_bytes(
        svg_string=svg, skip_system_fonts=True, font_files=[str(FONT)], font_family=FAMILY, sans_serif_family=FAMILY
    )
