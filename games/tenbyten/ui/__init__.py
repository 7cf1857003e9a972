"""10 BY 10 on the page: its presentation, and moves composed from placed chips."""
