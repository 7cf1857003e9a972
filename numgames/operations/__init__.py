"""What operators need: probes, metrics, traces of requests, error reports, backups."""
