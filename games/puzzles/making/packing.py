"""The making of packs: computers play matches, whose puzzles pass the same check as those that a site finds itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from games.catalogue import bots, games
from games.puzzles.kinds import Kind, main_kind
from games.puzzles.making.extraction import Effort, find, play
from games.puzzles.making.pack import Packed, seed_of
from games.puzzles.making.verification import verified_hardness

DAYS = 60  # daily puzzles of a pack
LEVELS = (None, 1, 3)  # of the computers, in turn: None is the fast bot; weak ones leave more points on the board
DECIDED = 0.2  # the margin of an answer: rollouts confirm a large one in a third of the time of a small one
THOROUGH = Effort(sums=3, by_chance=3, margin=DECIDED)  # positions evaluated by chance take most of the time
SUMS_ALONE = Effort(sums=3, by_chance=0, endings=False, margin=DECIDED)


def search(slug: str, match: int, effort: Effort = THOROUGH) -> list[Packed]:
    """Play the match of this number, and return its puzzles that pass the check, none of them reserved yet."""
    game, seed = games()[slug], seed_of(slug, match)
    moves, options = play(slug, seed, level=_level_of(slug, match)), game.options_type().data()
    puzzles = find(slug, options, seed, moves, effort)
    pairs = [(one, verified_hardness(slug, options, seed, moves[: one.ply], one)) for one in puzzles]
    return [
        Packed(slug, match, False, game.rules_version, options, moves[: one.ply], one, hardness)
        for one, hardness in pairs
        if hardness is not None
    ]


def passes_again(one: Packed) -> bool:
    """Return whether a puzzle of the pack still passes the check, by the present rules and computer players."""
    if one.rules != games()[one.slug].rules_version:
        return False
    return verified_hardness(one.slug, one.options, one.seed, one.moves, one.found) is not None


def added(pack: list[Packed], found: list[Packed]) -> list[Packed]:
    """Return the pack with these puzzles added; the next days get every second one of the game's main kind."""
    grown = list(pack)
    for one in found:
        days = sum(other.daily for other in grown)
        main = one.found.kind is main_kind(games()[one.slug])
        grown.append(replace(one, daily=main and days < DAYS and days <= len(grown) - days))
    return grown


def is_whole(pack: list[Packed], wanted: int) -> bool:
    """Return whether the pack has a puzzle for each of the `DAYS`, and `wanted` more."""
    days = sum(one.daily for one in pack)
    return days >= DAYS and len(pack) - days >= wanted


def _level_of(slug: str, match: int) -> int | None:
    """Return the level that plays the match. Endings come from the fast bot's alone, which plays to the end."""
    level = LEVELS[match % len(LEVELS)]
    return level if games()[slug].has_point_puzzles and level in bots().get(slug, ()) else None


def extended(slug: str, pack: list[Packed], wanted: int) -> Iterator[list[Packed]]:
    """Yield the pack after each further match until it is whole; it goes on after the last match that it knows.

    Puzzles of other kinds than the main one are looked for in the fast bot's matches only, as that takes long, and no
    longer once they are a quarter of what is wanted.
    """
    match, main = max((one.match for one in pack), default=0), main_kind(games()[slug])
    while not is_whole(pack, wanted):
        match += 1
        others = sum(one.found.kind is not main for one in pack)
        main_alone = _level_of(slug, match) is not None or 4 * others >= wanted
        effort = SUMS_ALONE if main is Kind.SUM and main_alone else THOROUGH
        pack = added(pack, search(slug, match, effort))
        yield pack
