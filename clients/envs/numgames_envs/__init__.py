"""PettingZoo environments of all games of Numgames, without Django, a site or a database."""

from numgames_envs.matches import MatchEnv, env, games, parallel_env

__all__ = ["MatchEnv", "env", "games", "parallel_env"]
