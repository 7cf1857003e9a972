"""The sharded channels of a Redis Cluster: their names, and the addresses of their nodes."""

from __future__ import annotations

from urllib.parse import urlsplit

from redis.crc import REDIS_CLUSTER_HASH_SLOTS, key_slot

SHARDS = 12  # sharded channels; as many for each of two, three, four or six nodes


def address_at(address: str, host: str, port: int) -> str:
    """Return the address with another host, unless that is empty, and another port; user and password stay."""
    parts = urlsplit(address)
    user, at, _place = parts.netloc.rpartition("@")
    name = host or parts.hostname or ""
    return parts._replace(netloc=f"{user}{at}{f'[{name}]' if ':' in name else name}:{port}").geturl()


def shard_channels(prefix: str) -> list[str]:
    """Return names of channels whose slots are spread evenly, so that each node has as many."""
    names: dict[int, str] = {}
    number = 0
    while len(names) < SHARDS:
        name = f"{prefix}.{number}"
        names.setdefault(key_slot(name.encode()) * SHARDS // REDIS_CLUSTER_HASH_SLOTS, name)
        number += 1
    return [names[shard] for shard in range(SHARDS)]
