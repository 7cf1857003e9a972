"""Stories that show the site does what it says."""
