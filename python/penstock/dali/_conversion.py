"""Converts functions so that `if`, `and`, `or` and `not` in them may stand on DataNodes.

The conversion is that of diastatic-malt (TensorFlow's AutoGraph as a library of its own) with the operators of
`_conditionals`. A converted function has the name, the file and the lines of the original, so that tracebacks,
debuggers and the call sites of operators show the user's code.
"""

from __future__ import annotations

import ast
import functools
import inspect
import types
import warnings
import weakref
from typing import Any, Callable, Optional

from malt import operators
from malt.core import ag_ctx, config, config_lib, converter
from malt.impl import api, conversion
from malt.operators import py_builtins
from malt.pyct import anno, errors, transpiler

from . import _conditionals
from ._converted import DO_NOT_CONVERT, is_autograph_artifact

def start(func: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Calls a definition, converted."""
    try:
        return _call(func, args, kwargs, options=_options(user_requested=True))
    except Exception as error:
        raise error.with_traceback(_of_user(error.__traceback__))


def go_on(func: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Calls a function that code of the package calls for the user: converted, if the definition that is running is."""
    if ag_ctx.control_status_ctx().status != ag_ctx.Status.ENABLED:
        return func(*args, **kwargs)
    return _call(func, args, kwargs, options=_options(user_requested=False))


def _options(user_requested: bool) -> Any:
    return converter.ConversionOptions(recursive=True, user_requested=user_requested, optional_features=None)


def _of_user(tb: Optional[types.TracebackType]) -> Optional[types.TracebackType]:
    """A traceback without the frames of the conversion."""
    if tb is None:
        return None
    below = _of_user(tb.tb_next)
    module = tb.tb_frame.f_globals.get("__name__", "")
    if module in (__name__, _conditionals.__name__) or module.partition(".")[0] == "malt":
        return below
    return types.TracebackType(below, tb.tb_frame, tb.tb_lasti, tb.tb_lineno)


def _call(func: Any, args: tuple[Any, ...], kwargs: Optional[dict[str, Any]], scope: Any = None, options: Any = None) -> Any:
    """Stands for every call in converted code; `scope` is that of the calling function."""
    kwargs = kwargs or {}
    if isinstance(func, functools.partial):
        return _call(func.func, func.args + args, {**func.keywords, **kwargs}, scope, options)
    if isinstance(func, (type, types.BuiltinFunctionType)):
        return _builtin(func, args, kwargs, scope)
    function, bound = _function_of(func)
    if function is None or is_autograph_artifact(function) or ag_ctx.control_status_ctx().status == ag_ctx.Status.DISABLED:
        return func(*args, **kwargs)
    if hasattr(function, DO_NOT_CONVERT):
        with ag_ctx.ControlStatusCtx(status=ag_ctx.Status.DISABLED):
            return func(*args, **kwargs)
    converted = _converted(func, function, options or scope.callopts)
    return func(*args, **kwargs) if converted is None else converted(*bound, *args, **kwargs)


def _function_of(func: Any) -> tuple[Optional[types.FunctionType], tuple[Any, ...]]:
    """The Python function that a call of `func` runs, if there is one, and the arguments that come before the call's."""
    if inspect.isfunction(func):
        return func, ()
    if inspect.ismethod(func):
        return (func.__func__, (func.__self__,)) if inspect.isfunction(func.__func__) else (None, ())
    method = getattr(type(func), "__call__", None)
    return (method, (func,)) if inspect.isfunction(method) else (None, ())


def _builtin(func: Any, args: tuple[Any, ...], kwargs: dict[str, Any], scope: Any) -> Any:
    """Some builtins look at the function that calls them; branches of a converted one are functions of their own."""
    if func is eval:
        return py_builtins.eval_in_original_context(func, args, scope)
    if func is super:
        return py_builtins.super_in_original_context(func, args, scope)
    if func is globals:
        return py_builtins.globals_in_original_context(scope)
    if func is locals:
        return py_builtins.locals_in_original_context(scope)
    return func(*args, **kwargs)


# By the code of functions: those that have been converted, and those that are not to be.
_factories: weakref.WeakKeyDictionary[types.CodeType, dict[bool, Optional[_Factory]]] = weakref.WeakKeyDictionary()


def _converted(func: Any, function: types.FunctionType, options: Any) -> Optional[types.FunctionType]:
    """The converted form of `function`, which a call of `func` runs; None, if that is to run as it is."""
    known = _factories.setdefault(function.__code__, {})
    if options.user_requested not in known:
        known[options.user_requested] = _factory(func, function, options)
    factory = known[options.user_requested]
    return factory.make(function) if factory else None


def _factory(func: Any, function: types.FunctionType, options: Any) -> Optional[_Factory]:
    if conversion.is_unsupported(func) or not options.user_requested and conversion.is_allowlisted(func):
        return None
    # A copy, because inspect would find the source of __wrapped__ in its place.
    bare = types.FunctionType(
        function.__code__, function.__globals__, function.__name__, function.__defaults__, function.__closure__
    )
    bare.__module__ = function.__module__
    try:
        return _converter.factory(bare, converter.ProgramContext(options=options))
    except (errors.InaccessibleSourceCodeError, errors.UnsupportedLanguageElementError, OSError):
        return None  # an `if` on a DataNode in it raises a TypeError
    except Exception as error:
        warnings.warn(f"{function.__qualname__} runs without conditionals, since it cannot be converted: {error!r}", stacklevel=2)
        return None


class _Factory:
    """Makes a converted function for each function of one code: they differ in globals, closures and defaults."""

    def __init__(self, node: ast.FunctionDef, function: types.FunctionType, features: tuple[str, ...]) -> None:
        # The names of the closure are variables of an outer function, so that the compiler makes cells for them.
        outer = ast.parse("def outer():\n  def inner(ag__):\n    pass\n  return inner")
        body = outer.body[0].body  # type: ignore[attr-defined]
        body[0].body = [node, ast.Return(ast.Name(node.name, ast.Load()))]
        names = function.__code__.co_freevars
        body[:0] = [ast.Assign([ast.Name(name, ast.Store())], ast.Constant(None)) for name in names]
        if features:
            outer.body.insert(0, ast.ImportFrom("__future__", [ast.alias(name) for name in features], 0))
        _place(outer, function.__code__.co_firstlineno)
        module: dict[str, Any] = {}
        exec(compile(outer, function.__code__.co_filename, "exec", dont_inherit=True), module)
        self._code = module["outer"]().__code__

    def make(self, function: types.FunctionType) -> types.FunctionType:
        cells = dict(zip(function.__code__.co_freevars, function.__closure__ or ()))
        closure = tuple(cells[name] for name in self._code.co_freevars)
        made = types.FunctionType(self._code, function.__globals__, closure=closure)(_operators)
        made.__code__ = made.__code__.replace(co_name=function.__name__)
        made.__defaults__, made.__kwdefaults__ = function.__defaults__, function.__kwdefaults__
        return made


def _place(node: ast.AST, line: int) -> None:
    """Gives a node and those below it the line of what they were made from in the user's file."""
    origin = anno.getanno(node, anno.Basic.ORIGIN, default=None)
    line = origin.loc.lineno if origin else line
    if "lineno" in node._attributes:
        node.lineno = node.end_lineno = line  # type: ignore[attr-defined]
        node.col_offset = node.end_col_offset = -1  # type: ignore[attr-defined]  # unknown: tracebacks mark the line alone
    for child in ast.iter_child_nodes(node):
        _place(child, line)


class _Converter(api.PyToPy):
    """malt's conversion of one function's tree."""

    def factory(self, function: types.FunctionType, context: Any) -> _Factory:
        node, made = transpiler.GenericTranspiler.transform_function(self, function, context)
        if isinstance(node, ast.Lambda):
            node = ast.Assign([ast.Name(made.info.name, ast.Store())], node)
            node.name = made.info.name  # type: ignore[attr-defined]
        else:
            node.name = made.info.name
        return _Factory(node, function, made.info.future_features)

config.CONVERSION_RULES = (config_lib.DoNotConvert("penstock"), *config.CONVERSION_RULES)
_converter = _Converter()
# What converted code calls.
_operators = types.SimpleNamespace(
    **{**vars(operators), **_conditionals.operators},
    converted_call=_call,
    autograph_artifact=api.autograph_artifact,
    ConversionOptions=converter.ConversionOptions,
    STD=converter.STANDARD_OPTIONS,
)
