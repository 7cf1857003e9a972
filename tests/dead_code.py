"""The check for dead code, with vulture: functions, classes and constants that neither Python nor a template uses."""

from __future__ import annotations

import ast
import keyword
import re
import sys
from collections.abc import Iterable, Iterator
from fnmatch import fnmatch
from pathlib import Path

from vulture.core import Item, Vulture

from tests.house import our_files

DECORATORS = [
    "@register",
    "@register.*",
    "@*.register",
    "@receiver",
    "@router.*",
    "@pytest.fixture",
]  # decorators that register a function or class

# Names that a library or a game elsewhere uses. Our own do not belong here: vulture finds their uses, or they are dead.
CALLED_BY_LIBRARIES = {
    "Django finds the configuration of an app by its module": ["*Config", "ready"],
    "Django's admin": ["has_*_permission", "get_readonly_fields", "get_search_*", "lookups", "save_model"],
    "Django's formats of a language": [
        "*DATE*_FORMAT",
        "TIME_FORMAT",
        "YEAR_MONTH_FORMAT",
        "MONTH_DAY_FORMAT",
        "THOUSAND_SEPARATOR",
    ],
    "Django's forms and fields": ["clean_*", "valid_value"],
    "Django's commands": ["add_arguments", "get_version"],
    "allauth's adapter for OAuth, and oauthlib's check": ["get_issuer", "validate_device_code"],
    "allauth's adapter": ["new_user", "get_password_change_redirect_url", "respond_user_inactive"],
    "allauth's adapter for other sites": ["pre_social_login", "on_authentication_error"],
    "allauth's form of sign-in": ["user_credentials"],
    "allauth's adapter for second factors": ["_get_user_identifier", "generate_authenticator_name"],
    "Django's sitemaps": ["location", "lastmod"],
    "ServeStatic's middleware": ["immutable_file_test"],
    "daphne's server": ["handle_exception", "handle_reply", "kill_all_applications"],
    "Django's handlers and middleware": ["get_response_async", "process_view"],
    "Django's expressions, by the name of a database": ["as_sqlite"],
    "Django's cache": ["_cache", "_cull"],
    "django-ninja": ["get_openapi_*"],
    "Channels' consumers": ["websocket_*"],
    "Twisted's producers": ["pauseProducing", "resumeProducing", "stopProducing"],
    "autobahn's protocols": ["sendData"],
    "jinja2": ["filter_stream", "_output_child_pre"],
    "html.parser": ["handle_starttag", "handle_startendtag", "handle_endtag", "handle_data"],
    "logging": ["formatException"],
    "http.server": ["do_GET", "do_POST", "log_message"],
    "PettingZoo's environments": ["observation_space", "action_space"],
    "pytest": ["pytest_*"],
    "Django's authentication": ["get_by_natural_key", "_get_session_auth_hash"],
    "Django's password validators": ["validate", "get_help_text"],
    "games outside of this project (docs/plugin.md)": ["BeginnerBot"],
    "sentences of libraries that xgettext collects": ["PASSWORDS", "LENGTHS", "MAILS", "NOTICES"],
}

EXPRESSION = re.compile(r"\{\{(.*?)\}\}|\{%(.*?)%\}", re.DOTALL)
QUOTED = re.compile(r""""[^"]*"|'[^']*'""")
DOTTED = re.compile(r"\w+(\.\w+)+")
CONSTANT = re.compile(r"[A-Z][A-Z0-9_]*\b")


def template_names(text: str) -> Iterator[str]:
    """Yield the names in a template's expressions and tags, such as those of properties and filters."""
    for found in EXPRESSION.finditer(text):
        yield from re.findall(r"\w+", QUOTED.sub(" ", found[0]))


def named_in_strings(file: Path, text: str) -> Iterator[str]:
    """Yield the names that Django and Channels look up by a string.

    These are dotted paths in the settings (`accounts.middleware.LanguageMiddleware`), the types of channel messages,
    which name a consumer's method (`match.changed` for `match_changed`), and the fields that an admin lists.
    """
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if DOTTED.fullmatch(node.value):
                yield from (node.value.rpartition(".")[2], node.value.replace(".", "_"))
            elif file.name == "admin.py":
                yield node.value


def unused(files: Iterable[Path]) -> Iterator[Item]:
    """Yield the items that vulture finds unused in these files."""
    names: set[str] = set()
    finder = Vulture(ignore_decorators=DECORATORS)
    for file in files:
        if file.suffix == ".py":
            finder.scan(file.read_text(), filename=file)
            names.update(named_in_strings(file, file.read_text()))
        elif "templates" in file.parts:
            names.update(template_names(file.read_text()))
    known = sorted(name for name in names if name.isidentifier() and not keyword.iskeyword(name))
    finder.scan("\n".join(f"_.{name}" for name in known))
    yield from finder.get_unused_code()


def dead(files: Iterable[Path]) -> Iterator[str]:
    """Yield a line for each piece of dead code.

    Attributes, fields and arguments are not checked: libraries read and pass most of them. Ruff finds unused imports
    and local variables.
    """
    expected = [pattern for patterns in CALLED_BY_LIBRARIES.values() for pattern in patterns]
    for item in unused(files):
        if item.typ in {"attribute", "import", "variable"} and not is_constant(item):
            continue
        if not any(fnmatch(item.name, pattern) for pattern in expected):
            yield f"{item.filename}:{item.first_lineno}: {item.message}"


def is_constant(item: Item) -> bool:
    """Return whether this is a constant of a module other than the settings, which Django reads."""
    line = item.filename.read_text().splitlines()[item.first_lineno - 1]
    return bool(CONSTANT.match(line)) and item.filename.name != "settings.py"


if __name__ == "__main__":
    every = our_files()
    # Code that only tests use is dead as well, but in the package for programs elsewhere.
    site = [file for file in every if file.parts[0] != "tests" and file.parts[:2] != ("clients", "python")]
    sys.exit("\n".join(dict.fromkeys([*dead(site), *dead(every)])) or None)
