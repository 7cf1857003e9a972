"""How static files are kept: compressed, and under names that change with their content."""

from __future__ import annotations

from servestatic.storage import CompressedManifestStaticFilesStorage


class StaticStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # ServeStatic comes without types
    """Modules import each other by those names too, so that no browser mixes two versions."""

    support_js_module_import_aggregation = True
