"""Names of browsers, from their user agent strings."""

from __future__ import annotations

BROWSERS = {"Edg": "Edge", "OPR": "Opera", "SamsungBrowser": "Samsung Internet", "Firefox": "Firefox",
            "Chrome": "Chrome", "CriOS": "Chrome", "FxiOS": "Firefox", "Safari": "Safari"}  # fmt: skip
SYSTEMS = {"iPhone": "iPhone", "iPad": "iPad", "Android": "Android", "Windows": "Windows", "Mac OS": "Mac",
           "CrOS": "Chromebook", "Linux": "Linux"}  # fmt: skip


def device_name(user_agent: str) -> str:
    """Return a name such as "Firefox, Android"; empty for unknown ones."""
    known = (next((name for mark, name in marks.items() if mark in user_agent), "") for marks in (BROWSERS, SYSTEMS))
    return ", ".join(filter(None, known))
