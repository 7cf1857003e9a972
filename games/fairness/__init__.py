"""Whether the draws are fair: every finished match's sealed order, counted, against what chance would give."""
