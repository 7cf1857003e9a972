"""Plays one match of 10 BY 10: `NUMGAMES_TOKEN=ng_… python tenbyten_bot.py https://numgames.example [opponent]`.

Without an opponent it accepts the first challenge. Scopes: profile:read, challenges:write and bot:play.
"""

import os
import sys

from numgames_client import Client, Problem
from numgames_client.types import LegalMove


def choose(moves: list[LegalMove]) -> str:
    """Return the move with the most points; of equal ones the last in the list."""
    return max(reversed(moves), key=lambda one: one["points"])["move"]


def begin(client: Client, opponent: str = "") -> str:
    """Challenge the opponent, or wait for a challenge; return the match."""
    own = client.challenge("tenbyten", opponent)["challenge"] if opponent else None
    for event in client.stream_events():
        for one in [*event.get("challenges", []), *([event["challenge"]] if "challenge" in event else [])]:
            if own is None and one["game"] == "tenbyten" and one["status"] == "open":
                return str(client.answer(one["challenge"])["match"])
            if one["challenge"] == own and one["match"]:
                return str(one["match"])
    raise SystemExit("The challenge is gone.")


with Client(sys.argv[1], os.environ["NUMGAMES_TOKEN"]) as client:
    for match in client.stream_match(begin(client, *sys.argv[2:])):
        if match["to_move"] and match["to_move"] == match["you"]:
            try:
                legal = client.legal_moves(match["match"])
                client.play(match["match"], legal["ply"], choose(legal["moves"]))
            except Problem as problem:
                if problem.status != 409:  # the line told of an older state
                    raise
    print(match["winner"], *match["points"])
