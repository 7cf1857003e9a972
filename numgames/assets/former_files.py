"""Static files of former versions: pages that were open before an upgrade still fetch them, so they stay a while."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import datetime, timedelta
from pathlib import Path

LIST = "former.json"  # beside the collected files: names of those that a collection has replaced, and when
KEPT = timedelta(days=7)
FORMS = ("", ".br", ".gz", ".zstd")  # a file, and its compressed forms


def note_former(folder: Path, before: Iterable[str], current: Iterable[str], now: datetime) -> None:
    """Note which of the files from before a collection it has replaced; one that is current again is noted no more."""
    former, there = _read(folder), {*current}
    former = {name: former.get(name, now) for name in {*former, *before} - there}
    _write(folder, former)


def remove_former(folder: Path, now: datetime) -> None:
    """Remove the files of this folder that were replaced longer ago than `KEPT`, with their compressed forms."""
    former = _read(folder)
    old = {name for name, replaced_at in former.items() if now - replaced_at >= KEPT}
    for name in old:
        for form in FORMS:
            (folder / (name + form)).unlink(missing_ok=True)
    if old:
        _write(folder, {name: replaced_at for name, replaced_at in former.items() if name not in old})


def _read(folder: Path) -> dict[str, datetime]:
    try:
        data = json.loads((folder / LIST).read_text())
    except FileNotFoundError:
        return {}
    return {name: datetime.fromisoformat(replaced_at) for name, replaced_at in data.items()}


def _write(folder: Path, former: dict[str, datetime]) -> None:
    """Write the list in one step: another process may read it meanwhile."""
    draft = folder / f"{LIST}.new"
    draft.write_text(json.dumps({name: former[name].isoformat() for name in sorted(former)}))
    draft.replace(folder / LIST)
