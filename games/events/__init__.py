"""Events: leagues, cups and other competitions, which begin, go on and end by themselves."""
