"""What DALI calls experimental in its plugin for PyTorch: the proxy."""
