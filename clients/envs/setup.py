"""Add the rules of the games, which lie elsewhere in the repository, to the package."""

from pathlib import Path

from setuptools import setup

GAMES = Path("../../games")  # pip builds in this folder

folders = [GAMES / "rules", *(rules.parent for rules in GAMES.glob("*/rules.py"))]
modules = [file.parent for folder in folders for file in folder.rglob("__init__.py")]
names = ["games", *("games." + ".".join(folder.relative_to(GAMES).parts) for folder in sorted(modules))]
setup(
    packages=["numgames_envs", *names],
    package_dir={"games": str(GAMES)},
    package_data={"numgames_envs": ["py.typed"], "": ["ai/*.json", "*.json"]},
)
