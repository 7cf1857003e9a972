"""From a clone to the first page, as the README says it, on a machine that has cached no package.

Each step has the seconds since the beginning and the CPU seconds of all processes until then. The site is then started
again, and its CPU watched for `--minutes`, without any visitor. What is not committed is not measured.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import httpx

from bench.cpu import cpu_of_tree

HOME = Path(__file__).parent.parent
KEPT = ("PIP_", "UV_", "SSL_", "XDG_CONFIG", "LANG")  # how the machine reaches its registry


def main() -> None:
    """Print the steps of the first start and of the second one, and the CPU of each minute."""
    parser = argparse.ArgumentParser(prog="script/bench fresh", description=__doc__)
    parser.add_argument("--minutes", type=int, default=0, help="to watch the site after its second start (0)")
    parser.add_argument("--demo", action="store_true", help="with the demo's players and matches")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="numgames-fresh-") as folder:
        clone, home = Path(folder) / "clone", Path(folder) / "home"
        home.mkdir()
        subprocess.run(["git", "clone", "--quiet", HOME, clone], check=True)
        for minutes in (0, arguments.minutes):
            start(clone, home, minutes, ["--demo"] if arguments.demo else [])


def start(clone: Path, home: Path, minutes: int, options: list[str]) -> None:
    """Start the site in this clone, open its first page, watch it for some minutes, and stop it."""
    environment = {name: value for name, value in os.environ.items() if name.startswith(KEPT)}
    environment |= {"HOME": str(home), "XDG_CACHE_HOME": str(home / "cache"), "PATH": os.defpath}
    environment.pop("PIP_CACHE_DIR", None)
    began = time.monotonic()
    with subprocess.Popen(
        ["script/server", "--port", "0", *options],
        cwd=clone,
        env=environment,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    ) as process:

        def report(step: str) -> None:
            print(f"{time.monotonic() - began:6.1f} s {cpu_of_tree(process.pid):6.1f} s of CPU: {step}", flush=True)

        assert process.stdout
        for line in map(str.strip, process.stdout):
            report(line)
            if line.startswith("http://"):
                httpx.get(line, timeout=60).raise_for_status()
                report("the first page")
                break
        threading.Thread(target=sys.stderr.writelines, args=(process.stdout,), daemon=True).start()
        for minute in range(1, minutes + 1):
            before = cpu_of_tree(process.pid)
            time.sleep(60)
            print(f"minute {minute}: {(cpu_of_tree(process.pid) - before) / 0.6:.1f} % of a core", flush=True)
        process.send_signal(signal.SIGTERM)


if __name__ == "__main__":
    main()
