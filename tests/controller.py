"""A plugin for the process that hands tests to those that run them: it loads neither Django nor any test."""

from __future__ import annotations

import os

import pytest

OTHERS = "TESTS_ADDOPTS"  # what PYTEST_ADDOPTS is for the processes that run tests
# Its own options: without fixtures, and this plugin.
OPTIONS = "-p no:django --noconftest -p tests.controller"

if OTHERS in os.environ:  # else this module is imported by what starts the process
    os.environ["PYTEST_ADDOPTS"] = os.environ.pop(OTHERS)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Know the option of the plugin that is not loaded."""
    parser.addini("DJANGO_SETTINGS_MODULE", "the settings of the tests")
