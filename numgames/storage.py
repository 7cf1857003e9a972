"""Storage of static files: compressed, with content hashes in their names."""

from __future__ import annotations

import re

from django.core.files.base import ContentFile, File
from servestatic.storage import CompressedManifestStaticFilesStorage

# A block comment on lines of its own: JSDoc types, which browsers do not need.
COMMENT = re.compile(r"^[ \t]*/\*\*(?:(?!\*/).)*\*/[ \t]*\n", re.MULTILINE | re.DOTALL)


class StaticStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # ServeStatic comes without types
    """Storage that also hashes imports between JavaScript modules, so that no browser mixes two versions."""

    support_js_module_import_aggregation = True

    def _save(self, name: str, content: File[bytes]) -> str:
        if name.startswith("js/") and name.endswith(".js"):
            content.seek(0)  # it may have been read before, for its hash
            content = ContentFile(COMMENT.sub("", content.read().decode()).encode())
        return str(super()._save(name, content))
