"""Operators whose calls differ from what their schemas say."""
