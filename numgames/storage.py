"""How static files are kept: compressed, and under names that change with their content."""

from __future__ import annotations

import re

from django.core.files.base import ContentFile, File
from servestatic.storage import CompressedManifestStaticFilesStorage

# A block comment with lines of its own. The types in them help who writes the scripts, not who loads them.
COMMENT = re.compile(r"^[ \t]*/\*\*(?:(?!\*/).)*\*/[ \t]*\n", re.MULTILINE | re.DOTALL)


class StaticStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # ServeStatic comes without types
    """Modules import each other by those names too, so that no browser mixes two versions."""

    support_js_module_import_aggregation = True

    def _save(self, name: str, content: File[bytes]) -> str:
        if name.startswith("js/") and name.endswith(".js"):
            content.seek(0)  # it may have been read already, to find its fingerprint
            content = ContentFile(COMMENT.sub("", content.read().decode()).encode())
        return str(super()._save(name, content))
