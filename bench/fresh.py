"""From a clone of what is committed to the first page, on a machine that has cached no package; then once more.

Each step has the seconds since the beginning and the CPU seconds of all processes until then.
"""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
import time
from pathlib import Path

import httpx

from bench.cpu import cpu_of_tree

HOME = Path(__file__).parent.parent
KEPT = ("PIP_", "UV_", "SSL_", "XDG_CONFIG", "LANG")  # how the machine reaches its registry


def main() -> None:
    """Print the steps of the first start and of the second one."""
    with tempfile.TemporaryDirectory(prefix="numgames-fresh-") as folder:
        clone, home = Path(folder) / "clone", Path(folder) / "home"
        home.mkdir()
        subprocess.run(["git", "clone", "--quiet", HOME, clone], check=True)
        for _start in range(2):
            start(clone, home)


def start(clone: Path, home: Path) -> None:
    """Start the site in this clone, open its first page, and stop it."""
    env = {name: value for name, value in os.environ.items() if name.startswith(KEPT) and name != "PIP_CACHE_DIR"}
    env |= {"HOME": str(home), "XDG_CACHE_HOME": str(home / "cache"), "PATH": os.defpath}
    command, began = ["script/server", "--port", "0"], time.monotonic()
    with subprocess.Popen(
        command, cwd=clone, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as process:
        assert process.stdout
        for line in map(str.strip, process.stdout):
            print(f"{time.monotonic() - began:6.1f} s {cpu_of_tree(process.pid):6.1f} s of CPU: {line}", flush=True)
            if line.startswith("http://"):
                httpx.get(line, timeout=60).raise_for_status()
                print(f"{time.monotonic() - began:6.1f} s {cpu_of_tree(process.pid):6.1f} s of CPU: the first page")
                break
        process.send_signal(signal.SIGTERM)
        process.communicate()


if __name__ == "__main__":
    main()
