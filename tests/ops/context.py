"""The context of a build of the image: the files that Docker sends to it by the rules of `.dockerignore`.

The rules are those of https://docs.docker.com/build/concepts/context/#dockerignore-files: patterns of Go's
`filepath.Match` from the root, `**` for any number of folders, `!` for an exception. A pattern that matches a folder
matches all that is in it, and the last pattern that matches decides.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import PurePosixPath
from posixpath import normpath

from tests.serving import HOME

TOKEN = re.compile(r"\*\*/?|\*|\?|\[[^]]*\]|\\.|.", re.DOTALL)


class Ignored:
    """The patterns of a `.dockerignore`."""

    def __init__(self, text: str) -> None:
        """Read the patterns; lines that begin with `#` are comments."""
        self.patterns = [
            (line.startswith("!"), _regex(normpath(line.removeprefix("!").strip()).removeprefix("/")))
            for line in map(str.strip, text.splitlines())
            if line and not line.startswith("#")
        ]

    def leaves_out(self, name: str) -> bool:
        """Return whether the file of this name, relative to the root, is left out."""
        path, out = PurePosixPath(name), False
        names = [str(path), *map(str, list(path.parents)[:-1])]
        for exception, pattern in self.patterns:
            if any(pattern.fullmatch(one) for one in names):
                out = not exception
        return out


def _regex(pattern: str) -> re.Pattern[str]:
    parts = []
    for token in TOKEN.findall(pattern):
        if token == "**/":
            parts.append("(?:.*/)?")
        elif token == "**":
            parts.append(".*")
        elif token in "*?":
            parts.append("[^/]" + token.replace("?", ""))
        elif len(token) > 1:
            parts.append(token)
        else:
            parts.append(re.escape(token))
    return re.compile("".join(parts))


IGNORED = Ignored((HOME / ".dockerignore").read_text())


def files() -> list[str]:
    """Return all files of the project, as git lists them, with new ones and without those that it ignores."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=HOME, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    return sorted(name for name in listed.split("\0") if name and (HOME / name).is_file())


def context() -> list[str]:
    """Return the files of the project that a build gets."""
    return [name for name in files() if not IGNORED.leaves_out(name)]


def instructions(dockerfile: str) -> Iterator[tuple[str, str]]:
    """Yield each instruction of a Dockerfile with its arguments, as one line."""
    text = re.sub(r"^\s*#.*\n", "", dockerfile, flags=re.MULTILINE)
    for line in re.sub(r"\\\n\s*", " ", text).splitlines():
        name, _space, arguments = line.strip().partition(" ")
        if name:
            yield name.upper(), arguments.strip()


def matches_some(source: str, names: list[str]) -> bool:
    """Return whether a source of COPY is one of these files, a folder of them, or a pattern of Go for one."""
    wanted = PurePosixPath(normpath(source))
    if wanted == PurePosixPath("."):
        return bool(names)
    for name in names:
        parts = PurePosixPath(name).parts
        if len(parts) >= len(wanted.parts) and all(map(fnmatchcase, parts, wanted.parts)):
            return True
    return False
