"""Screens of the browser stories."""

from __future__ import annotations

from typing import Any

DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}
MOVING: dict[str, Any] = {"reduced_motion": "no-preference"}  # a system that shows animations
