"""A package of games whose computer players report when they begin to think."""
