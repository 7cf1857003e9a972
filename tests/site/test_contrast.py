"""All text is readable in the light and in the dark theme, on every set of tiles."""

from __future__ import annotations

import pytest

from tests.site.colours import THEMES, contrast, tilesets, tokens

TEXT = 4.5  # WCAG 2.2 AA for text
SHAPE = 3.0  # for non-text: borders of fields, marks, the focus ring

WRITTEN = {
    "ink": "desk paper sunken accent-soft good-soft danger-soft",
    "muted": "desk paper sunken accent-soft board square",  # hints are shown on squares
    "accent": "desk paper accent-soft",
    "on-accent": "accent",
    "danger": "desk paper danger-soft",
    "good": "desk paper good-soft",
    "paper": "ink",
    "red-ink": "red red-pattern",
    "blue-ink": "blue blue-pattern",
    "tile-ink": "tile tile-low last lit-tile lit-line-tile",
    "sign-ink": "sign sign-low",
}
DRAWN = {
    "edge": "desk paper square board",
    "accent": "desk paper board square",  # on tiles the focus ring has a second one in the colour of paper
    "tile-edge": "square",
    "good": "board square",  # what lights up
    "lit-equal": "tile last lit-line-tile",
    "lit-edge": "board",
    "lit-conflict": "tile last lit-line-tile",
    "sign": "square",
    "grey": "square",
    "grey-pattern": "square",
}


@pytest.mark.parametrize("tileset", tilesets())
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("ink", "grounds"), WRITTEN.items())
def test_text_stands_out_from_what_it_is_written_on(tileset: str, theme: str, ink: str, grounds: str) -> None:
    colours = tokens(tileset)[theme]

    ratios = {ground: contrast(colours[ink], colours[ground]) for ground in grounds.split()}

    assert {ground: ratio for ground, ratio in ratios.items() if ratio < TEXT} == {}


@pytest.mark.parametrize("tileset", tilesets())
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("line", "grounds"), DRAWN.items())
def test_lines_stand_out_from_what_they_are_drawn_on(tileset: str, theme: str, line: str, grounds: str) -> None:
    colours = tokens(tileset)[theme]

    ratios = {ground: contrast(colours[line], colours[ground]) for ground in grounds.split()}

    assert {ground: ratio for ground, ratio in ratios.items() if ratio < SHAPE} == {}


def test_contrast_is_computed_as_the_standard_says() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
