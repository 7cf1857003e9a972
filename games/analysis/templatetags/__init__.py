"""Template filters of the analysis."""
