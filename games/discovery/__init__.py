"""Discovery: addresses per language, tags for search engines and link previews, sitemap and robots.txt."""
