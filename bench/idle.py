"""CPU of an idle server with its scheduler, and of its stores, in percent of a core. `BENCH_SECONDS`: how long."""

from __future__ import annotations

import os
import time

from bench.peers.__main__ import cpu_parts
from bench.stage import stage

SETTLED = 5.0  # seconds after the start before anything is counted
SECONDS = float(os.environ.get("BENCH_SECONDS", "30"))


def main() -> None:
    """Print the figures."""
    with stage() as site:
        assert site.process
        time.sleep(SETTLED)
        before, began = cpu_parts(site.process.pid), time.monotonic()
        time.sleep(SECONDS)
        loop, threads, stores = cpu_parts(site.process.pid).since(before)
        passed = time.monotonic() - began
        server = (loop + threads) / passed * 100
        print(f"nothing to do: the server {server:.1f} % of a core, database and Redis {stores / passed * 100:.1f} %")


if __name__ == "__main__":
    main()
