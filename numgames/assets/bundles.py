"""Bundles of scripts and style sheets, made by esbuild when static files are collected, if it is installed.

One file holds the JavaScript modules of the site except those of few pages; browsers cache it for all pages. It runs
those that a page names by `data-module`, in the order of the page, also after one that throws; what several of them
import exists once. The style
sheets that a page links together become one file. Without esbuild nothing is bundled, and pages fetch the plain files.
"""

from __future__ import annotations

import json
import logging
import re
import subprocess
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path, PurePosixPath

from django.conf import settings
from django.template import engines
from django.template.backends.base import BaseEngine

logger = logging.getLogger(__name__)

SCRIPT = "js/bundle.js"
LIST = "bundles.json"  # beside the collected files: what is in the bundles
MODULE = re.compile(r"""\{%\s*module\s+["']([^"']+)["']\s*%\}""")
STYLES = re.compile(r"""\{%\s*styles\s+([^%]+?)\s*%\}""")
TARGET = "--target=es2022"
EXTERNAL = ("--external:*.woff2", "--external:*.svg")
RUN = """
for (const { dataset } of document.querySelectorAll("script[data-module]"))
  try { modules[dataset.module]?.(); } catch (error) { reportError(error); }
"""


@dataclass(frozen=True)
class Bundled:
    """The modules that are in the bundle, and the lists of style sheets that are one file each."""

    modules: tuple[str, ...] = ()
    sheets: tuple[tuple[str, ...], ...] = ()

    @classmethod
    def read(cls, text: str) -> Bundled:
        """Return what `bundle` has written."""
        data = json.loads(text)
        return cls(tuple(data["modules"]), tuple(map(tuple, data["sheets"])))


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
    return f"{tool.stat().st_mtime_ns} {_asked()}" if tool else ""


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
    lists = _asked()
    there = Bundled(
        tuple(name for name in lists.modules if (folder / name).is_file()),
        tuple(names for names in lists.sheets if all((folder / name).is_file() for name in names)),
    )
    table = "\n".join(f"{json.dumps(name)}: () => require({json.dumps(f'./{name}')})," for name in there.modules)
    _run(tool, folder, f"const modules = {{{table}}};{RUN}", SCRIPT, "--loader=js", "--format=esm")
    for names in there.sheets:
        source = "\n".join(f'@import "./{name}";' for name in names)
        _run(tool, folder, source, sheet_name(names), "--loader=css", *EXTERNAL)
    (folder / LIST).write_text(json.dumps(asdict(there)))
    return [SCRIPT, *map(sheet_name, there.sheets), LIST]


def _run(tool: Path, folder: Path, source: str, name: str, *options: str) -> None:
    command = [str(tool), "--bundle", "--minify", "--log-level=error", TARGET, *options, f"--outfile={name}"]
    subprocess.run(command, cwd=folder, input=source, text=True, check=True, stderr=subprocess.PIPE)  # noqa: S603


@cache
def _asked() -> Bundled:
    """Return the modules and lists of style sheets that the templates name."""
    modules, sheets = dict[str, None](), dict[tuple[str, ...], None]()
    engine = engines["django"]
    assert isinstance(engine, BaseEngine)  # noqa: S101 - for the type checker
    for folder in map(Path, engine.template_dirs):
        for path in sorted(folder.rglob("*.html")):
            text = path.read_text()
            modules |= dict.fromkeys(MODULE.findall(text))
            sheets |= {tuple(re.findall(r"""["']([^"']+)["']""", names)): None for names in STYLES.findall(text)}
    return Bundled(tuple(modules), tuple(sheets))
