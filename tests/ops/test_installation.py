"""`script/install` on a machine without a network, with one package of its own."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.serving import HOME

pytestmark = pytest.mark.any_stack
WHEEL = "tiny-1.0-py3-none-any.whl"
FILES = {
    "tiny.py": "VALUE = 1\n",
    "tiny-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: tiny\nVersion: 1.0\n",
    "tiny-1.0.dist-info/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    "tiny-1.0.dist-info/RECORD": "tiny.py,,\n",
}


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Return a folder with the script and a lock that names one package."""
    with ZipFile(tmp_path / WHEEL, "w") as wheel:
        for name, content in FILES.items():
            wheel.writestr(name, content)
    digest = hashlib.sha256((tmp_path / WHEEL).read_bytes()).hexdigest()
    (tmp_path / "requirements.txt").write_text(f"tiny==1.0 --hash=sha256:{digest}\n")
    shutil.copyfile(HOME / "requirements-uv.txt", tmp_path / "requirements-uv.txt")
    (tmp_path / "script").mkdir()
    shutil.copy(HOME / "script/install", tmp_path / "script/install")
    return tmp_path


def install(checkout: Path) -> str:
    """Run the script; return what it says."""
    offline = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(checkout), "PIP_CONFIG_FILE": os.devnull}
    done = subprocess.run(
        [str(checkout / "script/install"), "requirements.txt"],
        env={**os.environ, **offline},
        stderr=subprocess.PIPE,
        text=True,
        check=True,
        timeout=300,
    )
    return done.stderr


@pytest.mark.thorough
def test_without_uv_pip_installs_and_the_next_start_does_nothing(checkout: Path) -> None:
    said = install(checkout)
    assert "uv does not work here, so pip installs, which takes longer …" in said
    python = checkout / ".venv/bin/python"
    assert subprocess.check_output([python, "-c", "import tiny; print(tiny.VALUE)"], text=True) == "1\n"
    assert install(checkout) == ""


@pytest.mark.thorough
def test_what_was_interrupted_is_installed_from_the_beginning(checkout: Path) -> None:
    install(checkout)
    (module,) = checkout.glob(".venv/lib/python*/site-packages/tiny.py")
    module.unlink()
    (checkout / ".venv/installing").touch()
    assert "Creating the virtual environment" in install(checkout)
    assert module.read_text() == "VALUE = 1\n"
    assert not (checkout / ".venv/installing").exists()
