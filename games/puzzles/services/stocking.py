"""The packs of checked puzzles that come with the games: a new site begins with them."""

from __future__ import annotations

import logging

from django.conf import settings

from core import clock
from games.catalogue import games, puzzles_file
from games.puzzles.making.difficulty import first_rating
from games.puzzles.making.pack import Packed, read_pack
from games.puzzles.models import Puzzle
from games.puzzles.services.dailies import choose_all

log = logging.getLogger(__name__)


def load_packs() -> None:
    """Load the puzzles that are missing from the packs of all games, and choose today's. Idempotent.

    They count as checked, since a pack has only puzzles that passed the check. What the site has stays as it is: a
    puzzle that was withdrawn remains so. With a `PUZZLE_STOCK` of 0 nothing is loaded. A pack that cannot be read is
    logged and left out.
    """
    if not settings.PUZZLE_STOCK:
        return
    for slug in games():
        try:
            pack = read_pack(slug, puzzles_file(slug))
        except (OSError, ValueError, LookupError, TypeError) as fault:
            log.error("The puzzles of %s cannot be read: %s", slug, type(fault).__name__)
        else:
            _load([one for one in pack if one.rules == games()[slug].rules_version])
    choose_all()


def _load(pack: list[Packed]) -> None:
    """Insert the puzzles of a game that the site does not have, all at once; they are rated within the pack."""
    ids = set(Puzzle.objects.filter(pk__in=[one.id for one in pack]).values_list("pk", flat=True))
    hardness = [one.hardness for one in pack]
    now = clock.now()
    missing = [
        Puzzle(
            id=one.id,
            game_slug=one.slug,
            option_data=one.options,
            rules_version=one.rules,
            seed=one.seed,
            moves=one.moves,
            ply=one.found.ply,
            best=one.found.best,
            best_points=one.found.best_points,
            second_points=one.found.second_points,
            choices=one.found.choices,
            answers=one.found.answers,
            kind=one.found.kind,
            solutions=list(one.found.solutions),
            line=one.found.line,
            best_chance=one.found.best_chance,
            points_chance=one.found.points_chance,
            hardness=one.hardness,
            rating=first_rating(one.hardness, hardness),
            for_daily=one.daily,
            state=Puzzle.State.OFFERED,
            checked_at=now,
        )
        for one in pack
        if one.id not in ids
    ]
    Puzzle.objects.bulk_create(missing, ignore_conflicts=True)  # another process may load them at the same time
