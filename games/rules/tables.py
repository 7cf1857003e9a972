"""Where games keep tables that take seconds to compute; a program without a site names a folder of its own."""

from pathlib import Path

folder = Path(__file__).parents[2] / "var"
