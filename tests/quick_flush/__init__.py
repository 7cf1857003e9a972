"""An app for tests inside one process: `flush`, which Django calls after each test with transactions, is quick."""
