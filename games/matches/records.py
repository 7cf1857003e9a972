"""The record of a match: its notation as text, its data, and the proof that the draw was sealed."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q

from accounts.models import User
from games.matches import positions
from games.matches.models import Match, seal_of
from games.rules import AnyGame, Dice, Pile, Seat


@dataclass(frozen=True)
class Proof:
    """What was hidden while a match ran, and whether it fits what was promised and played."""

    seed: str
    seal_fits: bool
    moves_fit: bool
    sealed: tuple[Pile, ...]


def moves_of(match: Match, viewer: Seat | None) -> list[str]:
    """The moves in notation, in order; while the match runs, those of others without what only their mover may know."""
    texts = [move.text for move in match.moves.all()]
    if match.finished_at:
        return texts
    game: AnyGame = match.game
    turns = positions.replay(match).turns
    return [
        text if turn.seat is viewer else game.published(game.decode(text))
        for text, turn in zip(texts, turns, strict=False)  # a move may have come in between
    ]


def as_text(match: Match, viewer: Seat | None) -> str:
    """A header of names and values, an empty line, and one numbered move a line."""
    lines = [f"[{name} {value}]" for name, value in _header(match).items()]
    lines.append("")
    lines += [f"{ply}. {text}" for ply, text in enumerate(moves_of(match, viewer), 1)]
    return "\n".join([*lines, ""])


def prove(match: Match) -> Proof:
    """Opens the seal of a finished match and replays it from its seed, without help from memory."""
    start = match.game.setup(match.options, Dice(bytes(match.seed), 0))
    end = positions.with_forfeit(match, positions.replay_afresh(match, match.ply).position)
    kept = (match.first_points, match.second_points), match.winner
    return Proof(
        seed=bytes(match.seed).hex(),
        seal_fits=seal_of(match.seed) == match.seal,
        moves_fit=end.result is not None and (end.scores, end.result.winner) == kept,
        sealed=match.game.sealed(start),
    )


def as_data(match: Match, viewer: Seat | None) -> dict[str, object]:
    """The match as plain data, for a player's export."""
    return {**_header(match), "options": match.option_data, "moves": moves_of(match, viewer)}


def matches_of(user: User) -> list[dict[str, object]]:
    """All matches of a player, oldest first, for the export of their data. Seeds only of matches that are over."""
    mine = Match.objects.filter(Q(first=user) | Q(second=user)).select_related("first", "second")
    return [as_data(match, match.seat_of(user)) for match in mine.order_by("started_at").prefetch_related("moves")]


def _header(match: Match) -> dict[str, str]:
    header = {
        "Game": match.game_slug,
        "Match": match.pk,
        "First": str(match.first),
        "Second": str(match.second),
        "Options": " ".join(f"{name}={value}" for name, value in match.option_data.items()),
        "Time": match.time_code,
        "Started": match.started_at.isoformat(timespec="seconds"),
        "Points": f"{match.first_points}:{match.second_points}",
        "Seal": match.seal,
    }
    if match.finished_at:
        header["Finished"] = match.finished_at.isoformat(timespec="seconds")
        header["Ending"] = match.ending
        header["Winner"] = {None: "draw", 1: "first", 2: "second"}[match.winner]
        header["Seed"] = bytes(match.seed).hex()
    return header
