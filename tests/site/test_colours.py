"""A colour stands in one place, read by pages, pictures and mails: `colours.css`, of a set of tiles `tilesets.css`."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from django.conf import settings
from django.template import Context, Template
from django.test import Client
from django.urls import reverse

from accounts.models import User
from core.colours import SHEET, colours, with_colours
from games.catalogue import games
from games.history.thumbnails import draw_picture
from games.rules import Board, Cell, Square
from tests.site.colours import THEMES

HOME = Path(settings.BASE_DIR)
KINDS = ["css", "html", "svg", "py", "js", "txt"]
LITERAL = re.compile(
    r"""(?<!href=.)(?<=[\s:(,'"=])\#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})(?![\w-])
    |\b(?:rgba?|hsla?|oklch|lab|color)\((?!var|--)                                             # as a function
    |(?<=fill=")(?:white|black)|(?<=stroke=")(?:white|black)""",
    re.IGNORECASE | re.VERBOSE,
)
WITHOUT = {
    "static/css/colours.css",  # the place
    "static/css/tilesets.css",  # the place for sets of tiles, which few players load
    "static/img/logo.svg",  # a picture, shown where no style sheet reaches, in the frame of the browser
}
FOLDERS = ("accounts/", "core/", "games/", "numgames/", "static/css/", "static/js/", "static/img/", "templates/")


def files() -> list[str]:
    """Return the files of the product that could name a colour."""
    names = subprocess.run(["git", "ls-files", *FOLDERS], cwd=HOME, check=True, capture_output=True, text=True).stdout
    return [
        name
        for name in names.splitlines()
        if name.rpartition(".")[2] in KINDS and name not in WITHOUT and (HOME / name).exists()
    ]


@pytest.mark.parametrize(
    "written", ["color: #fff;", "0 1px #0006,", 'DAY = "#dde3d8"', 'fill="#1d2733"', "rgb(1 2 3)", 'stroke="black"']
)
def test_a_colour_is_noticed(written: str) -> None:
    assert LITERAL.search(written)


@pytest.mark.parametrize("written", ['href="#add"', "#board", "var(--ink)", "color-mix(in srgb, var(--ink) 5%)"])
def test_what_is_no_colour_is_not(written: str) -> None:
    assert not LITERAL.search(written)


def test_no_other_file_has_a_colour() -> None:
    assert {name: found for name in files() if (found := LITERAL.findall((HOME / name).read_text()))} == {}


@pytest.mark.parametrize("name", [name for name in files() if name.endswith((".css", ".svg"))])
def test_style_sheets_and_boards_name_colours_that_there_are(name: str) -> None:
    sheets = "".join(path.read_text() for path in SHEET.parent.glob("*.css"))
    here = (HOME / name).read_text()
    set_ones = set(re.findall(r"--([\w-]+):", sheets + here)) | set(re.findall(r'setProperty\("--([\w-]+)"', scripts()))
    assert set(re.findall(r"var\(--([\w-]+)\)", here)) <= set_ones


def scripts() -> str:
    """Return all scripts: some set tokens."""
    return "".join(path.read_text() for path in (HOME / "static" / "js").glob("*.js"))


def test_each_theme_has_every_colour() -> None:
    light, dark = colours("light"), colours("dark")
    assert {theme: set(light) ^ set(colours(theme)) for theme in THEMES} == {theme: set() for theme in THEMES}
    assert len(light) > 40
    assert light["desk"] != dark["desk"]


FRAME = re.compile(r'<meta name="theme-color" content="(#\w+)"')


def test_the_frame_of_the_browser_has_the_colours_of_the_page(client: Client, anna: User) -> None:
    for path in (reverse("lobby:lobby"), "/offline/"):
        page = client.get(path).content.decode()
        assert FRAME.findall(page) == [colours(theme)["desk"] for theme in ("light", "dark")]
    manifest = client.get(reverse("manifest")).json()
    assert (manifest["background_color"], manifest["theme_color"]) == (colours()["desk"], colours()["desk"])
    client.force_login(anna)
    for theme in ("dark", "light"):  # whatever the device prefers
        User.objects.filter(pk=anna.pk).update(theme=theme)
        page = client.get(reverse("lobby:lobby")).content.decode()
        assert FRAME.findall(page) == [colours(theme)["desk"]]


def test_pictures_of_boards_are_drawn_in_them() -> None:
    svg = draw_picture(Board(1, 1, (Cell(Square(1, 1), "5", "number"),)), ())
    assert colours()["tile-low"] in svg
    assert colours("dark")["tile-low"] in svg


@pytest.mark.parametrize("slug", ["digifeud", "tenbyten", "sudoku", "summy"])
def test_a_games_picture_is_part_of_the_page_and_has_its_colours(slug: str) -> None:
    assert slug in games()
    inline = Template("{% include 'lobby/picture.html' %}").render(Context({"slug": slug}))
    assert re.search(rf'<use href="[^"]*{slug}/board[^"]*\.svg#board"', inline)
    svg = (HOME / "games" / slug / "static" / slug / "board.svg").read_text()
    assert '<svg id="board"' in svg
    assert colours()["tile-low"] in with_colours(svg)
    assert "var(" not in with_colours(svg)
