"""DALI's plugin for the Triton server is not here."""

raise ImportError("penstock.dali has no plugin.triton, because Triton has no backend for it: Pipeline.serialize() and deserialize() keep pipelines")
