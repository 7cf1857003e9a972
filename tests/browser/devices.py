"""Screens of the browser stories."""

from __future__ import annotations

from typing import Literal, TypedDict

from playwright.sync_api import ViewportSize

from tests.sizes import THOROUGH


class Device(TypedDict, total=False):
    """The options of Playwright's `new_context` that the stories use."""

    viewport: ViewportSize
    device_scale_factor: float
    has_touch: bool
    is_mobile: bool
    locale: str
    timezone_id: str
    user_agent: str
    base_url: str
    java_script_enabled: bool
    permissions: list[str]
    reduced_motion: Literal["reduce", "no-preference"]
    color_scheme: Literal["light", "dark"]
    service_workers: Literal["allow", "block"]


DESKTOP: Device = {"viewport": {"width": 1280, "height": 800}}
PHONE: Device = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2 if THOROUGH else 1,  # four times as many pixels take a seventh more of a story's time
    "has_touch": True,
    "is_mobile": True,
}
TABLET: Device = {"viewport": {"width": 768, "height": 1024}, "has_touch": True, "is_mobile": True}
BIG: Device = {"viewport": {"width": 1920, "height": 1080}}
MOVING: Device = {"reduced_motion": "no-preference"}  # a system that shows animations
# What browsers leave of phones, upright and on their side, and a window of 1280 by 800 at 200 %.
SIZES = [(390, 844), (390, 664), (375, 667), (360, 640), (320, 568), (844, 390), (667, 375), (568, 320), (640, 400)]
# For the states of a page that is itself looked at in every size: by default the usual one and the smallest ones.
SIZES_OF_STATES = SIZES if THOROUGH else [(390, 664), (320, 568), (568, 320), (640, 400)]


def small(width: int, height: int) -> Device:
    """Return a phone with this viewport."""
    return {"viewport": {"width": width, "height": height}, "has_touch": True, "is_mobile": True}
