"""What values of the graph record with. The modules that record import the values, so they put their functions here when they are
imported, and values find them."""

from __future__ import annotations

from typing import Any, Callable

# By math.py: an operation and its operands.
compute: Callable[..., Any]
# By _indexing.py: a node and what stands in brackets behind it.
indexed: Callable[[Any, Any], Any]
# By _graph.py: an operator's name and its inputs.
record: Callable[..., Any]
# By _constants.py: a value and its dtype, shape, layout and device.
constant: Callable[..., Any]
