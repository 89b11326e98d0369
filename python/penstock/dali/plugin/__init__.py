"""DALI's plugins for frameworks: ``plugin.pytorch``, ``plugin.jax``, ``plugin.tf`` and ``plugin.numba``; each needs its framework."""
