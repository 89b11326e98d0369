"""DALI's plugins for frameworks: ``plugin.pytorch`` and ``plugin.jax``; each needs its framework."""
