"""A fourth language made by machine, in which every sentence is marked: what is not marked is in no catalogue.

The catalogue is made of the keys of all catalogues of the site, the games, Django and allauth, in a temporary folder.
Names, numbers, notation and addresses need no translation.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path

import allauth
import django
import polib
import pytest
from django.conf import settings as site
from django.test import Client
from django.urls import reverse
from django.utils.translation import override
from pytest_django import Settings

from accounts.models import User
from accounts.names import COMPUTERS
from games.catalogue import games
from games.computers.services import make_computers
from games.lobby.models import Offer
from games.matches.models import Match
from games.matches.play.opening import start_match
from games.matches.play.services import resign
from games.matches.time.control import TimeControl
from numgames.management.commands.makemessages import locale_dirs
from tests.jobs.running import run_jobs
from tests.lobby.conftest import challenge_to, link_by, offer_by
from tests.matches.conftest import play_on

SignedIn = Callable[[User], Client]
OURS = ("digifeud", "summy", "sudoku", "tenbyten")
CODE = "io"  # a language that Django knows and the site does not have
BEGIN, END = "⟦", "⟧"
SILENT = {"script", "style", "code", "kbd", "svg", "textarea"}
VOID = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "path", "source", "use", "wbr"}
SPOKEN = {"alt", "title", "aria-label", "placeholder", "data-question", "data-copied", "data-failed", "data-many"}
WORD = re.compile(r"[^\W\d_]{2,}")
NAMES = {
    *(
        "anna",
        "bob",
        "carl",
        "dora",
        "Numgames",
        "Ido",
        "English",
        "Nederlands",
        "Deutsch",
        "Français",
        "Polski",
        *COMPUTERS.values(),
    ),
    *("Computer", "Guest", "UTC", "JSON"),
}
FIXED = re.compile(  # notation of moves and squares, time zones, addresses, identifiers
    r"https?://\S+|/[\w/-]+/|[\w.]+@[\w.]+|\b[a-o]\d{1,2}[rldu]?\b|\b[0-9a-f]{16,}\b|[A-Z]\w+/[\w/+-]+|\b\d+\S*"
)


class Unmarked(HTMLParser):
    """The words of a page that stand outside of the marks."""

    def __init__(self, names: set[str]) -> None:
        super().__init__()
        self.names = names
        self.depth = 0
        self.silent: list[str] = []
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Check the attributes that are read out; from `SILENT` elements on, nothing is checked."""
        given = {name: value or "" for name, value in attrs}
        for name, value in given.items():
            if name in SPOKEN or (given.get("id") == "words" and name.startswith("data-")):
                self._read(value, 0, f"{tag}[{name}]")
        is_place = tag == "option" and "/" in given.get("value", "")  # of a time zone
        is_foreign = tag in SILENT or is_place or ("lang" in given and tag != "html")
        if tag not in VOID and (self.silent or is_foreign):
            self.silent.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Leave an element."""
        if self.silent and tag == self.silent[-1]:
            self.silent.pop()

    def handle_data(self, data: str) -> None:
        """Check what stands between the marks; a marked sentence may hold elements."""
        if not self.silent:
            self.depth = self._read(data, self.depth, "text")

    def _read(self, text: str, depth: int, where: str) -> int:
        """Check what stands outside of the marks; return how many are open at the end."""
        for part in re.split(f"([{BEGIN}{END}])", text):
            if part in (BEGIN, END):
                depth += 1 if part == BEGIN else -1
            elif not depth:
                self._check(part, where)
        return depth

    def _check(self, text: str, where: str) -> None:
        words = WORD.findall(FIXED.sub(" ", text))
        if unknown := [word for word in words if word not in self.names]:
            self.found.append(f"{where}: {' '.join(unknown)}")


def catalogues() -> Iterator[Path]:
    """Yield the catalogues whose keys are all sentences of the site."""
    yield from (path / "nl/LC_MESSAGES/django.po" for path in locale_dirs().values())
    for package in (django, allauth):
        yield from Path(str(package.__file__)).parent.rglob("locale/nl/LC_MESSAGES/django.po")


@pytest.fixture
def pseudo_language(tmp_path: Path, settings: Settings) -> str:
    """Add a language to the site in which each sentence is the English one between marks."""
    marked = polib.POFile()
    marked.metadata = {"Content-Type": "text/plain; charset=UTF-8", "Plural-Forms": "nplurals=2; plural=(n != 1);"}
    known: set[tuple[str | None, str]] = set()
    for entry in (entry for file in catalogues() if file.exists() for entry in polib.pofile(str(file))):
        if (entry.msgctxt, entry.msgid) in known or _is_setting(entry.msgid):
            continue
        known.add((entry.msgctxt, entry.msgid))
        made = polib.POEntry(msgctxt=entry.msgctxt, msgid=entry.msgid, msgid_plural=entry.msgid_plural)
        if entry.msgid_plural:
            made.msgstr_plural = {0: _mark(entry.msgid), 1: _mark(entry.msgid_plural)}
        else:
            made.msgstr = _mark(entry.msgid)
        marked.append(made)
    folder = tmp_path / CODE / "LC_MESSAGES"
    folder.mkdir(parents=True)
    marked.save_as_mofile(str(folder / "django.mo"))
    settings.LANGUAGES = [*site.LANGUAGES, (CODE, "Ido")]
    settings.LOCALE_PATHS = [tmp_path, *site.LOCALE_PATHS]
    return CODE


def _is_setting(key: str) -> bool:
    """Return whether Django reads this key as a setting of the language and not as a sentence."""
    return not key.strip() or key in {"DATE_FORMAT", "DATETIME_FORMAT", "TIME_FORMAT", "SHORT_DATE_FORMAT"}


def _mark(sentence: str) -> str:
    """Return the sentence between marks; line breaks at its ends stay outside, as gettext demands."""
    inner = sentence.strip("\n")
    return sentence.replace(inner, f"{BEGIN}{inner}{END}", 1)


def unmarked(browser: Client, path: str, names: set[str]) -> list[str]:
    """Return the words of a page that are in no catalogue."""
    answer = browser.get(path, headers={"Accept-Language": CODE})
    assert answer.status_code == (404 if path == "/nowhere/" else 200), path
    page = answer.content.decode()
    assert f'<html lang="{CODE}"' in page, path
    assert BEGIN in page
    parser = Unmarked(names)
    parser.feed(page)
    assert parser.depth == 0, path
    return parser.found


@pytest.mark.slow
def test_no_page_has_a_sentence_outside_of_the_catalogues(
    anna: User, bob: User, carl: User, signed_in: SignedIn, pseudo_language: str
) -> None:
    make_computers()
    three_days = TimeControl.correspondence(days=3)
    matches: dict[str, Match] = {}
    for slug in OURS:
        terms = {"game_slug": slug, "options": games()[slug].options_type(), "time_control": three_days}
        matches[slug] = play_on(start_match(first=anna, second=bob, rated=True, **terms), 2)
        over = start_match(first=anna, second=carl, rated=True, **terms)
        resign(play_on(over, 2).pk, carl)
    run_jobs()
    offer_by(carl, kind=Offer.Kind.OPEN), challenge_to(anna, carl)
    link = link_by(bob)
    public = ["/", "/lobby/", "/lobby/new/", "/lobby/players/", f"/lobby/c/{link.pk}/", "/ratings/", "/ratings/how/"]
    public += [
        "/puzzles/",
        "/puzzles/past/digifeud/",
        "/puzzles/sprint/digifeud/",
        "/puzzles/streak/digifeud/",
        reverse("fairness:fairness"),
        "/accounts/signup/",
        "/accounts/signup/passkey/",
        "/accounts/login/",
    ]
    public += ["/accounts/password/reset/", "/nowhere/", "/matches/by/anna/", "/matches/by/Computer-1/"]
    public += [f"/{name}/" for name in ("about", "help", "contact", "privacy", "terms", "imprint", "accessibility")]
    public += ["/parents/"]
    public += [reverse("history:history", args=["anna"]), reverse("history:against", args=["anna", "bob"])]
    for slug, match in matches.items():
        public += [f"/games/{slug}/", f"/games/{slug}/try/1/", f"/ratings/{slug}/days/?period=week"]
        public += [f"/matches/{match.pk}/", f"/matches/{match.pk}/1/"]
    own = ["/lobby/", "/lobby/new/?opponent=bob", "/accounts/settings/", "/accounts/security/"]
    own += ["/accounts/delete/", "/accounts/email/", "/accounts/password/change/", "/accounts/logout/"]
    own += ["/notifications/", reverse("history:mine"), reverse("history:reading"), "/matches/by/bob/"]
    own += [f"/matches/{match.pk}/" for match in Match.objects.all()]
    own += [f"/matches/{match.pk}/fairness/" for match in Match.objects.all()]
    with override("en"):
        names = NAMES | {word for slug in games() for word in WORD.findall(games()[slug].name)}
    faults = {
        f"{who} {path}": found
        for who, browser, paths in (("visitor", Client(), public), ("anna", signed_in(anna), own))
        for path in paths
        if (found := unmarked(browser, path, names))
    }
    assert faults == {}


def test_a_sentence_outside_of_the_catalogues_is_found() -> None:
    parser = Unmarked({"anna"})
    parser.feed('<p title="Bad">anna ⟦Good <b>words</b>⟧ bad words e7r</p><p lang="nl">Goed</p><code>code</code>')
    assert parser.found == ["p[title]: Bad", "text: bad words"]


# What of a template is no plain text: comments, sentences to be translated, the classes of a page, tags and values.
NOT_PLAIN = re.compile(
    r"\{#.*?#\}|\{% blocktrans.*?endblocktrans(?:late)? %\}|\{% block (?:page|body)\w* %\}.*?\{% endblock\b.*?%\}"
    r"|\{%.*?%\}|\{\{.*?\}\}",
    re.DOTALL,
)
# Templates of the reference, which is English for all, and of attributes without their element.
NEVER_TRANSLATED = {"api/_fields.html", "api/reference.html"}
ATTRIBUTES = {"_root.html", "allauth/elements/button.html", "forms/partials/widget.jinja", "lessons/_helps.html"}


def plain_text_of(template: str) -> list[str]:
    """Return the words of a template that are the same in every language."""
    page = Unmarked(NAMES | {"CC"})
    page.feed(NOT_PLAIN.sub(" ", template))
    page.close()
    return page.found


def test_every_text_of_every_template_is_a_sentence_to_be_translated() -> None:
    """Pages have parts that the viewers above do not get to see."""
    folders = [Path(site.BASE_DIR) / "templates", *Path(site.BASE_DIR).glob("games/*/templates")]
    files = [(folder, path) for folder in folders for path in folder.rglob("*") if path.suffix in (".html", ".jinja")]
    texts = {str(path.relative_to(folder)): plain_text_of(path.read_text()) for folder, path in files}
    assert len(texts) > 300
    found = {name: words for name, words in texts.items() if words}
    assert found.keys() == NEVER_TRANSLATED | ATTRIBUTES, found


def test_a_text_without_a_translation_would_be_found() -> None:
    sentence = "{# Note #}{% blocktranslate %}Hello {{ x }}{% endblocktranslate %}"
    assert plain_text_of(f"<p title=\"{{% translate 'A' %}}\">{sentence} {{{{ y }}}}</p>") == []
    bad = f"<h2>Invite by link</h2>{sentence}<img alt='Two boards'>"
    assert plain_text_of(bad) == ["text: Invite by link", "img[alt]: Two boards"]
