"""The file format of a match, written and read as text and as JSON; specified in docs/files.md."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.utils.translation import gettext as _

from games.matches.time.control import TimeControl
from games.rules import Seat

FORMAT = "numgames-match-1"
MOST_MOVES = 2000
LONGEST_LINE = 1300  # characters: a variation of twelve moves
LONGEST_CHAIN = 10  # matches in one file, each of which continues the next
BETWEEN = "; "  # moves of a variation
BELOW = "----"  # the line before the file of the match that this one continues
WINNERS = {"first": Seat.FIRST, "second": Seat.SECOND, "draw": None, "none": None}
ALWAYS = (
    *("Format", "Game", "Match", "First", "Second", "Options", "Pace", "Rated", "Started", "Points"),
    "Seal",
)
AFTER = ("Finished", "Ending", "Winner", "Seed")  # all four once the match is over, none before
# Optional: what it counted for, once it is over; when staff voided it; the match that it continues, whose file follows;
# the version of the game's rules, 1 by default; how the seed is derived, from which values, and who began by chance;
# the id of the other board of a mirror match; a variation of the match that it continues.
SELDOM = ("Counts", "Voided", "Origin", "Rules", "Deal", "Server", "Mixed", "Start", "Mirror", "Line")
MIXED = "2"  # the version of a deal whose seed is mixed; 1, the seed is the server's value, is left out
NO_VALUE = "-"
CHANCE = "chance"
COUNTED = ("nothing", "rating", "rating score")
_HEADER = re.compile(r"\[([A-Za-z]+)(?: (.*))?\]")
_MOVE = re.compile(r"([1-9][0-9]{0,4})\. (.+)", re.ASCII)
_ORIGIN = re.compile(r"([a-z0-9]{1,20}) ([0-9]{1,5}) (first|second)", re.ASCII)
_HEX = re.compile(r"[0-9a-f]{64}", re.ASCII)
_VERSION = re.compile(r"[1-9][0-9]{0,3}", re.ASCII)
_POINTS = re.compile(r"(-?[0-9]{1,9}):(-?[0-9]{1,9})", re.ASCII)


class Unreadable(Exception):
    """A file that holds no valid match: `reason` is a sentence for its reader, `line` is None where it is not known."""

    def __init__(self, reason: str, line: int | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.line = line

    def __str__(self) -> str:
        if self.line is None:
            return self.reason
        return _("Line {line}: {reason}").format(line=self.line, reason=self.reason)


@dataclass(frozen=True)
class Source:
    """The match that another one continues: its file, after how many moves and a variation, whose hand was kept."""

    transcript: Transcript
    ply: int
    keeper: Seat
    line: tuple[str, ...] = ()


@dataclass(frozen=True)
class MixedDeal:
    """The values of which a mixed seed is the hash, in hexadecimal: the server's, and the players', empty without one.

    With `by_chance`, the seed also decided who began.
    """

    server: str
    values: tuple[str, str]
    by_chance: bool = False


@dataclass(frozen=True)
class Transcript:
    """The content of a match file; `lines` has line numbers by field and move, and is ignored in comparisons."""

    game: str
    match: str
    first: str
    second: str
    options: Mapping[str, str]
    time_control: TimeControl
    rated: bool
    started: datetime
    points: tuple[int, int]
    commitment: str
    moves: tuple[str, ...]
    finished: datetime | None = None
    ending: str = ""
    outcome: str = ""
    seed: str = ""
    counts: str = ""
    voided: datetime | None = None
    source: Source | None = None
    rules: int = 1
    deal: MixedDeal | None = None
    mirror: str = ""
    lines: Mapping[str, int] = field(default_factory=dict, compare=False)

    @property
    def winner(self) -> Seat | None:
        """The winner; None for a draw, without a result, and while the match runs."""
        return WINNERS.get(self.outcome)

    @property
    def header(self) -> dict[str, str]:
        """The names and values of the header."""
        head = {
            "Format": FORMAT,
            "Game": self.game,
            "Match": self.match,
            "First": self.first,
            "Second": self.second,
            "Options": " ".join(f"{name}={value}" for name, value in self.options.items()),
            "Pace": self.time_control.file_code,
            "Rated": "yes" if self.rated else "no",
            "Started": self.started.isoformat(timespec="seconds"),
            "Points": f"{self.points[0]}:{self.points[1]}",
            "Seal": self.commitment,
        }
        if self.rules > 1:
            head["Rules"] = str(self.rules)
        if self.mirror:
            head["Mirror"] = self.mirror
        if self.finished:
            head["Finished"] = self.finished.isoformat(timespec="seconds")
            head |= {"Ending": self.ending, "Winner": self.outcome, "Seed": self.seed}
        if self.deal:
            mixed = " ".join(value or NO_VALUE for value in self.deal.values)
            head |= {"Deal": MIXED, "Server": self.deal.server, "Mixed": mixed}
            if self.deal.by_chance:
                head["Start"] = CHANCE
        if self.counts:
            head["Counts"] = self.counts
        if self.voided:
            head["Voided"] = self.voided.isoformat(timespec="seconds")
        if self.source:
            head["Origin"] = f"{self.source.transcript.match} {self.source.ply} {self.source.keeper.name.lower()}"
            if self.source.line:
                head["Line"] = BETWEEN.join(self.source.line)
        return head

    @property
    def text(self) -> str:
        """The file as text: header, empty line, numbered moves; then the file of the match that it continues."""
        lines = [f"[{name} {value}]" for name, value in self.header.items()]
        below = ["", BELOW, self.source.transcript.text] if self.source else [""]
        return "\n".join([*lines, "", *(f"{ply}. {text}" for ply, text in enumerate(self.moves, 1)), *below])

    @property
    def data(self) -> dict[str, object]:
        """The file as plain data: the header's names in lower case, the moves, and the match that it continues."""
        head: dict[str, object] = {name.lower(): value for name, value in self.header.items()}
        body = {"options": dict(self.options), "points": list(self.points), "moves": list(self.moves)}
        below = {"continued": self.source.transcript.data} if self.source else {}
        return head | {"rated": self.rated} | body | below


def read(content: str) -> Transcript:
    """Return the match that the text or the JSON holds; raises Unreadable."""
    return _read_json(content) if content.lstrip().startswith("{") else _read_text(content)


def _read_text(content: str) -> Transcript:
    files: list[list[tuple[int, str]]] = [[]]
    for number, raw in enumerate(content.splitlines(), 1):
        line = raw.strip()
        if line == BELOW:
            _check_chain(len(files), number)
            files.append([])
        else:
            files[-1].append((number, line))
    transcript: Transcript | None = None
    for file in files[:0:-1]:
        transcript = _read_file(file, transcript)
    return _read_file(files[0], transcript)


def _check_chain(length: int, line: int | None = None) -> None:
    if length >= LONGEST_CHAIN:
        raise Unreadable(_("This match continues too many others."), line)


def _read_file(content: Sequence[tuple[int, str]], below: Transcript | None) -> Transcript:
    head: dict[str, str] = {}
    moves: list[str] = []
    lines: dict[str, int] = {}
    for number, line in content:
        if len(line) > LONGEST_LINE:
            raise Unreadable(_("This line is too long."), number)
        if header := _HEADER.fullmatch(line):
            _take_header(head, header, number, moves)
            lines[header[1]] = number
        elif line:
            _take_move(moves, line, number)
            lines[f"move {len(moves)}"] = number
    return _build(head, moves, lines, below)


def _take_header(head: dict[str, str], header: re.Match[str], number: int, moves: Sequence[str]) -> None:
    name = header[1]
    if name not in (*ALWAYS, *AFTER, *SELDOM):
        raise Unreadable(_("A match file has no field “{name}”.").format(name=name[:30]), number)
    if name in head:
        raise Unreadable(_("“{name}” appears twice.").format(name=name), number)
    if moves:
        raise Unreadable(_("The header must come before the moves."), number)
    head[name] = header[2] or ""


def _take_move(moves: list[str], line: str, number: int) -> None:
    parts = _MOVE.fullmatch(line)
    if not parts:
        raise Unreadable(
            _("This line is neither a header, such as [Game digifeud], nor a move, such as 1. d4."), number
        )
    if int(parts[1]) != len(moves) + 1:
        sentence = _("Move {wanted} should be here, not {found}.")
        raise Unreadable(sentence.format(wanted=len(moves) + 1, found=parts[1]), number)
    if len(moves) == MOST_MOVES:
        raise Unreadable(_("Too many moves for one match."), number)
    moves.append(parts[2])


def _read_json(content: str) -> Transcript:
    try:
        data = json.loads(content)
        json.dumps(data, ensure_ascii=False).encode()  # raises UnicodeEncodeError, a ValueError, at lone surrogates
    except (ValueError, RecursionError) as fault:
        raise Unreadable(_("This isn’t valid JSON."), getattr(fault, "lineno", None)) from None
    return _read_data(data, 1)


def _read_data(data: dict[str, object], length: int) -> Transcript:
    below = data.pop("continued", None)
    if below is not None and not isinstance(below, dict):
        raise Unreadable(_("“continued” must be the match that this one continues."))
    _check_chain(length)
    source = None if below is None else _read_data(below, length + 1)
    moves, options, points = (data.pop(name, None) for name in ("moves", "options", "points"))
    if not isinstance(moves, list) or len(moves) > MOST_MOVES or not all(isinstance(move, str) for move in moves):
        raise Unreadable(_("“moves” must be a list of moves in notation."))
    if not isinstance(options, dict) or not all(isinstance(value, str) for value in options.values()):
        raise Unreadable(_("“options” must be an object of names and values."))
    if not isinstance(points, list) or len(points) != 2:
        raise Unreadable(_("“points” must be a list of two numbers."))
    head = {name.capitalize(): value for name, value in data.items()} | {"Rated": _yes_or_no(data.get("rated"))}
    if wrong := next((name for name, value in head.items() if not isinstance(value, str)), None):
        raise Unreadable(_("“{name}” must be text.").format(name=wrong[:30]))
    if unknown := next((name for name in head if name not in (*ALWAYS, *AFTER, *SELDOM)), None):
        raise Unreadable(_("A match file has no field “{name}”.").format(name=unknown[:30]))
    head["Options"] = " ".join(f"{name}={value}" for name, value in options.items())
    head["Points"] = ":".join(map(str, points))
    return _build({name: str(value) for name, value in head.items()}, moves, {}, source)


def _yes_or_no(value: object) -> str:
    return {"True": "yes", "False": "no"}.get(str(value), "?")


def _build(
    head: Mapping[str, str], moves: Sequence[str], lines: Mapping[str, int], below: Transcript | None
) -> Transcript:
    """Return the match from its header, its moves and the match it continues; `lines` are line numbers by name."""
    names = (*ALWAYS, *AFTER) if any(name in head for name in AFTER) else ALWAYS
    if missing := [name for name in names if name not in head]:
        raise Unreadable(_("“{name}” is missing in the header.").format(name=missing[0]))
    if head["Format"] != FORMAT:
        raise Unreadable(_("This page reads only the format {format}.").format(format=FORMAT), lines.get("Format"))
    reader = _Reader(head, lines)
    over = "Finished" in head
    return Transcript(
        **{name.lower(): head[name] for name in ("Game", "Match", "First", "Second")},
        commitment=head["Seal"],
        options=reader.options(),
        time_control=reader.time_control(),
        rated=reader.one_of("Rated", ("yes", "no")) == "yes",
        started=reader.moment("Started"),
        points=reader.points(),
        moves=tuple(moves),
        finished=reader.moment("Finished") if over else None,
        ending=head["Ending"] if over else "",
        outcome=reader.one_of("Winner", tuple(WINNERS)) if over else "",
        seed=reader.seed() if over else "",
        counts=reader.one_of("Counts", COUNTED) if "Counts" in head else "",
        voided=reader.moment("Voided") if "Voided" in head else None,
        source=reader.source(below),
        rules=reader.rules(),
        deal=reader.deal() if over else None,
        mirror=head.get("Mirror", "")[:20],
        lines=lines,
    )


@dataclass(frozen=True)
class _Reader:
    """Parses the values of a header; raises Unreadable with the line."""

    head: Mapping[str, str]
    lines: Mapping[str, int]

    def refuse(self, name: str) -> Unreadable:
        value = self.head[name][:40]
        sentence = _("“{value}” is not a valid value for “{name}”.").format(value=value, name=name)
        return Unreadable(sentence, self.lines.get(name))

    def one_of(self, name: str, values: tuple[str, ...]) -> str:
        if self.head[name] not in values:
            raise self.refuse(name)
        return self.head[name]

    def moment(self, name: str) -> datetime:
        try:
            moment = datetime.fromisoformat(self.head[name])
        except ValueError:
            raise self.refuse(name) from None
        if moment.tzinfo is None:
            raise self.refuse(name)
        return moment

    def points(self) -> tuple[int, int]:
        parts = _POINTS.fullmatch(self.head["Points"])
        if not parts:
            raise self.refuse("Points")
        return int(parts[1]), int(parts[2])

    def options(self) -> dict[str, str]:
        pairs = [pair.partition("=") for pair in self.head["Options"].split()]
        if not all(name and sign for name, sign, _value in pairs):
            raise self.refuse("Options")
        return {name: value for name, _sign, value in pairs}

    def time_control(self) -> TimeControl:
        try:
            return TimeControl.parse(self.head["Pace"])
        except ValueError:
            raise self.refuse("Pace") from None

    def source(self, below: Transcript | None) -> Source | None:
        if "Origin" not in self.head and below is None:
            return None
        parts = _ORIGIN.fullmatch(self.head.get("Origin", ""))
        if below is None or parts is None or parts[1] != below.match:
            raise Unreadable(_("“Origin” and the match after it don’t match."), self.lines.get("Origin"))
        line = tuple(self.head["Line"].split(BETWEEN)) if "Line" in self.head else ()
        return Source(below, int(parts[2]), Seat[parts[3].upper()], line)

    def rules(self) -> int:
        if "Rules" not in self.head:
            return 1
        if not _VERSION.fullmatch(self.head["Rules"]):
            raise self.refuse("Rules")
        return int(self.head["Rules"])

    def deal(self) -> MixedDeal | None:
        if "Deal" not in self.head:
            return None
        self.one_of("Deal", (MIXED,))
        if missing := [name for name in ("Server", "Mixed") if name not in self.head]:
            raise Unreadable(_("“{name}” is missing in the header.").format(name=missing[0]), self.lines.get("Deal"))
        if not _HEX.fullmatch(self.head["Server"]):
            raise self.refuse("Server")
        values = ["" if value == NO_VALUE else value for value in self.head["Mixed"].split(" ")]
        if len(values) != 2 or not all(not value or _HEX.fullmatch(value) for value in values):
            raise self.refuse("Mixed")
        by_chance = "Start" in self.head and self.one_of("Start", (CHANCE,)) == CHANCE
        return MixedDeal(self.head["Server"], (values[0], values[1]), by_chance)

    def seed(self) -> str:
        if not re.fullmatch(r"[0-9a-f]{2,64}", self.head["Seed"], re.ASCII) or len(self.head["Seed"]) % 2:
            raise self.refuse("Seed")
        return self.head["Seed"]
