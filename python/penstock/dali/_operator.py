"""A call of an operator by DALI's names: its arguments are converted to what the graph's JSON has, and the call is recorded."""

from __future__ import annotations

import difflib
import math
import warnings
from typing import Any, Callable, Dict, List, Mapping, Protocol, Sequence, Tuple

import numpy as np

from ._constants import constant_node
from ._errors import ArgumentError, UnknownArgumentError, as_dali
from ._foreign import lies_on_gpu
from ._graph import Graph, Node
from ._schemas import Schema
from .data_node import DataNode
from .types import DALIDataType, ScalarConstant, json_number, own_name

COMMON = ("name", "device", "seed", "preserve", "bytes_per_sample_hint", "on_error")
# Names of arguments that DALI has given up for others, and those that have no effect any more.
_RENAMED = {
    "output_dtype": "dtype",
    "type": "dtype",
    "meta_files_path": "preprocessed_annotations",
    "dump_meta_files": "save_preprocessed_annotations",
    "dump_meta_files_path": "save_preprocessed_annotations_dir",
    "save_img_ids": "image_ids",
}
# Values of enums that have two names in DALI.
_SAME_VALUES = {"101": "reflect_101", "1001": "reflect_1001"}
# DALI's older readers of videos have a switch in place of the enum.
_SWITCHES = {"enable_frame_num": {True: "scalar", False: "none"}}
_WITHOUT_EFFECT = ("image_type", "memory_stats", "split_stages", "use_chunk_allocator", "normalize_text")
_ON_ERROR = ("throw", "skip", "placeholder")


def call(schema: Schema, title: str, inputs: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
    """Records the call ``title(*inputs, **kwargs)``. The result is a DataNode, or a list of them; with a list in place of an input, one
    result for each entry of it, and no list for one entry."""
    graph = Graph.current_or_none()
    if graph is None:
        return _all(schema, title, inputs, kwargs)
    result = _all(schema, title, *graph.adopt(title, inputs, kwargs))
    graph.settle()
    return result


def _all(schema: Schema, title: str, inputs: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
    sets = [len(value) for value in inputs if _is_set(value)]
    if not sets:
        return _one(schema, title, inputs, kwargs)
    if len(set(sets)) > 1:
        raise ValueError(f"All argument lists for Multiple Input Sets used with operator '{title}' must have the same length.")
    results = [_one(schema, title, [value[i] if _is_set(value) else value for value in inputs], kwargs) for i in range(sets[0])]
    if len(results) == 1:
        return results[0]
    if isinstance(results[0], (list, tuple)):
        return [list(result) for result in zip(*results)]
    return results


def _is_set(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and any(isinstance(one, DataNode) for one in value)


def _one(schema: Schema, title: str, inputs: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
    device = kwargs.get("device") or _device_of(schema, inputs)
    nodes = [input_node(value, title, number, device) for number, value in enumerate(inputs)]
    args, arg_inputs = arguments(schema, title, kwargs)
    check_inputs(schema, title, nodes)
    if device == "gpu":
        # Such as the anchor of a slice: its values are read in host memory. In DALI it may lie on the GPU too.
        read = {number for number, port in enumerate(schema["inputs"]) if number and port.get("host")}
        nodes = [value.cpu() if number in read and value.device == "gpu" else value for number, value in enumerate(nodes)]
    node = Node(schema["op"], nodes, args, arg_inputs, device, _name_of(kwargs))
    set_common(node, schema, title, kwargs)
    _keep_enum(node, title)
    named = _named_outputs(schema, args)
    if named is not None:
        # The graph has them in the order of their names' bytes, the result in that of the call.
        by_name = dict(zip(sorted(named, key=str.encode), node.outputs))
        return {name: by_name[name] for name in named}
    return node.outputs[0] if len(node.outputs) == 1 else list(node.outputs)


def _named_outputs(schema: Schema, args: Mapping[str, Any]) -> Any:
    """The names of a call's outputs, where an argument gives them."""
    ports = schema["outputs"]
    given = args.get(ports[0]["each"]) if ports and "each" in ports[0] else None
    return given if isinstance(given, dict) else None


def _keep_enum(node: Node, title: str) -> None:
    """Members of enums stay what they are where elements are copied; only whole numbers can be made of them."""
    enum = node.inputs[0].enum if node.inputs else None
    if enum is None:
        return
    if node.op == "random.choice" and node.inputs[0].source.args.get("shape") == []:
        raise ArgumentError("INVALID_ARGUMENT", f"Expected a number or a list for {title} but received one member of an enum, {enum}")
    if node.op in ("copy", "random.choice"):
        node.outputs[0].enum = enum
    elif node.op == "cast" and "float" in str(node.args.get("dtype")):
        raise ArgumentError("INVALID_ARGUMENT", f"Expected numbers for {title} to {node.args['dtype']} but received members of an enum, {enum}")


def _device_of(schema: Schema, inputs: Sequence[Any]) -> str:
    near = "gpu" in schema["devices"] and any(isinstance(value, DataNode) and value.device == "gpu" for value in inputs)
    return "gpu" if near else "cpu"


def _name_of(kwargs: Mapping[str, Any]) -> Any:
    name = kwargs.get("name")
    if name is not None and not isinstance(name, str):
        raise TypeError(f"Expected a text for name but received {name!r}")
    return name


def check_inputs(schema: Schema, title: str, nodes: Sequence[Any]) -> None:
    ports = schema["inputs"]
    least = sum(not port.get("optional") for port in ports)
    most = 999 if ports and ports[-1].get("many") else len(ports)
    if not least <= len(nodes) <= most:
        wanted = f"{least}" if least == most else f"from {least} to {most}"
        raise ValueError(f"Operator {title} expects {wanted} inputs, but received {len(nodes)}.")


def input_node(value: Any, title: str, what: Any, device: str = "cpu") -> DataNode:
    """The value as a node: numbers, lists and arrays become constants. Raises TypeError for anything else."""
    if isinstance(value, DataNode):
        return value
    try:
        if value is None or isinstance(value, (str, bytes)):
            raise TypeError("it is no number")
        return constant_node(value, device="gpu" if device == "gpu" else "cpu")
    except (TypeError, ValueError) as error:
        raise TypeError(
            f"when calling operator `{title}`: expected inputs of type 'DataNode' or convertible to constant nodes. Received input "
            f"`{what}` of type '{type(value).__name__}'."
        ) from error


def set_common(node: Node, schema: Schema, title: str, kwargs: Mapping[str, Any]) -> None:
    """Takes the arguments that all operators have."""
    seed = kwargs.get("seed")
    if seed is not None and schema.get("random"):
        seed = int(seed)
        if seed >= 0:
            node.common["seed"] = seed
    elif seed is not None and not schema.get("reader"):
        _deprecated('The argument "seed" should not be used with operators that don\'t use random numbers.')
    hint = kwargs.get("bytes_per_sample_hint")
    if hint is not None:
        sizes = [int(size) for size in (hint if isinstance(hint, (list, tuple)) else [hint])]
        if any(sizes):
            node.common["bytesPerSampleHint"] = sizes
    on_error = kwargs.get("on_error")
    if on_error is not None:
        if not schema.get("onError") or on_error not in _ON_ERROR:
            raise ValueError(f"Expected one of {_ON_ERROR} for on_error of an operator that can meet bad samples but received {on_error!r} for {title}")
        node.common["onError"] = on_error
    graph = Graph.current_or_none()
    if graph is not None and kwargs.get("preserve"):
        graph.preserved.append(node)


class Values(Protocol):
    """What calls compute with: nodes of a graph, or tensors and batches of imperative mode."""

    def holds(self, value: Any) -> bool:
        """Whether it is such a value."""

    def argument(self, value: Any, title: str, name: str) -> Any:
        """A named argument as such a value. Raises TypeError, ValueError."""


class _Nodes:
    def holds(self, value: Any) -> bool:
        return isinstance(value, DataNode)

    def argument(self, value: Any, title: str, name: str) -> DataNode:
        node = input_node(value, title, name)
        if node.device != "cpu":
            raise ValueError(f"Invalid device \"{node.device}\" for argument '{name}' of operator '{title}'. Named arguments must be on CPU.")
        return node


def arguments(
    schema: Schema, title: str, kwargs: Mapping[str, Any], values: Values = _Nodes()
) -> Tuple[Dict[str, Any], Dict[str, Any]]:
    """Constants and values per sample, by penstock's names."""
    args: Dict[str, Any] = {}
    arg_inputs: Dict[str, Any] = {}
    for name, value in kwargs.items():
        if name in COMMON or value is None:
            continue
        arg = schema["args"].get(name)
        if arg is None:
            renamed = _RENAMED.get(name, "")
            if renamed in schema["args"]:
                _deprecated(f"The argument `{name}` is a deprecated alias for `{renamed}`. Use `{renamed}` instead.")
                if renamed in kwargs:
                    raise TypeError(f"Operator {title} got an unexpected '{name}' deprecated argument when '{renamed}' was already provided")
                name, arg = renamed, schema["args"][renamed]
            elif name in _WITHOUT_EFFECT:
                _deprecated(f"The argument `{name}` is no longer used and will be removed in a future release.")
                continue
        if arg is None:
            if name == "_random_state":
                raise NotImplementedError(f"Operator {title} takes its random numbers from a seed: give `seed` in place of `_random_state`")
            if name.startswith("_"):
                continue
            raise UnknownArgumentError(f"Operator {title} got an unexpected keyword argument '{name}'{_near(name, schema)}")
        if per_sample(value, arg, values):
            if not arg.get("perSample"):
                raise TypeError(
                    f"The argument `{name}` for operator `{title}` should not be a `{type(value).__name__}` but a constant: it is the same for "
                    "all samples"
                )
            arg_inputs[arg["own"]] = values.argument(value, title, name)
        else:
            with as_dali():
                found = converted(value, arg, name, title)
            if not _absent(found, schema, name, arg):
                args[arg["own"]] = found
    return args, arg_inputs


def _deprecated(message: str) -> None:
    warnings.warn(message, DeprecationWarning, stacklevel=6)


def _near(name: str, schema: Schema) -> str:
    found = difflib.get_close_matches(name, [*schema["args"], *COMMON], 1)
    return f". Did you mean '{found[0]}'?" if found else ""


def per_sample(value: Any, arg: Mapping[str, Any], values: Values = _Nodes()) -> bool:
    """Whether a value is one for each sample: a node, or an array where numbers may differ by sample."""
    if values.holds(value):
        return True
    if isinstance(value, (str, bytes, list, tuple, dict, ScalarConstant, np.generic)) or not (hasattr(value, "__array__") or lies_on_gpu(value)):
        return False
    return bool(arg.get("perSample"))


def _absent(value: Any, schema: Schema, name: str, arg: Mapping[str, Any]) -> bool:
    """Whether a value stands for none in DALI: an empty text where one of several is wanted, and a window without numbers."""
    return value == "" and arg["type"] == "enum" or value == [] and schema["op"] == "readers.numpy" and "roi_" in name


def _enum(value: str, values: Sequence[str]) -> str:
    """One of ``values`` by DALI's names, which it compares without regard to capital letters. What is none of them is left to the engine."""
    wanted = _SAME_VALUES.get(value, value).lower()
    return next((one for one in values if one.lower() == wanted), value)


def _truth(value: Any) -> bool:
    return bool(value)


def _whole(value: Any) -> int:
    number = int(value)
    if isinstance(value, float) and number != value:
        raise ValueError("it is no whole number")
    return number


_SCALARS: Dict[str, Callable[[Any], Any]] = {
    "bool": _truth,
    "int": _whole,
    "float": float,
    "string": str,
    "enum": str,
    "layout": str,
}


def converted(value: Any, arg: Mapping[str, Any], name: str, title: str) -> Any:
    """A constant as the graph's JSON has it."""
    kind: str = arg["type"]
    try:
        if kind.endswith("[]"):
            return [_scalar(one, kind[:-2], arg) for one in _items(value)]
        if kind in _SCALARS or kind in ("dtype", "imageType", "interp"):
            if isinstance(value, (list, tuple, np.ndarray)) and np.shape(value) == (1,):
                value = value[0]
            if isinstance(value, (bool, np.bool_)):
                value = _SWITCHES.get(name, {}).get(bool(value), value)
            made = _scalar(value, kind, arg)
            return _enum(made, arg["values"]) if kind == "enum" else made
    except (TypeError, ValueError, OverflowError) as error:
        raise TypeError(f"Expected a value of type {kind} for argument '{name}' of operator '{title}' but received {value!r}: {error}") from None
    if kind == "settings" and isinstance(value, Mapping):
        return _fields(value)
    return _record(value) if kind == "record" else value


def _record(value: Any) -> Any:
    """Entries by name, with fields each. What is none is left to the engine."""
    if not isinstance(value, Mapping) or not all(isinstance(entry, Mapping) for entry in value.values()):
        return value
    return {name: _fields(entry) for name, entry in value.items()}


def _fields(value: Mapping[Any, Any]) -> Dict[str, Any]:
    """Fields have names in snake_case here, and may be arrays."""
    return {_camel(str(key)): _plain(one) for key, one in value.items()}


def _camel(name: str) -> str:
    first, *words = name.split("_")
    return first + "".join(word[:1].upper() + word[1:] for word in words)


def _plain(value: Any) -> Any:
    plain = value.tolist() if isinstance(value, (np.ndarray, np.generic)) else value
    for one in plain if isinstance(plain, (list, tuple)) else [plain]:
        if isinstance(one, float) and not math.isfinite(one):
            raise ArgumentError("INVALID_ARGUMENT", f"Expected finite numbers but received {one}")
    return plain


def _items(value: Any) -> List[Any]:
    if isinstance(value, (list, tuple)):
        return list(value)
    if isinstance(value, np.ndarray):
        return list(value.ravel()) if value.ndim else [value[()]]
    return [value]


def _scalar(value: Any, kind: str, arg: Mapping[str, Any]) -> Any:
    if isinstance(value, ScalarConstant):
        value = value.value
    if isinstance(value, np.ndarray) and value.ndim:
        raise TypeError("it is no scalar")
    if kind in ("dtype", "imageType", "interp"):
        return own_name(value)
    if kind in ("string", "enum", "layout"):
        if isinstance(value, DALIDataType) or not isinstance(value, (str, bytes, int)) and not hasattr(value, "__fspath__"):
            raise TypeError("it is no text")
        return value.decode() if isinstance(value, bytes) else str(value)
    if isinstance(value, (str, bytes)):
        raise TypeError("it is a text")
    made = _SCALARS[kind](value)
    if kind != "float" or math.isfinite(made):
        return made
    if not arg.get("nonFinite"):
        raise ValueError("it is no finite number")
    return json_number(made)
