"""CPU of drawing a move for the open pages of a match, and the bytes that each page is sent."""

from __future__ import annotations

import time
from itertools import islice
from statistics import median

from bench.stage import stage

GAMES = ("digifeud", "tenbyten", "sudoku", "summy")
LONGEST = 60  # moves of a match
TRIED = 40  # legal moves from which each turn chooses
SIZES = ("mover", "opponent", "spectator")


def main() -> None:
    """Print the figures of a match of each game, the first moves left out."""
    with stage():
        print(f"{'':12}{'both seats':>12}{'spectator':>12}  bytes for {', '.join(SIZES)} (median)")
        for slug in GAMES:
            _measure(slug)


def _measure(slug: str) -> None:
    from accounts.models import User
    from core.live.page_socket import encode
    from games.catalogue import games
    from games.matches.pages.match_view import MatchView
    from games.matches.pages.page_updates import cache_rendered, update_since
    from games.matches.play import positions
    from games.matches.play.services import find_match, play_move, start_match
    from games.matches.time.control import TimeControl
    from games.rules import Seat, SeededRandom

    first, second = (User.objects.create_user(f"{slug}-{seat}") for seat in ("anna", "bob"))
    control = TimeControl.correspondence(days=3)
    options = games()[slug].options_type()
    match = start_match(game_slug=slug, options=options, first=first, second=second, time_control=control)
    for viewer in (*Seat, None):
        cache_rendered(MatchView(match, viewer))
    rng = SeededRandom(slug.encode(), 1)
    seats, spectator, sizes = list[float](), list[float](), {name: list[int]() for name in SIZES}
    while not match.finished_at and match.ply < LONGEST:
        mover = Seat(match.to_move)
        tried = list(islice(match.game.legal_moves(positions.replay(match).position), TRIED))
        text = match.game.encode(tried[rng.below(len(tried))])
        version, ply = match.version, match.ply
        play_move(match.pk, match.player(mover), ply + 1, text)
        match = find_match(match.pk)
        began = time.process_time()
        updates = [update_since(match, viewer, version, ply) for viewer in (mover, mover.other)]
        seats.append(time.process_time() - began)
        began = time.process_time()
        updates.append(update_since(match, None, version, ply))
        spectator.append(time.process_time() - began)
        if not match.finished_at:
            for name, update in zip(SIZES, updates, strict=True):
                sizes[name].append(len(encode(update.message()).encode()))
    figures = [median(times[len(times) // 4 :]) * 1000 for times in (seats, spectator)]
    weights = ", ".join(f"{median(sizes[name]):,.0f}" for name in SIZES)
    print(f"{slug:12}{figures[0]:9.2f} ms{figures[1]:9.2f} ms  {weights}")


if __name__ == "__main__":
    main()
