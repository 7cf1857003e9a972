"""Evaluation of a match from its positions alone: pure and deterministic, without Django or clock."""
