"""Background jobs: one table (a transactional outbox), one runner, retries with backoff, dead letters."""
