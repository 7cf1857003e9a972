"""Benchmarks of the site's costs and latency; see script/bench."""
