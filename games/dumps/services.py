"""The files of each month, their checksums, and which of them are due or too old.

A month is a manifest, `2026-10.json`, and the files that it names. These carry the beginning of their checksum in their
names and never change; the manifest is replaced by an atomic rename, so that readers see all of a month or none of it.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from tempfile import NamedTemporaryFile

import zstandard
from django.conf import settings

from core import clock
from core.web import ROWS
from games.dumps.rows import Names, Row, are_chosen, matches_of, puzzles
from games.jobs.hooks import DAY
from games.jobs.services import schedule_missing

MAKE = "dumps.make"
MONTH = re.compile(r"[0-9]{4}-(?:0[1-9]|1[0-2])", re.ASCII)
CHUNK = 1 << 16
Beat = Callable[[], object]


@dataclass(frozen=True)
class DataFile:
    """A file of a month: its kind, its name, its SHA-256, its size in bytes, and how many lines it has."""

    kind: str
    name: str
    sha256: str
    size: int
    lines: int


@dataclass(frozen=True)
class Manifest:
    """The files of a month, when they were made, and the names of the players who chose to be named in them."""

    month: str
    made_at: datetime
    files: tuple[DataFile, ...]
    names: tuple[str, ...]

    @property
    def first_day(self) -> date:
        """The first day of the month."""
        return date.fromisoformat(f"{self.month}-01")


def folder() -> Path:
    """Return the folder of the files."""
    return Path(settings.DUMPS_DIR)


def manifests() -> list[Manifest]:
    """Return the months that have files, the latest first."""
    return [read for path in sorted(folder().glob("*.json"), reverse=True) if (read := _read(path))]


def _read(path: Path) -> Manifest | None:
    try:
        data = json.loads(path.read_text())
    except FileNotFoundError:  # removed meanwhile
        return None
    files = tuple(DataFile(**one) for one in data["files"])
    return Manifest(data["month"], datetime.fromisoformat(data["made_at"]), files, tuple(data["names"]))


def span(month: str) -> tuple[datetime, datetime]:
    """Return the begin of this month (UTC), as `2026-10`, and of the next one."""
    begin = datetime.strptime(month, "%Y-%m").replace(tzinfo=UTC)
    return begin, (begin + timedelta(days=31)).replace(day=1)


def make(month: str, beat: Beat = lambda: None) -> Manifest:
    """Make the files of this month, again if there are some; `beat` is called after every few lines."""
    folder().mkdir(parents=True, exist_ok=True)
    names = Names()
    files = (
        _write("matches", month, matches_of(*span(month), names), beat),
        _write("puzzles", month, puzzles(), beat),
    )
    manifest = Manifest(month, clock.now(), files, tuple(sorted(names.chosen)))
    data = asdict(manifest) | {"made_at": manifest.made_at.isoformat()}
    with NamedTemporaryFile("w", dir=folder(), prefix=".", delete=False) as stream:
        json.dump(data, stream)
    Path(stream.name).replace(folder() / f"{month}.json")
    return manifest


def _write(kind: str, month: str, rows: Iterable[Row], beat: Beat) -> DataFile:
    """Write the rows as a line each, compressed; return the file."""
    lines = 0
    with NamedTemporaryFile(dir=folder(), prefix=".", delete=False) as raw:
        path = Path(raw.name)
        try:
            with zstandard.ZstdCompressor().stream_writer(raw, closefd=False) as stream:
                for row in rows:
                    stream.write(json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
                    lines += 1
                    if lines % ROWS == 0:
                        beat()
            raw.flush()
            os.fsync(raw.fileno())
        except BaseException:
            path.unlink()
            raise
    with path.open("rb") as stored:
        sha256 = hashlib.file_digest(stored, "sha256").hexdigest()
    path.chmod(0o644)
    path = path.replace(folder() / f"numgames-{kind}-{month}-{sha256[:8]}.ndjson.zst")
    return DataFile(kind, path.name, sha256, path.stat().st_size, lines)


def path_of(name: str) -> Path | None:
    """Return where the file of this name lies; None unless a month names it."""
    return next((folder() / one.name for month in manifests() for one in month.files if one.name == name), None)


def content_of(path: Path) -> Iterator[bytes]:
    """Yield the file in parts."""
    with path.open("rb") as stream:
        while part := stream.read(CHUNK):
            yield part


def checksums() -> str:
    """Return the checksums of all files, as `sha256sum --check` reads them."""
    return "".join(f"{one.sha256}  {one.name}\n" for month in manifests() for one in month.files)


def keep_up() -> None:
    """Request the month that has ended, and months that name a player who chose otherwise; delete what is too old."""
    if not settings.DUMPS_KEPT:
        return
    now = clock.now()
    this_month = now.astimezone(UTC).replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    begins = [this_month]
    while len(begins) <= settings.DUMPS_KEPT:
        begins.append((begins[-1] - timedelta(days=1)).replace(day=1))
    months = [f"{begin:%Y-%m}" for begin in begins]
    manifest_of = {manifest.month: manifest for manifest in manifests()}
    for month in manifest_of.keys() - set(months):
        (folder() / f"{month}.json").unlink(missing_ok=True)
    missing = {months[1]} - manifest_of.keys()
    changed = {month for month in manifest_of.keys() & set(months) if not are_chosen(list(manifest_of[month].names))}
    if missing | changed:
        schedule_missing({(MAKE, month): now for month in missing | changed})
    _sweep({one.name for month in manifest_of.keys() & set(months) for one in manifest_of[month].files})


def _sweep(named: set[str]) -> None:
    """Delete the files of a day ago that no month names: replaced ones, and those of a process that was killed."""
    for path in folder().glob("*"):
        with suppress(FileNotFoundError):
            if path.suffix != ".json" and path.name not in named and time.time() - path.stat().st_mtime > DAY:
                path.unlink()
