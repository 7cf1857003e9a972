"""Sentences about turns and players, as one reads them and as they are read aloud."""

from __future__ import annotations

from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language, ngettext

from accounts.models import User
from games.matches.pages.markup import EMPTY, Fragment, joined
from games.matches.templatetags.sentences import aloud, said, sign
from games.rules import PlayedMove, Tile

_VOICED = Fragment("<span class=voiced><span aria-hidden=true>{shown}</span><span>{spoken}</span></span>")
_DETAIL = Fragment(" <span class=detail>{detail}</span>")
_WARNING = Fragment(' <span class="warning">{warning}</span>')
_DID = Fragment("{name}: {what}.{detail}")
_SMALL_TILE = Fragment('<span class="tile small {kind}">{face}</span>')


def voiced(shown: str, spoken: str) -> SafeString:
    """Return a text with its form for screen readers."""
    return _VOICED(shown=shown, spoken=spoken)


def worth(text: str, points: int) -> SafeString:
    """Return a move and its points; read aloud, its signs are words."""
    shown = ngettext("%(text)s · %(points)s point", "%(text)s · %(points)s points", points)
    spoken = ngettext("%(text)s, %(points)s point", "%(text)s, %(points)s points", points)
    return voiced(shown % {"text": text, "points": points}, spoken % {"text": aloud(text), "points": points})


def brings(turn: PlayedMove) -> SafeString:
    """Return what a move would bring, with what there is to say about it."""
    text = said(turn.text)
    sentence = ngettext("%(text)s brings %(points)s point.", "%(text)s brings %(points)s points.", turn.points)
    shown, spoken = (sentence % {"text": words, "points": turn.points} for words in (text, aloud(text)))
    warning = _WARNING(warning=said(turn.warning)) if turn.warning else EMPTY
    return joined((voiced(shown, spoken), detail(turn), warning))


def detail(turn: PlayedMove) -> SafeString:
    """Return what a turn did besides its points, after a space; empty for most turns."""
    return _DETAIL(detail=said(turn.detail)) if turn.detail else EMPTY


def did(name: str, turn: PlayedMove) -> SafeString:
    """Return a turn in one sentence."""
    return _did(name, turn, get_language())


@lru_cache(maxsize=4_000)
def _did(name: str, turn: PlayedMove, language: str) -> SafeString:
    text = said(turn.text)
    return _DID(name=name, what=worth(text, turn.points) if turn.points else text, detail=detail(turn))


def badge(person: User) -> SafeString:
    """Return the mark of a computer player; empty for people."""
    return _badge(get_language()) if person.is_computer else EMPTY


@lru_cache(maxsize=20)
def _badge(language: str) -> SafeString:
    return render_to_string("matches/badge.html", {"person": {"is_computer": True}})


def small_tile(face: str, kind: str) -> SafeString:
    """Return a tile to look at."""
    return _SMALL_TILE(kind=kind, face=sign(face))


def small_tiles(tiles: tuple[Tile, ...]) -> SafeString:
    """Return the tiles of a hand to look at."""
    return joined(small_tile(tile.face, tile.drawn) for tile in tiles)
