"""What each viewer of the sample site sees, page by page."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client

from tests.browser.sample_site import ANYBODY, GUEST, NOWHERE, PLAYER, PUPIL
from tests.pages.outline import Outliner
from tests.pages.scene import make, stand_still

VIEWERS = {"visitor": ANYBODY + NOWHERE, "anna": PLAYER, "guest": GUEST, "pupil": PUPIL}


def looks(patch: pytest.MonkeyPatch) -> Iterator[tuple[str, str]]:
    """Yield each viewer with the outline of their pages."""
    made = make(stand_still(patch))
    outliner = Outliner()
    cookies = made["cookies"]
    for viewer, paths in VIEWERS.items():
        cache.clear()
        client = Client()
        if viewer in cookies:
            client.cookies[settings.SESSION_COOKIE_NAME] = cookies[viewer]
            client.cookies["zone"] = "Europe/Amsterdam"
        pages = list[str]()
        for template in paths.split():
            path = template.format(**made)
            answer = client.get(path)
            text = answer.content.decode() if answer.status_code != 302 else answer["Location"]
            pages.append(f"== {template} {answer.status_code}\n{outliner.outline(text, path)}\n")
        yield viewer, "\n".join(pages)
