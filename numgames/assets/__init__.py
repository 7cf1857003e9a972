"""Static files: bundles, hashed names, files of the release before."""
