"""First loads: with bundles a handful of files and few bytes, without them the plain files, and both work."""

from __future__ import annotations

import gzip
import subprocess
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Windows
from tests.browser.dealing import sit_alone, sit_down
from tests.browser.input_methods import write
from tests.serving import HOME, Site, running

pytestmark = pytest.mark.own_windows

# The compressed bytes of each file that the page loads; on a busy machine a script may poll by then as well.
FILES = """() => performance.getEntriesByType("resource")
  .filter(({ initiatorType }) => initiatorType !== "fetch")
  .map(({ name, encodedBodySize }) => [name, encodedBodySize])"""


@pytest.fixture(
    scope="module",
    params=[
        pytest.param("", marks=pytest.mark.thorough, id="plain"),
        pytest.param("node_modules/@esbuild/*/bin/esbuild", id="bundled"),
    ],
)
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Run a site whose files are bundled, or not."""
    if request.param and not list(HOME.glob(request.param)):
        subprocess.run(["script/npm"], cwd=HOME, check=True)
    tool = next(HOME.glob(request.param)) if request.param else ""
    with running(tmp_path_factory.mktemp("site"), env={"ESBUILD": str(tool)}) as site:
        yield site


def test_a_match_is_played_and_its_page_fetches_few_files(site: Site, window: Windows) -> None:
    if site.env["ESBUILD"]:
        files = fetched(sit_alone(site, window))
        assert len(files) <= 17, files
        assert sum(files.values()) <= 69_400, sorted(files.items())
        # Two bundles, what they share, htmx, and what watches whether these run
        assert sum(name.endswith(".js") for name in files) == 5
        return  # all other stories play with bundles
    anna, bob = sit_down(site, window)
    assert sum(name.endswith(".js") for name in fetched(anna)) > 20
    play(anna, "e7r 3+5=8", ply=1)
    expect(bob.locator("#i7.last")).to_have_text("8")
    expect(bob.locator("#match_view")).to_have_attribute("data-turn", "mine")
    anna.goto("/lobby/")
    expect(anna.locator("#lobby")).to_contain_text("bob")
    anna.goto("/accounts/settings/")
    expect(anna.get_by_role("heading", level=1)).to_be_visible()


def test_the_first_page_of_a_pupil_is_light(site: Site, window: Windows) -> None:
    """Thirty tablets of a school load it at once: at most 60 KB each."""
    card = window()
    card.goto("/classes/card/")
    expect(card.locator("html[data-scripts='running']")).to_be_attached()
    if site.env["ESBUILD"]:
        assert sum(fetched(card).values()) <= 60_000, sorted(fetched(card).items())


def fetched(page: Page) -> dict[str, int]:
    """Return the compressed bytes of each file that the page has loaded, and of itself, by address.

    Django compresses at this level and adds up to 100 random bytes (BREACH), which no page can do anything about.
    """
    body = page.request.get(page.url).body()
    return {page.url: len(gzip.compress(body, 6)), **dict(page.evaluate(FILES))}


def play(page: Page, text: str, *, ply: int) -> None:
    """Type a move and play it."""
    write(page, text)
    expect(page.locator("#preview.legal")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("#match_view")).to_have_attribute("data-ply", str(ply))
