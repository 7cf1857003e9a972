"""Templates of partials: each call has the inputs that the macro declares, and their text is compact."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from django.conf import settings
from django.template import engines
from django.template.backends.jinja2 import Jinja2
from jinja2 import nodes

from core.live.partials import draw

CODE = ("accounts", "core", "games", "numgames")


def test_every_call_has_the_inputs_that_the_template_declares() -> None:
    declared, calls = macros(), list(drawings())
    assert len(calls) > 50
    faults = [
        f"{file}: {name}: {inputs ^ declared.get(name, frozenset())}"
        for file, name, inputs in calls
        if inputs != declared.get(name)
    ]
    assert faults == []


def macros() -> dict[str, frozenset[str]]:
    """Return the inputs that each macro of the partials' templates declares, by the name of the partial."""
    engine = engines["jinja2"]
    assert isinstance(engine, Jinja2)
    declared = {}
    for file in (settings.BASE_DIR / "templates").glob("*/partials/*.jinja"):
        name = f"{file.parent.parent.name}/{file.stem}"
        for macro in engine.env.parse(file.read_text()).find_all(nodes.Macro):
            inputs = frozenset(one.name for one in macro.args)
            declared[name if macro.name == file.stem else f"{name}/{macro.name}"] = inputs
    return declared


def drawings() -> list[tuple[Path, str, frozenset[str]]]:
    """Return each call in the code that names a partial's template, with its inputs; none with `**` or other parts."""
    found = []
    for file in (file for folder in CODE for file in (settings.BASE_DIR / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            match node:
                case ast.Call(func=ast.Name(id="Partial" | "draw"), args=[ast.Constant(value=str(name)), *more]):
                    parts = more[1] if len(more) > 1 else ast.Dict([], [])
                    inputs = frozenset(one.arg for one in node.keywords if one.arg)
                    if name and len(inputs) == len(node.keywords) and isinstance(parts, ast.Dict):
                        found.append((file, name, inputs | {ast.literal_eval(key) for key in parts.keys if key}))
    return found


def test_an_input_that_is_not_declared_is_an_error() -> None:
    with pytest.raises(TypeError, match="colour"):
        draw("matches/scores/points", seat=1, points=7, colour="red")


def test_the_lines_of_a_template_are_no_lines_of_the_page() -> None:
    assert draw("matches/turns/voiced", shown="2 − 1", spoken="2 minus 1") == (
        '<span class="voiced"><span aria-hidden="true">2 − 1</span><span>2 minus 1</span></span>'
    )
    assert "\n" not in draw("matches/play/submit", my_turn=True)
