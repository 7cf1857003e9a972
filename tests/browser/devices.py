"""Screens of the browser stories."""

from __future__ import annotations

from typing import Any

# Options of Playwright's `new_context`: each has a type of its own, which only its stub names.
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}
TABLET: dict[str, Any] = {"viewport": {"width": 768, "height": 1024}, "has_touch": True, "is_mobile": True}
BIG: dict[str, Any] = {"viewport": {"width": 1920, "height": 1080}}
MOVING: dict[str, Any] = {"reduced_motion": "no-preference"}  # a system that shows animations
