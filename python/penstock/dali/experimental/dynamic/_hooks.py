"""What tensors and batches record with. The modules that record import tensors and batches, so they put their functions here when they
are imported."""

from __future__ import annotations

from typing import Any, Callable

# By _call.py: penstock's name of an operator, its inputs, its constants and values of arguments, and the device.
record: Callable[..., Any]
# By _call.py: an operation of arithmetic and its operands.
compute: Callable[..., Any]
# By _data.py: a tensor or batch, and the dtype, device and layout that it is to have.
converted: Callable[..., Any]
# By _data.py: data of the user's as a Tensor.
as_tensor: Callable[..., Any]
# By _data.py: samples of the user's as a Batch.
as_batch: Callable[..., Any]
# By _slices.py: a tensor or batch, and what stands in brackets behind it.
indexed: Callable[[Any, Any], Any]
