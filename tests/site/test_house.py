"""The wording rules: words to avoid, and the first words of functions' docstrings."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.house import WORDS, off_scale, our_files, reserved, restyling, retired_names, wording

MODULE = '''"""Counts what somebody does."""

SENTENCE = "Nobody else sees it."  # for whoever plays


def count() -> str:
    """Count.

    It is at the board.
    """
    return "who is there, counted anew"
'''

QUESTION = '''class Board:
    {decorator}
    def {name}(self) -> bool:
        """Whether it is full."""
'''


def lines(path: str, text: str) -> list[str]:
    return list(wording(Path(path), text))


def test_docstrings_and_comments_are_read_line_by_line() -> None:
    found = lines("games/example.py", MODULE)
    assert [line.split(": instead")[0] for line in found] == [f"games/example.py:{number}" for number in (1, 3, 9)]
    assert "instead of 'whoever' name the role: the player to move, the operator: # for whoever plays" in found[1]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("static/js/one.js", "let one = 1;\n// for somebody\n"),
        ("static/css/one.css", "a {}\n/*\nfor somebody */\n"),
        ("templates/one.html", "<p>Somebody</p>\n{# A form for somebody. #}\n"),
        ("script/one", "#!/bin/sh\necho 1\n# for somebody\n"),
        ("docs/one.md", "# One\n\nfor somebody\n"),
    ],
)
def test_other_files_are_read_too(path: str, text: str) -> None:
    (found,) = lines(path, text)
    assert found.startswith(f"{path}:{len(text.splitlines())}: instead of 'somebody'")


@pytest.mark.parametrize("word", ["somebody", "Nobody", "whoever", "anew", "at the board", "who is to move"])
def test_each_word_has_its_replacement(word: str) -> None:
    (found,) = lines("docs/one.md", f"It says {word} here.\n")
    assert f"instead of {word!r} " in found
    assert sum(instead in found for instead in WORDS.values()) == 1


def test_sentences_for_players_and_names_are_left_alone() -> None:
    assert lines("games/example.py", 'GREETING = "Nobody is here."\n') == []
    assert lines("games/example.py", '"""Lists `nobody`, and a player who is online."""\n') == []


def test_a_function_says_what_it_does() -> None:
    assert lines("games/example.py", QUESTION.format(decorator="@staticmethod", name="is_full")) == [
        "games/example.py:4: begin with a verb instead of 'Whether'"
    ]
    assert lines("games/example.py", QUESTION.format(decorator="@property", name="is_full")) == []
    assert lines("tests/test_example.py", QUESTION.format(decorator="@slow", name="test_full")) == []


def test_every_file_of_ours_is_found() -> None:
    assert {Path("tests/house.py"), Path("script/check"), Path("README.md")} <= set(our_files())


@pytest.mark.parametrize(
    "selector", ["body:has(#chat) #header", ".records tbody:has(td[colspan]) th", ":has(#keypad) p", "main.wide:has(a)"]
)
def test_no_style_depends_on_what_a_whole_page_has(selector: str) -> None:
    """Each placed tile restyled the page: up to 60 ms instead of 1 for Summy's board, and six times that on a phone."""
    assert list(restyling(Path("static/css/board.css"), f"{selector} {{ color: red; }}"))


@pytest.mark.parametrize("selector", ["#rack:has(> :nth-child(3)) a", "#turns a:has(.detail)", "#match tr > td"])
def test_a_style_may_depend_on_what_a_part_has(selector: str) -> None:
    assert list(restyling(Path("static/css/board.css"), f"{selector} {{ color: red; }}")) == []


@pytest.mark.parametrize(
    ("path", "text", "name"),
    [
        ("games/hasty.py", "", "hasty"),
        ("games/one.py", "class CoachView:\n    pass\n", "CoachView"),
        ("games/one.py", "def play(hasty: bool) -> None:\n    pass\n", "hasty"),
        ("games/one.py", "the_dearest = 1\n", "the_dearest"),
        ("tests/test_one.py", "def test_nobody_moves() -> None:\n    pass\n", "test_nobody_moves"),
        ("static/js/one.js", "const lying = 1; // not lying\n", "lying"),
        ("static/css/one.css", "#all .dial {}\n", "dial"),
        ("templates/one.html", '<p class="box excuse"></p>\n', "excuse"),
        ("templates/one.html", "{% if coach.example %}{% endif %}\n", "coach"),
        ("templates/_glimpse.html", "", "_glimpse"),
    ],
)
def test_a_retired_name_is_refused_wherever_it_is_defined(path: str, text: str, name: str) -> None:
    (found,) = retired_names(Path(path), text)
    assert found.startswith(f"{path}: instead of ")
    assert f"in {name!r} say " in found


def test_names_of_tests_are_sentences_and_texts_are_no_names() -> None:
    assert list(retired_names(Path("tests/test_one.py"), "def test_two_signals_are_no_trouble() -> None: ...\n")) == []
    assert list(retired_names(Path("games/one.py"), 'GREETING = "nobody"\nuse(filter__ladder="hasty")\n')) == []
    assert list(retired_names(Path("templates/one.html"), "<p>{% translate 'Nobody else' %}</p>\n")) == []


@pytest.mark.parametrize(
    "declaration",
    [
        *("font-size: .9rem", "font-size: 15px", "font-size: .9em", "font-size: smaller", "font-size: 110%"),
        *("font: 700 1.2rem/1 var(--numbers)", "font-size: clamp(var(--text-28), 1rem + 2vw, var(--text-36))"),
        *("max-width: 36rem", "max-width: 60ch", "max-width: min(400px, 90%)"),
    ],
)
def test_sizes_outside_the_scale_are_refused(declaration: str) -> None:
    (found,) = off_scale(Path("static/css/one.css"), f".one {{ color: red; {declaration} }}")
    assert found.endswith(declaration.partition(": ")[2])


@pytest.mark.parametrize(
    "declaration",
    [
        *("font-size: var(--text-14)", "font: 700 var(--text-18)/1.15 var(--display)", "font-size: 0", "font: inherit"),
        *("font: 100%/1.5 var(--font)", "font-size: calc(var(--cell) * .47)", "font-size: calc(var(--text-12) / 1.5)"),
        *("max-width: var(--reading)", "max-width: 20rem", "max-width: 100%", "max-width: calc(100vw - 2rem)"),
    ],
)
def test_sizes_of_the_scale_are_not_refused(declaration: str) -> None:
    assert list(off_scale(Path("static/css/one.css"), f".one {{ {declaration} }}")) == []


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("games/lobby/services.py", "now = timezone.now()"),
        ("numgames/assets.py", "now = timezone.now()"),
        ("core/limits.py", "now = datetime.now(UTC)"),
        ("games/analysis/views.py", "from allauth.core.internal import ratelimit"),
    ],
)
def test_what_is_kept_for_other_modules_is_refused(path: str, line: str) -> None:
    assert [fault.partition(":")[0] for fault in reserved(Path(path), [line])] == [path]


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("core/clock.py", "return timezone.now()"),
        ("games/lobby/services.py", "now = clock.now()"),
        ("accounts/forms.py", "from allauth.mfa.base.internal.flows import check_rate_limit"),
    ],
)
def test_what_a_module_may_use_is_not_refused(path: str, line: str) -> None:
    assert not list(reserved(Path(path), [line]))
