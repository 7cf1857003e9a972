"""What the templates of the history can say."""
