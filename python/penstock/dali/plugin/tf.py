"""DALI's plugin for TensorFlow: a pipeline as a ``tf.data.Dataset``. The pipeline runs in the host process, and batches come through numpy:
each is copied once, to TensorFlow's memory on the CPU. ``penstock.tf.Loader`` gives eager tensors over the pipeline's own memory."""

from __future__ import annotations

from typing import Any, Dict, Iterator, Optional, Tuple

import tensorflow as tf

from .._pipeline import Pipeline


def DALIDataset(  # noqa: N802  (a class in DALI)
    pipeline: Pipeline,
    output_dtypes: Any = None,
    output_shapes: Any = None,
    fail_on_device_mismatch: bool = True,
    *,
    batch_size: int = 1,
    num_threads: int = 4,
    device_id: Optional[int] = 0,
    exec_separated: bool = False,
    exec_dynamic: bool = False,
    prefetch_queue_depth: int = 2,
    cpu_prefetch_queue_depth: int = 2,
    gpu_prefetch_queue_depth: int = 2,
    dtypes: Any = None,
    shapes: Any = None,
    **unknown: Any,
) -> Any:
    """A ``tf.data.Dataset`` of a pipeline's batches, without an end. Each loop over it, and each copy of the data set, has a pipeline of its own.

    Args:
        pipeline: its definition is taken, and these options in place of its own. It has no external sources.
        output_dtypes: a ``tf.DType``, or a tuple of one for each output.
        output_shapes: a shape, or a tuple of them, with the axis of samples in front. Default: unknown.
        batch_size, num_threads, device_id, prefetch_queue_depth: of the pipeline.
        exec_separated, cpu_prefetch_queue_depth, gpu_prefetch_queue_depth: queues of depths of their own.
        exec_dynamic: the executor of that name.
        fail_on_device_mismatch: without effect: tensors lie on the CPU.
        dtypes, shapes: older names of output_dtypes and output_shapes.

    Raises:
        TypeError, ValueError: for wrong arguments, and for a pipeline with external sources.
    """
    if unknown:
        hint = ": feed fn.external_source from the data set's iterator in Python" if "input_datasets" in unknown else ""
        raise TypeError(f"DALIDataset got an unexpected keyword argument '{next(iter(unknown))}'{hint}")
    output_dtypes = _one_of("dtypes", output_dtypes, dtypes)
    output_shapes = _one_of("shapes", output_shapes, shapes)
    kinds: Tuple[Any, ...] = output_dtypes if isinstance(output_dtypes, tuple) else (output_dtypes,)
    for kind in kinds:
        if not isinstance(kind, tf.DType):
            raise TypeError(f"`output_dtypes` should be provided as single tf.DType value or a tuple of tf.DType values. Got value `{output_dtypes}`")
    if output_shapes is None:
        places: Tuple[Any, ...] = (None,) * len(kinds)
    else:
        places = tuple(output_shapes) if isinstance(output_dtypes, tuple) else (output_shapes,)
    if len(places) != len(kinds):
        raise ValueError(f"Expected a shape for each of {len(kinds)} output_dtypes but received {len(places)}")
    if pipeline.num_outputs != len(kinds):
        raise ValueError(f"Expected a dtype for each of {pipeline.num_outputs} outputs of the pipeline but received {len(kinds)}")
    text = pipeline.serialize()
    if pipeline._fed:
        raise ValueError(
            f"Expected a pipeline without external sources for DALIDataset but it has {', '.join(pipeline._fed)}: use the iterators of "
            "penstock.dali, or penstock.tf.Loader"
        )
    if any(node.op == "pythonFunction" for node in pipeline._nodes):
        raise RuntimeError("Expected a pipeline without functions of Python for DALIDataset, because each loop makes a pipeline of its text")
    depth = {"cpu_size": cpu_prefetch_queue_depth, "gpu_size": gpu_prefetch_queue_depth} if exec_separated else prefetch_queue_depth
    device = -1 if device_id is None else device_id
    options: Dict[str, Any] = {"batch_size": batch_size, "num_threads": num_threads, "device_id": device, "prefetch_queue_depth": depth}
    if exec_dynamic:
        options["exec_dynamic"] = True

    def batches() -> Iterator[Tuple[Any, ...]]:
        pipe = Pipeline.deserialize(text, **options)
        try:
            while True:
                try:
                    outputs = pipe.run()
                except StopIteration:
                    return
                arrays = tuple(output.as_cpu().as_array() for output in outputs)
                for number, (array, kind) in enumerate(zip(arrays, kinds)):
                    # TensorFlow would convert it.
                    if tf.as_dtype(array.dtype) != kind:
                        raise TypeError(f"Expected {kind.name} for output {number}, by output_dtypes, but the pipeline gives {array.dtype}")
                yield arrays
        finally:
            pipe.close()

    signature = tuple(tf.TensorSpec(shape, kind) for shape, kind in zip(places, kinds))
    return tf.data.Dataset.from_generator(batches, output_signature=signature)


def _one_of(name: str, value: Any, older: Any) -> Any:
    if older is None:
        return value
    if value is not None:
        raise ValueError(f"Usage of `{name}` is deprecated in favor of `output_{name}`. Both arguments were provided, but only `output_{name}` should be.")
    return older


_INSTEAD = {
    "DALIIterator": "DALIDataset",
    "DALIRawIterator": "DALIDataset",
    "DALIIteratorWrapper": "DALIDataset",
    "experimental": "fn.external_source over the data set's iterator, with DALIGenericIterator or penstock.tf.Loader",
}


def __getattr__(name: str) -> Any:
    if name in _INSTEAD:
        raise NotImplementedError(f"plugin.tf has no {name}: use {_INSTEAD[name]}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = ["DALIDataset"]
