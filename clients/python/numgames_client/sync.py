"""The client for programs without asyncio; made of `aio.py`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from time import sleep
from types import TracebackType
from typing import Any, Self, cast

import httpx

from numgames_client import types
from numgames_client.calls import BUSY, SILENCE, Place, Retries, address, headers_of, problem_of


class Client:
    """A site's API, as the owner of a token uses it, or a visitor. Refusals are raised as `Problem`.

    What the site is too busy for, or limits, is sent again when it says (`Retry-After`), within `patience` seconds.
    """

    def __init__(
        self, site: str, token: str = "", *, language: str = "en", patience: float = 120, timeout: float = 30
    ) -> None:
        """Use the API of this site, such as https://numgames.example, with sentences in this language."""
        self.patience = patience
        self._http = httpx.Client(base_url=site, headers=headers_of(token, language), timeout=timeout)

    def __enter__(self) -> Self:
        """Return the client."""
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: object, trace: TracebackType | None) -> None:
        """Close the connections."""
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def call(
        self,
        method: str,
        *path: str,
        params: Mapping[str, Any] | None = None,
        json: object = None,
        is_safe: bool = False,
    ) -> Any:  # noqa: ANN401 - JSON of any kind
        """Send a request to any address below `/api/v1/`, and return what is answered.

        One that `is_safe` is sent again if its connection breaks, as all GET requests are.
        """
        retries = Retries(self.patience, is_safe=is_safe or method == "GET")
        while True:
            try:
                answer = self._http.request(method, address(*path), params=params, json=json)
            except httpx.TransportError as fault:
                pause = retries.pause_after(fault)
                if pause is None:
                    raise
            else:
                if answer.is_success:
                    return answer.json() if answer.content else None
                pause = retries.pause_after(answer)
                if pause is None:
                    raise problem_of(answer)
            sleep(pause)

    def games(self) -> list[types.Game]:
        """Return all games."""
        return cast(list[types.Game], self.call("GET", "games"))

    def game(self, game: str) -> types.Game:
        """Return a game."""
        return cast(types.Game, self.call("GET", "games", game))

    def player(self, name: str) -> types.Player:
        """Return a player."""
        return cast(types.Player, self.call("GET", "players", name))

    def ratings(self, name: str) -> list[types.Rating]:
        """Return the ratings of a player."""
        return cast(list[types.Rating], self.call("GET", "players", name, "ratings"))

    def matches(self, name: str, *, state: str = "", game: str = "") -> Iterator[types.Head]:
        """Yield the matches of a player, the one with the latest move first; `state` is `running` or `finished`."""
        cursor: str | None = ""
        while cursor is not None:
            chosen = {"state": state, "game": game, "cursor": cursor, "limit": 100}
            page = self.call("GET", "players", name, "matches", params=chosen)
            for head in page["items"]:
                yield head
            cursor = page["next"]

    def me(self) -> types.Me:
        """Return the owner of the token, and what it may do."""
        return cast(types.Me, self.call("GET", "me"))

    def turns(self) -> list[types.Head]:
        """Return the matches in which it is your turn."""
        return cast(list[types.Head], self.call("GET", "me", "turns"))

    def match(self, match: str) -> types.Match:
        """Return a match as it stands."""
        return cast(types.Match, self.call("GET", "matches", match))

    def moves(self, match: str, since: int = 0) -> list[types.Move]:
        """Return the moves after ply `since`."""
        return cast(list[types.Move], self.call("GET", "matches", match, "moves", params={"since": since}))

    def file(self, match: str) -> types.Json:
        """Return the match file."""
        return cast(types.Json, self.call("GET", "matches", match, "file"))

    def legal_moves(self, match: str, limit: int = 2000) -> types.LegalMoves:
        """Return the legal moves in your turn."""
        found = self.call("GET", "matches", match, "legal-moves", params={"limit": limit})
        return cast(types.LegalMoves, found)

    def preview(self, match: str, move: str) -> list[types.Move]:
        """Return what a move would do, in each way in which it can be played."""
        found = self.call("POST", "matches", match, "preview", json={"move": move}, is_safe=True)
        return cast(list[types.Move], found)

    def play(self, match: str, ply: int, move: str) -> types.Match:
        """Play a move as number `ply` of the match; the same once more does nothing."""
        sent = {"ply": ply, "move": move}
        return cast(types.Match, self.call("POST", "matches", match, "moves", json=sent, is_safe=True))

    def act(self, match: str, action: str) -> types.Match:
        """Do something else in your match: `resign`, `offer-draw`, `arrive` and others that `/api/` lists."""
        return cast(types.Match, self.call("POST", "matches", match, action))

    def chat(self, match: str) -> list[types.Message]:
        """Return the messages that you may read."""
        return cast(list[types.Message], self.call("GET", "matches", match, "chat"))

    def say(self, match: str, text: str = "", *, phrase: str = "", key: str = "") -> types.Message:
        """Write in the chat; with a `key` of yours a message is there once, however often it is sent."""
        sent = {"text": text, "phrase": phrase, "key": key}
        found = self.call("POST", "matches", match, "chat", json=sent, is_safe=bool(key))
        return cast(types.Message, found)

    def challenges(self) -> list[types.Challenge]:
        """Return the open challenges that everyone may accept."""
        return cast(list[types.Challenge], self.call("GET", "challenges"))

    def own_challenges(self) -> list[types.Challenge]:
        """Return your open challenges, and those to you."""
        return cast(list[types.Challenge], self.call("GET", "me", "challenges"))

    def challenge(
        self,
        game: str,
        opponent: str = "",
        *,
        pace: str = "3d",
        rated: bool = False,
        options: Mapping[str, str] | None = None,
        kind: str = "",
        starts: str = "random",
        rests: bool = True,
    ) -> types.Challenge:
        """Challenge a player, or without an opponent all; `kind` `link` is for who gets its id."""
        kind = kind or ("direct" if opponent else "open")
        sent = {"game": game, "opponent": opponent, "pace": pace, "rated": rated, "options": dict(options or {})}
        sent |= {"kind": kind, "starts": starts, "rests": rests}
        return cast(types.Challenge, self.call("POST", "challenges", json=sent))

    def answer(self, challenge: str, answer: str = "accept") -> types.Challenge:
        """Answer a challenge: `accept` or `decline`; or `withdraw` your own."""
        return cast(types.Challenge, self.call("POST", "challenges", challenge, answer))

    def daily_puzzles(self) -> list[types.Daily]:
        """Return today's puzzles."""
        return cast(list[types.Daily], self.call("GET", "puzzles", "daily"))

    def next_puzzle(self, game: str, *, level: str = "", kind: str = "") -> types.Puzzle:
        """Return a puzzle that is new to you."""
        chosen = {"game": game, "level": level, "kind": kind}
        return cast(types.Puzzle, self.call("GET", "puzzles", "next", params=chosen))

    def puzzle(self, puzzle: str) -> types.Puzzle:
        """Return a puzzle."""
        return cast(types.Puzzle, self.call("GET", "puzzles", puzzle))

    def solve(self, puzzle: str, move: str, step: int = 0) -> types.Puzzle:
        """Try a move; `step` is the puzzle's. The same once more does nothing."""
        sent = {"move": move, "step": step}
        return cast(types.Puzzle, self.call("POST", "puzzles", puzzle, "attempts", json=sent, is_safe=True))

    def give_up(self, puzzle: str) -> types.Puzzle:
        """Give up, and return the puzzle with its solution."""
        return cast(types.Puzzle, self.call("POST", "puzzles", puzzle, "solution", is_safe=True))

    def webhook_keys(self) -> list[types.Json]:
        """Return the public keys that sign webhooks."""
        return cast(list[types.Json], (self.call("GET", "webhooks", "keys"))["keys"])

    def stream_match(self, match: str, place: Place | None = None) -> Iterator[types.Match]:
        """Yield a match as it stands, and again with each change, until it is over; `moves` are those since before."""
        for line in self._lines(address("stream", "matches", match), {}, place):
            yield cast(types.Match, line)

    def stream_matches(self, matches: list[str], place: Place | None = None) -> Iterator[types.Match]:
        """Yield several matches like `stream_match`, until all are over."""
        for line in self._lines(address("stream", "matches"), {"ids": ",".join(matches)}, place):
            yield cast(types.Match, line)

    def stream_chat(self, match: str, after: int = 0) -> Iterator[types.Message]:
        """Yield the chat of your match, after the message with the id `after`, until the match is over.

        After a broken connection some messages come twice. One that is erased comes once more, without text.
        """
        latest = {"chat": str(after)}
        for line in self._lines(address("stream", "matches", match), latest, None):
            if line["type"] == "chat":
                message = cast(types.Message, line["message"])
                latest["chat"] = str(max(int(latest["chat"]), message["id"]))
                yield message

    def stream_events(self, place: Place | None = None) -> Iterator[types.Line]:
        """Yield your state, then what happens to your matches and challenges, for ever; some things come twice."""
        for line in self._lines(address("stream", "events"), {}, place):
            yield line

    def _lines(self, path: str, params: dict[str, str], place: Place | None) -> Iterator[types.Line]:
        """Yield the lines of a stream, which is resumed from its place when it ends. Raises Problem, StreamEnded."""
        place = place or Place()
        timeout = httpx.Timeout(SILENCE, pool=None)
        while True:
            busy = None
            sent = params | ({"after": place.after} if place.after else {})
            try:
                with self._http.stream("GET", path, params=sent, timeout=timeout) as answer:
                    if answer.is_success:
                        for text in answer.iter_lines():
                            line = place.take(text)
                            if line is not None:
                                yield line
                    else:
                        busy = answer
                        answer.read()
                        if answer.status_code not in BUSY:
                            raise problem_of(answer)
            except httpx.TransportError:
                pass
            pause = place.pause(busy)
            if pause is None:
                return
            sleep(pause)
