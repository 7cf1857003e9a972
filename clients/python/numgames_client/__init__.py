"""A client of the API of Numgames: matches, challenges, puzzles and streams, with and without asyncio."""

from __future__ import annotations

from numgames_client.aio import AsyncClient
from numgames_client.calls import Place, Problem, StreamEnded
from numgames_client.sync import Client

__all__ = ["AsyncClient", "Client", "Place", "Problem", "StreamEnded"]
