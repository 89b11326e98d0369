"""``NumbaFunction`` under the name that it had before."""

from ._function import NumbaFunction

__all__ = ["NumbaFunction"]
