"""The stories of several files share a site: each file finds it as if it had just started."""

from __future__ import annotations

import json

from tests.serving import Site
from tests.site_factory import SiteFactory

MAKE = """
from accounts.models import User
User.objects.create_user("anna")
"""
WHO = """
import json
from accounts.models import User
print(json.dumps(list(User.objects.filter(is_computer=False).values_list("username", flat=True))))
"""


def people(site: Site) -> list[str]:
    """Return the names of those who have an account on the site."""
    names: list[str] = json.loads(site.manage("shell", "--verbosity", "0", "--command", WHO))
    return names


def process(site: Site) -> int:
    """Return the id of the process that serves the site."""
    assert site.process
    return site.process.pid


def test_the_next_file_gets_the_same_site_emptied_and_another_one_if_that_has_ended(site_factory: SiteFactory) -> None:
    with site_factory.shared() as site:
        site.manage("shell", "--verbosity", "0", "--command", MAKE)
        assert people(site) == ["anna"]
    with site_factory.shared() as same:
        assert process(same) == process(site)
        assert people(same) == []
        same.kill()
    with site_factory.shared() as another:
        assert process(another) != process(site)
        assert people(another) == []
