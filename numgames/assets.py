"""Static files: bundled, compressed, with content hashes in their names; those that are replaced stay for a week.

esbuild makes bundles when static files are collected, if it is installed; without it pages fetch the plain files. One
bundle has the JavaScript modules of the site except those of few pages, another one, which imports it, what only pages
with a board need; browsers cache them for all pages. They run the modules that a page names by `data-module`, in the
order of the page, also after one that throws; what several of them import exists once, in a file that both bundles
share (code splitting). The style sheets that a page links together become one file.
"""

from __future__ import annotations

import json
import logging
import re
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from functools import cache, cached_property
from pathlib import Path, PurePosixPath

from django.conf import settings
from django.core.files.base import ContentFile, File
from django.core.files.storage import Storage
from django.template import engines
from django.template.backends.base import BaseEngine
from servestatic.storage import CompressedManifestStaticFilesStorage

from core import clock

logger = logging.getLogger(__name__)

SCRIPT, BOARD_SCRIPT = "js/bundle.js", "js/bundle-board.js"
OF_BOARDS = ("js/match.js",)  # in the bundle of pages with a board, which are two thirds of all scripts
WATCHER = "js/loading.js"  # watches whether the bundle runs, so it is a script of its own, and only made smaller
SHARED = "js/shared-[hash]"  # what both bundles need, as esbuild names it
LIST = "bundles.json"  # beside the collected files: what is in the bundles
MODULE = re.compile(r"""\{%\s*module\s+["']([^"']+)["']\s*%\}""")
STYLES = re.compile(r"""\{%\s*styles\s+([^%]+?)\s*%\}""")
TARGET, UTF8 = "--target=es2022", "--charset=utf8"
EXTERNAL = ("--external:*.woff2", "--external:*.svg")
FORMER_LIST = "former.json"  # beside the collected files: names of those that a collection has replaced, and when
KEPT = timedelta(days=7)
FORMS = ("", ".br", ".gz", ".zstd")  # a file, and its compressed forms
Paths = dict[str, tuple[Storage, str]]
# A block comment on lines of its own: JSDoc types, which browsers do not need.
COMMENT = re.compile(r"^[ \t]*/\*\*(?:(?!\*/).)*\*/[ \t]*\n", re.MULTILINE | re.DOTALL)
# What a module imports. Django has expressions of its own, which look for the path up to the end of the file.
IMPORTED = (
    r"""(?P<matched>(?P<before>\b(?:from|import)\s*)["'](?P<url>[./][^"'\n]*)["']\s*;)""",
    '%(before)s"%(url)s";',
)
HASHED = re.compile(r"\.[0-9a-f]{12}\.\w+$")  # the name of a file whose content never changes


@dataclass(frozen=True)
class Bundled:
    """The modules that are in bundles, what these share, and the lists of style sheets that are one file each."""

    modules: tuple[str, ...] = ()
    shared: tuple[str, ...] = ()
    sheets: tuple[tuple[str, ...], ...] = ()


def sheet_name(names: Sequence[str]) -> str:
    """Return the name of the bundle of these style sheets."""
    return f"css/bundle-{'-'.join(PurePosixPath(name).stem for name in names)}.css"


def esbuild() -> Path | None:
    """Return the path of esbuild; None if it is not installed."""
    path = Path(settings.ESBUILD) if settings.ESBUILD else None
    return path if path and path.is_file() else None


def state() -> str:
    """Return a fingerprint of what bundles depend on besides static files; empty without esbuild."""
    tool = esbuild()
    return f"{tool.stat().st_mtime_ns} {_lists_of_templates()}" if tool else ""


def bundle(folder: Path) -> list[str]:
    """Bundle the collected files in this folder; return the names of the files written.

    The list is empty without esbuild, and if it fails: then pages fetch the plain files, and the log says why.
    """
    (folder / LIST).unlink(missing_ok=True)
    tool = esbuild()
    try:
        return _bundle(tool, folder) if tool else []
    except (OSError, subprocess.CalledProcessError) as fault:
        logger.error("Nothing is bundled, because esbuild failed: %s %s", fault, getattr(fault, "stderr", "") or "")
        return []


def _bundle(tool: Path, folder: Path) -> list[str]:
    of_templates = _lists_of_templates()
    modules = tuple(name for name in of_templates.modules if (folder / name).is_file())
    sheets = tuple(names for names in of_templates.sheets if all((folder / name).is_file() for name in names))
    for former in _chunks(folder):
        former.unlink()
    (folder / SCRIPT).write_text(_run_all(name for name in modules if name not in OF_BOARDS))
    (folder / BOARD_SCRIPT).write_text(f'import "./{Path(SCRIPT).name}";' + _run_all(OF_BOARDS))
    splitting = ("--format=esm", "--splitting", "--outdir=.", "--outbase=.", "--allow-overwrite")
    _run_esbuild(tool, folder, "", UTF8, *splitting, f"--chunk-names={SHARED}", SCRIPT, BOARD_SCRIPT)
    shared = tuple(sorted(str(path.relative_to(folder)) for path in _chunks(folder)))
    _run_esbuild(tool, folder, (folder / WATCHER).read_text(), UTF8, f"--outfile={WATCHER}")
    for names in sheets:
        source = "\n".join(f'@import "./{name}";' for name in names)
        _run_esbuild(tool, folder, source, "--loader=css", *EXTERNAL, f"--outfile={sheet_name(names)}")
    (folder / LIST).write_text(json.dumps(asdict(Bundled(modules, shared, sheets))))
    return [SCRIPT, BOARD_SCRIPT, *shared, WATCHER, *map(sheet_name, sheets), LIST]


def _chunks(folder: Path) -> list[Path]:
    """Return what bundles share, without its copies with content hashes: open pages may need those of a former site."""
    return [path for path in folder.glob(SHARED.replace("[hash]", "*") + ".js") if not HASHED.search(path.name)]


def _run_all(modules: Iterable[str]) -> str:
    """Return a script that runs those of these modules that the page names."""
    table = "\n".join(f"{json.dumps(name)}: () => require({json.dumps(f'../{name}')})," for name in modules)
    return f'import {{ run }} from "./run.js";run({{{table}}});'


def _run_esbuild(tool: Path, folder: Path, source: str, *options: str) -> None:
    command = [str(tool), "--bundle", "--minify", "--log-level=error", TARGET, *options]
    subprocess.run(command, cwd=folder, input=source, text=True, check=True, stderr=subprocess.PIPE)  # noqa: S603


@cache
def _lists_of_templates() -> Bundled:
    """Return the modules and lists of style sheets that the templates name."""
    modules, sheets = dict[str, None](), dict[tuple[str, ...], None]()
    engine = engines["django"]
    assert isinstance(engine, BaseEngine)  # noqa: S101 - for the type checker
    for folder in map(Path, engine.template_dirs):
        for path in sorted(folder.rglob("*.html")):
            text = path.read_text()
            modules |= dict.fromkeys(MODULE.findall(text))
            sheets |= {tuple(re.findall(r"""["']([^"']+)["']""", names)): None for names in STYLES.findall(text)}
    return Bundled(tuple(modules), sheets=tuple(sheets))


def note_former(folder: Path, before: Iterable[str], current: Iterable[str], now: datetime) -> None:
    """Note which of the files from before a collection it has replaced; one that is current again is noted no more."""
    former, present = _read_former(folder), {*current}
    former = {name: former.get(name, now) for name in {*former, *before} - present}
    _write_former(folder, former)


def remove_former(folder: Path, now: datetime) -> None:
    """Remove the files of this folder that were replaced longer ago than `KEPT`, with their compressed forms."""
    former = _read_former(folder)
    old = {name for name, replaced_at in former.items() if now - replaced_at >= KEPT}
    for name in old:
        for form in FORMS:
            (folder / (name + form)).unlink(missing_ok=True)
    if old:
        _write_former(folder, {name: replaced_at for name, replaced_at in former.items() if name not in old})


def _read_former(folder: Path) -> dict[str, datetime]:
    try:
        data = json.loads((folder / FORMER_LIST).read_text())
    except FileNotFoundError:
        return {}
    return {name: datetime.fromisoformat(replaced_at) for name, replaced_at in data.items()}


def _write_former(folder: Path, former: dict[str, datetime]) -> None:
    """Write the list in one step: another process may read it meanwhile."""
    draft = folder / f"{FORMER_LIST}.new"
    draft.write_text(json.dumps({name: former[name].isoformat() for name in sorted(former)}))
    draft.replace(folder / FORMER_LIST)


class StaticStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # ServeStatic comes without types
    """Storage that also hashes imports between JavaScript modules, so that no browser mixes two versions."""

    patterns = (*CompressedManifestStaticFilesStorage.patterns, ("*.js", (IMPORTED,)))

    @cached_property
    def bundled(self) -> Bundled:
        """What pages fetch as bundles."""
        if LIST not in self.hashed_files:
            return Bundled()
        with self.open(LIST) as file:
            lists = json.load(file)
        return Bundled(tuple(lists["modules"]), tuple(lists["shared"]), tuple(map(tuple, lists["sheets"])))

    def post_process(self, paths: Paths, **options: bool) -> Iterator[tuple[str, str | None, bool | Exception]]:
        """Bundle the collected files if esbuild is installed, and process the bundles like other files."""
        if options.get("dry_run"):
            return
        folder, before = Path(self.location), self._names()
        paths |= {name: (self, name) for name in bundle(folder)}
        yield from super().post_process(paths, **options)
        note_former(folder, before, self._names(), clock.machine_now())
        remove_former(folder, clock.machine_now())

    def _names(self) -> set[str]:
        """Return the names of the collected files, with and without hashes."""
        return {*self.hashed_files, *self.hashed_files.values()}

    def compress_files(self, paths: set[str]) -> Iterator[tuple[str, str]]:
        """Compress the files with hashes in their names, as pages name no others, unless that is turned off."""
        hashed = {name for name in paths if HASHED.search(name)}
        for name in paths - hashed:  # their content may have changed since they were compressed
            for form in FORMS[1:]:
                Path(self.path(name + form)).unlink(missing_ok=True)
        if settings.COMPRESS_STATIC:
            yield from super().compress_files(hashed)

    def _save(self, name: str, content: File[bytes]) -> str:
        if name.startswith("js/") and name.endswith(".js"):
            content.seek(0)  # it may have been read before, for its hash
            content = ContentFile(COMMENT.sub("", content.read().decode()).encode())
        return str(super()._save(name, content))
