"""Pairings, standings and divisions as pure functions: no database, no clock, no chance but a published seed.

A player is an id above zero. Points are whole numbers: two for a win, one for a draw, none for a loss, two for a bye.
The same arguments give the same answer in every process, so `script/verify-pairings` can make any pairing again.
"""
