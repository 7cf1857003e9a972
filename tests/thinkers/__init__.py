"""A game package for sites whose computer players are to be watched while they think."""
