"""DALI programs on penstock."""
