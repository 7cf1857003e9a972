"""Background jobs: one table, one runner, retries and dead letters."""
