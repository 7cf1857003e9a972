"""The grammar of sums, their exact arithmetic, and the table of all sums of up to nine pieces.

The table is looked up by the multiset of the pieces of a sum (an anagram dictionary). It is one file, memory-mapped, so
that all processes share its pages. It is written by `python -m games.summy.model.equations` or by the first process
that needs it; if no file can be written, the table is kept in memory. The format: 8 bytes of magic number and version,
the number of entries (8 bytes, little endian), the sorted multiset keys (8 bytes each), the offsets of their texts (4
bytes each, one more than keys), and the concatenated texts. All texts of a key have the same length. Keys and offsets
are in native byte order.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from mmap import ACCESS_READ, mmap
from pathlib import Path
from tempfile import NamedTemporaryFile

from games.rules import Sentence, say, tables
from games.summy.model.board import ARITHMETICS, EQUALS, EVERYTHING, MULTISET_KEYS, OPERATORS, multiset_key

SIGNS = {"+": "+", "-": "−", "x": "×", ":": ":", "=": "="}
MIN_LENGTH = 5  # pieces of the shortest sum, such as 1+1=2

_NUMBER = "(?:0|[1-9][0-9]*)"
_LEFT = re.compile(f"{_NUMBER}(?:[-+x:]{_NUMBER})+")
_NUMBER_ALONE = re.compile(_NUMBER)
_FACTORS = re.compile("([-+x:]?)([0-9]+)")

Value = tuple[int, int]  # a fraction, not reduced: numerator and denominator, which is positive


def format_sum(text: str) -> str:
    """Return a sum, or a part of one, with typographic signs and spaces: `2 × 3 = 6`."""
    return " ".join(re.sub("([-+x:=])", lambda sign: f" {SIGNS[sign[0]]} ", text).split())


def format_piece(piece: str) -> str:
    """Return a piece with a typographic sign."""
    return SIGNS.get(piece, piece)


def is_number(text: str) -> bool:
    """Return whether the text is a number without leading zeros."""
    return _NUMBER_ALONE.fullmatch(text) is not None


def evaluate(left: str) -> Value | None:
    """Return the exact value of a left side; None if it divides by 0.

    × and : take precedence over + and −, operators of equal precedence are evaluated from the left.
    """
    total, below = 0, 1
    term, term_below = 0, 1
    for sign, digits in _FACTORS.findall(left):
        number = int(digits)
        if sign == "x":
            term *= number
        elif sign == ":":
            if number == 0:
                return None
            term_below *= number
        else:
            total, below = total * term_below + term * below, below * term_below
            term, term_below = (-number if sign == "-" else number), 1
    return total * term_below + term * below, below * term_below


def outcome_of(value: Value) -> int | None:
    """Return the value as a possible outcome; None unless it is a whole number of at least 0."""
    above, below = value
    return above // below if above >= 0 and above % below == 0 else None


@lru_cache(maxsize=1 << 12)
def is_sum(text: str, arithmetic: str = EVERYTHING) -> bool:
    """Return whether the text is a complete and true sum of this arithmetic."""
    left, _equals, outcome = text.partition("=")
    if not (_LEFT.fullmatch(left) and is_number(outcome)):
        return False
    value = evaluate(left)
    return value is not None and value[0] == int(outcome) * value[1] and excess(left, arithmetic) is None


@lru_cache(maxsize=1 << 14)
def excess(left: str, arithmetic: str) -> Sentence | None:
    """Return why this arithmetic excludes a left side; None if it does not.

    Each step is looked at as one calculates: products first, then from the left. So is a number that stands alone.
    """
    if arithmetic == EVERYTHING:
        return None
    limits, terms = ARITHMETICS[arithmetic], []
    if sign := next((sign for sign in OPERATORS if sign in left and sign not in limits.operators), None):
        return say("This match is played without {sign}.", sign=format_piece(sign))
    for signed_term in re.findall("[-+]?[^-+]+", left):
        first, *others = map(int, signed_term.strip(OPERATORS).split("x"))
        term = first
        for other in others:
            if not limits.has_product(term, other):
                return say(
                    "{sum} is not in the tables up to {most}, which this match has.",
                    sum=format_sum(f"{term}x{other}"),
                    most=limits.tables,
                )
            term *= other
        if max(term, first, *others, 0) > limits.highest:
            return _too_high(signed_term.strip(OPERATORS), term, limits.highest)
        terms.append((signed_term[0], term))
    total = terms[0][1]
    for sign, term in terms[1:]:
        step, total = f"{total}{sign}{term}", total - term if sign == "-" else total + term
        if total < 0:
            return say("{sum} is less than 0; this match has no numbers below 0.", sum=format_sum(step))
        if total > limits.highest:
            return _too_high(step, total, limits.highest)
    return None


def _too_high(part: str, value: int, highest: int) -> Sentence:
    if part.isdigit():
        return say("{number} is too high: this match has numbers up to {most}.", number=part, most=highest)
    sum_ = format_sum(part)
    return say("{sum} is {found}; this match has numbers up to {most}.", sum=sum_, found=value, most=highest)


# Incremental evaluation, for searches that extend a left side number by number.

Partial = tuple[int, int, int, int]  # the closed terms as a fraction, then the open term as a signed fraction

NO_TERMS: Partial = (0, 1, 0, 1)


def value_of(partial: Partial) -> Value:
    """Return the closed terms and the open term added up."""
    total, below, term, under = partial
    return total * under + term * below, below * under


def begin_number(partial: Partial, sign: str) -> Partial:
    """Return the evaluation before a number with this sign, "" for the first number.

    After + and − a new term begins, as 1 or -1; × and : continue the open one.
    """
    if sign in ("x", ":"):
        return partial
    return (*value_of(partial), -1 if sign == "-" else 1, 1)


def add_number(begun: Partial, sign: str, number: int) -> Partial:
    """Return the evaluation after this number, which must not be 0 if it divides."""
    total, below, term, under = begun
    return (total, below, term, under * number) if sign == ":" else (total, below, term * number, under)


VERSION = 1
FILE_NAME = f"summy-sums-{VERSION}"
MAGIC = b"SUMMY%03d" % VERSION
MAX_LENGTH = 9  # pieces of the longest sums in the table
CACHED_LOOKUPS = 1 << 16

SumsByKey = dict[int, list[str]]


class EquationTable:
    """The table in the content of its file; raises ValueError unless that is a complete file of this version."""

    def __init__(self, content: bytes | mmap) -> None:
        view = memoryview(content)
        count = int.from_bytes(view[8:16], "little")
        offsets = 16 + 8 * count
        if view[:8] != MAGIC or len(view) < offsets + 4 * (count + 1):
            raise ValueError(f"no table of version {VERSION}")
        self._keys = view[16:offsets].cast("Q")
        self._offsets = view[offsets : offsets + 4 * (count + 1)].cast("I")
        self._texts = view[offsets + 4 * (count + 1) :]
        if len(self._texts) != self._offsets[-1]:
            raise ValueError("the table is cut off")
        self.lookup = lru_cache(maxsize=CACHED_LOOKUPS)(self._lookup)

    def _lookup(self, key: int, length: int) -> tuple[str, ...]:
        """Return the sums that consist of exactly the `length` pieces with this multiset key."""
        place = bisect_left(self._keys, key)
        if place == len(self._keys) or self._keys[place] != key:
            return ()
        text = str(self._texts[self._offsets[place] : self._offsets[place + 1]], "ascii")
        return tuple(text[begin : begin + length] for begin in range(0, len(text), length))


@cache
def shared_table() -> EquationTable:
    """Return the table shared by this process, opened at the first call."""
    return read()


@cache
def lookup_of(arithmetic: str) -> Callable[[int, int], Sequence[str]]:
    """Return the function that looks up in the shared table the sums of this arithmetic."""
    lookup = shared_table().lookup
    if arithmetic == EVERYTHING:
        return lookup
    return lru_cache(maxsize=CACHED_LOOKUPS)(lambda key, length: true_sums(lookup(key, length), arithmetic))


def true_sums(texts: Sequence[str], arithmetic: str) -> Sequence[str]:
    """Return those of these complete and true sums that this arithmetic has."""
    return texts if arithmetic == EVERYTHING else [text for text in texts if is_sum(text, arithmetic)]


def read(file: Path | None = None) -> EquationTable:
    """Open the table in this file, `FILE_NAME` in the folder of tables by default.

    It is built and written first if it is missing, broken or of another version.
    """
    file = file or tables.folder / FILE_NAME
    with suppress(OSError, ValueError), file.open("rb") as stream:
        return EquationTable(mmap(stream.fileno(), 0, access=ACCESS_READ))
    return EquationTable(write(file))


def write(file: Path) -> bytes:
    """Build the table, write it by an atomic rename if the folder is writable, and return its content."""
    content = pack(all_sums())
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=file.parent, prefix=file.name, delete=False) as fresh:
            fresh.write(content)
        Path(fresh.name).chmod(0o644)
        Path(fresh.name).replace(file)
    return content


def pack(sums: SumsByKey) -> bytes:
    """Return the content of the file."""
    keys = array("Q", sorted(sums))
    offsets, texts = array("I", [0]), bytearray()
    for key in keys:
        texts += "".join(sums[key]).encode("ascii")
        offsets.append(len(texts))
    return MAGIC + len(keys).to_bytes(8, "little") + keys.tobytes() + offsets.tobytes() + bytes(texts)


def all_sums() -> SumsByKey:
    """Return the texts of all complete sums of up to `MAX_LENGTH` pieces by their multiset key; takes seconds."""
    enumeration = _Enumeration()
    for length in range(1, MAX_LENGTH - 3):
        for number in _numbers(length):
            key = enumeration.number_keys[number] + MULTISET_KEYS[EQUALS]
            enumeration.extend(str(number), key, (0, 1, number, 1), MAX_LENGTH - length)
    return enumeration.found


class _Enumeration:
    """Depth-first enumeration of left sides; the outcome is computed, and its length bounds the last number.

    `room` is the number of pieces that may still be added to a text, the = included. `key` is the multiset key of the
    text and of the =.
    """

    def __init__(self) -> None:
        self.found: SumsByKey = defaultdict(list)
        self.number_keys = [multiset_key(str(number)) for number in range(10 ** (MAX_LENGTH - 4))]

    def extend(self, text: str, key: int, partial: Partial, room: int) -> None:
        """Add all sums whose left side begins with this text, which ends with a number, and goes on after it."""
        for sign in OPERATORS:
            begun = begin_number(partial, sign)
            key_with_sign = key + MULTISET_KEYS[sign]
            for length in range(1, room - 2):
                self._close(text + sign, key_with_sign, begun, sign, length, room - 1)
            for length in range(1, room - 4):
                for number in _numbers(length):
                    if number or sign != ":":
                        extended = key_with_sign + self.number_keys[number]
                        self.extend(
                            f"{text}{sign}{number}", extended, add_number(begun, sign, number), room - 1 - length
                        )

    def _close(self, text: str, key: int, begun: Partial, sign: str, length: int, room: int) -> None:
        """Add the sums whose left side ends with one more number, of this length, and whose outcome fits."""
        limit = 10 ** (room - length - 1)
        for number in _candidates(begun, sign, _numbers(length), limit):
            above, below = value_of(add_number(begun, sign, number))
            if above >= 0 and above % below == 0 and (outcome := above // below) < limit:
                full = key + self.number_keys[number] + self.number_keys[outcome]
                self.found[full].append(f"{text}{number}={outcome}")


def _numbers(length: int) -> range:
    """Return the numbers with this many digits."""
    return range(10 ** (length - 1) if length > 1 else 0, 10**length)


def _candidates(begun: Partial, sign: str, numbers: range, limit: int) -> Sequence[int]:
    """Return a superset of the last numbers with which the outcome is whole, at least 0 and below the limit.

    A divisor divides the open term times the denominator of the closed terms. The ends of a range come from a division
    of floats, so they are widened by one.
    """
    total, below, term, under = begun
    if sign == ":":
        dividend, rest = divmod(term * below, under)
        return [] if rest else [number for number in numbers if number and dividend % number == 0]
    if sign in "+-" and total % below:
        return numbers[:0]
    base, slope = total * under, term * below  # the outcome is (base + slope x number) / (below x under)
    if slope == 0:
        return numbers
    first, last = sorted((-base / slope, (limit * below * under - base) / slope))
    return range(max(numbers[0], int(first) - 1), min(numbers[-1], int(last) + 1) + 1)


if __name__ == "__main__":
    default = tables.folder / FILE_NAME
    read(default)
    print(f"{default}: {default.stat().st_size / 1e6:.1f} MB")
