"""Storage of static files: compressed, with content hashes in their names.

Compressing takes most of the time that collecting takes, so what an earlier collection has compressed is kept, and
files of equal content are compressed once: most are equal to their copy with a hash in its name. What a collection
replaces is kept for the pages that are open (`former_files`).
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path

from django.conf import settings
from django.core.files.base import ContentFile, File
from django.core.files.storage import Storage
from django.utils import timezone
from servestatic.storage import CompressedManifestStaticFilesStorage

from numgames.assets.bundles import LIST, Bundled, bundle
from numgames.assets.former_files import note_former, remove_former

Paths = dict[str, tuple[Storage, str]]

# A block comment on lines of its own: JSDoc types, which browsers do not need.
COMMENT = re.compile(r"^[ \t]*/\*\*(?:(?!\*/).)*\*/[ \t]*\n", re.MULTILINE | re.DOTALL)
COMPRESSED = (".br", ".gz")
ROUNDING = 0.001  # seconds, as the time of a file is given to its compressed forms as a float


class StaticStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # ServeStatic comes without types
    """Storage that also hashes imports between JavaScript modules, so that no browser mixes two versions."""

    support_js_module_import_aggregation = True
    _kept: set[str]  # names of files that have their compressed forms

    @cached_property
    def bundled(self) -> Bundled:
        """What pages fetch as bundles."""
        if LIST not in self.hashed_files:
            return Bundled()
        with self.open(LIST) as file:
            return Bundled.read(file.read().decode())

    def post_process(self, paths: Paths, **options: bool) -> Iterator[tuple[str, str | None, bool | Exception]]:
        """Bundle the collected files if esbuild is installed, and process the bundles like other files."""
        if options.get("dry_run"):
            return
        folder, before = Path(self.location), self._names()
        self._kept = set(self._compressed_before(folder))
        paths |= {name: (self, name) for name in bundle(folder)}
        yield from super().post_process(paths, **options)
        note_former(folder, before, self._names(), timezone.now())
        remove_former(folder, timezone.now())

    def _names(self) -> set[str]:
        """Return the names of the collected files, with and without hashes."""
        return {*self.hashed_files, *self.hashed_files.values()}

    def compress_files(self, paths: set[str]) -> Iterator[tuple[str, str]]:
        """Compress these files, each content once, but for those compressed before.

        A site that does not compress serves what is still compressed rightly, and nothing of a former content.
        """
        kept_paths = paths & self._kept
        if not settings.COMPRESS_STATIC:
            for name in paths - kept_paths:
                for ending in COMPRESSED:
                    Path(self.path(name + ending)).unlink(missing_ok=True)
            return
        equal = defaultdict[bytes, list[str]](list)
        for path in sorted(paths - kept_paths):
            equal[hashlib.sha256(Path(self.path(path)).read_bytes()).digest()].append(path)
        others = {first: names for first, *names in equal.values()}
        for first, form in super().compress_files({*others}):
            yield first, form
            for name in others[first]:
                copy = name + form.removeprefix(first)
                shutil.copyfile(self.path(form), self.path(copy))
                yield self._complete(name, copy)
        for name in kept_paths:
            for ending in COMPRESSED:
                yield self._complete(name, name + ending)

    def _complete(self, name: str, form: str) -> tuple[str, str]:
        """Give a compressed form the time of its file, as the compressor does when it has written it."""
        file = Path(self.path(name)).stat()
        os.utime(self.path(form), (file.st_atime, file.st_mtime))
        return name, form

    def _compressed_before(self, folder: Path) -> Iterable[str]:
        """Yield the files of which an earlier collection has completely written all compressed forms.

        A form gets the time of the file when it is complete. A file that has changed since then is newer.
        """
        for form in folder.rglob(f"*{COMPRESSED[0]}"):
            file = form.with_suffix("")
            forms = [file.with_name(file.name + ending) for ending in COMPRESSED]
            if all(one.exists() for one in (file, *forms)):
                time = file.stat().st_mtime
                if all(abs(one.stat().st_mtime - time) < ROUNDING for one in forms):
                    yield str(file.relative_to(folder))

    def _save(self, name: str, content: File[bytes]) -> str:
        if name.startswith("js/") and name.endswith(".js"):
            content.seek(0)  # it may have been read before, for its hash
            content = ContentFile(COMMENT.sub("", content.read().decode()).encode())
        return str(super()._save(name, content))
