"""Storage of static files: compressed, with content hashes in their names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

from django.core.files.base import ContentFile, File
from django.core.files.storage import Storage
from servestatic.storage import CompressedManifestStaticFilesStorage

from numgames.bundles import LIST, Bundled, bundle

Paths = dict[str, tuple[Storage, str]]

# A block comment on lines of its own: JSDoc types, which browsers do not need.
COMMENT = re.compile(r"^[ \t]*/\*\*(?:(?!\*/).)*\*/[ \t]*\n", re.MULTILINE | re.DOTALL)


class StaticStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # ServeStatic comes without types
    """Storage that also hashes imports between JavaScript modules, so that no browser mixes two versions."""

    support_js_module_import_aggregation = True

    @cached_property
    def bundled(self) -> Bundled:
        """What pages fetch as bundles."""
        if LIST not in self.hashed_files:
            return Bundled()
        with self.open(LIST) as file:
            return Bundled.read(file.read().decode())

    def post_process(self, paths: Paths, **options: bool) -> Iterator[tuple[str, str | None, bool | Exception]]:
        """Bundle the collected files if esbuild is installed, and process the bundles like other files."""
        if not options.get("dry_run"):
            paths |= {name: (self, name) for name in bundle(Path(self.location))}
        yield from super().post_process(paths, **options)

    def _save(self, name: str, content: File[bytes]) -> str:
        if name.startswith("js/") and name.endswith(".js"):
            content.seek(0)  # it may have been read before, for its hash
            content = ContentFile(COMMENT.sub("", content.read().decode()).encode())
        return str(super()._save(name, content))
