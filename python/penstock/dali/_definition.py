"""``pipeline_def``: a function that defines a pipeline."""

from __future__ import annotations

import functools
import inspect
from typing import Any, Callable, Dict, Optional, Tuple

from ._autograph import convert, do_not_convert
from .data_node import DataNode
from ._pipeline import Pipeline

_PIPELINE = inspect.getfullargspec(Pipeline.__init__)
_OPTIONS = {*_PIPELINE.args, *_PIPELINE.kwonlyargs} - {"self"}


def pipeline_def(function: Optional[Callable[..., Any]] = None, /, **options: Any) -> Any:
    """Makes a function that creates pipelines of one that defines their graph.

    Args:
        function: calls operators and returns a DataNode or a tuple of them. Its arguments are those of the function that is made.
        enable_conditionals: Python's ``if``, ``and``, ``or`` and ``not`` work on DataNodes in the definition. Default: False.
        debug: each run calls the definition, and operators run at once: values can be printed, and ``.get()`` gives their data. Default:
            False.
        options: arguments of Pipeline; those of the call go before them.
    """

    def decorated(definition: Callable[..., Any]) -> Callable[..., Pipeline]:
        if getattr(definition, "_penstock_do_not_convert", False):
            raise ValueError("Pipeline definition cannot be marked with @do_not_convert.")

        @functools.wraps(definition)
        def create(*args: Any, **kwargs: Any) -> Pipeline:
            conditionals = kwargs.get("enable_conditionals", options.get("enable_conditionals", False))
            own, rest = _split(definition, kwargs)
            given = {name: value for name, value in {**options, **own}.items() if name not in ("enable_conditionals", "debug")}
            run: Callable[..., Any] = convert(definition) if conditionals else definition
            if "debug" not in rest and kwargs.get("debug", options.get("debug", False)):
                from ._debug import PipelineDebug

                debugged = PipelineDebug(functools.partial(run, *args, **rest), **given)
                debugged._conditionals = bool(conditionals)
                return debugged
            pipe = Pipeline(**given)
            pipe._conditionals = bool(conditionals)
            with pipe:
                outputs = run(*args, **rest)
            if outputs is None:
                outputs = ()
            pipe.set_outputs(*(outputs if isinstance(outputs, tuple) else (outputs,)))
            return pipe

        create._is_pipeline_def = True  # type: ignore[attr-defined]
        return create

    return decorated if function is None else decorated(function)


def _split(definition: Callable[..., Any], kwargs: Dict[str, Any]) -> Tuple[Dict[str, Any], Dict[str, Any]]:
    """Arguments of the pipeline, and those of the definition, which go first."""
    spec = inspect.getfullargspec(definition)
    if spec.varkw is not None:
        raise TypeError(f"Using variadic keyword argument `**{spec.varkw}` in a graph-defining function is not allowed.")
    own: Dict[str, Any] = {}
    rest: Dict[str, Any] = {}
    for name, value in kwargs.items():
        if name in spec.args or name in spec.kwonlyargs:
            rest[name] = value
        elif name in _OPTIONS:
            own[name] = value
        elif name not in ("enable_conditionals", "debug"):
            raise TypeError(f"{definition.__name__}() got an unexpected keyword argument '{name}'")
    return own, rest


__all__ = ["DataNode", "do_not_convert", "pipeline_def"]
