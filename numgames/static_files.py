"""Static files whose names change with their content, so that a browser may keep them for good."""

from __future__ import annotations

from servestatic.storage import CompressedManifestStaticFilesStorage


class StaticFiles(CompressedManifestStaticFilesStorage):
    """Also writes the hashed names into the `import` lines of scripts: a page never mixes two versions of them."""

    support_js_module_import_aggregation = True
