"""The test functions of a file, and the cases of each: what nose and nose2 would run.

A case is one call: an item that a generator gives, one set of parameters, or a plain function or method.
"""

import inspect
import os
import re
import unittest
from typing import Callable, Iterator, NamedTuple, Optional, Union


class Method(NamedTuple):
    owner: type
    name: str


Test = Union[Callable, Method]


class Case(NamedTuple):
    label: str  # its arguments in words
    run: Callable[[], None]


def tests_of(module, file: str) -> Iterator[tuple[str, Test]]:
    """The tests of a loaded file, in its order."""
    stem = os.path.splitext(os.path.basename(file))[0]
    for name, value in list(vars(module).items()):
        if getattr(value, "__test__", True) is False:
            continue
        home = getattr(value, "__module__", stem)
        if inspect.isfunction(value) and name.startswith("test"):
            # Some files only import their tests, from a file that ends in _impl.
            if home == stem or home.endswith("_impl"):
                yield name, value
        elif inspect.isclass(value) and home == stem:
            if issubclass(value, unittest.TestCase) or name.startswith("Test"):
                for method in dir(value):
                    if method.startswith("test") and callable(getattr(value, method)):
                        yield f"{name}.{method}", Method(value, method)


def cases_of(test: Test) -> Iterator[Case]:
    """The cases of a test. A generator's own clean-up happens after its last case that was asked for."""
    if isinstance(test, Method):
        yield from _cases_of_method(test)
    elif inspect.isgeneratorfunction(inspect.unwrap(test)) or inspect.isgeneratorfunction(test):
        for parameters in _parameters(test):
            for item in test(*parameters):
                function, *arguments = item if isinstance(item, tuple) else (item,)
                if isinstance(function, str):  # a description
                    function, *arguments = arguments
                yield Case(_words(arguments), lambda f=function, a=arguments: _call(f, a))
    else:
        for parameters in _parameters(test):
            yield Case(_words(parameters), lambda a=parameters: _call(test, a))


def fixture(owner, names: list[str]) -> None:
    """Calls the first of these functions that the owner has."""
    for name in names:
        function = getattr(owner, name, None)
        if callable(function):
            function()
            return


def _cases_of_method(test: Method) -> Iterator[Case]:
    function = getattr(test.owner, test.name)
    for parameters in _parameters(function):
        if issubclass(test.owner, unittest.TestCase):
            run = lambda a=parameters: _run_unittest(test.owner, function, a)  # noqa: E731
        else:
            run = lambda a=parameters: _call(getattr(test.owner(), test.name), a)  # noqa: E731
        yield Case(_words(parameters), run)


class _Result(unittest.TestResult):
    """Keeps the first exception itself: unittest keeps its text."""

    error: Optional[BaseException] = None

    def addError(self, test, err):  # noqa: N802
        self.error = self.error or err[1]

    addFailure = addError  # noqa: N815

    def addSubTest(self, test, subtest, err):  # noqa: N802
        if err is not None:
            self.addError(test, err)


def _run_unittest(owner: type, function: Callable, parameters: tuple) -> None:
    def body(self):
        return function(self, *parameters)

    for name, value in vars(function).items():  # skips and expected failures
        if name.startswith("__unittest"):
            setattr(body, name, value)
    case = type(owner.__name__, (owner,), {"case": body, "__module__": owner.__module__})("case")
    result = _Result()
    unittest.TestSuite([case]).run(result)  # a suite also calls setUpClass() and tearDownClass()
    if result.error is not None:
        raise result.error
    for _, reason in result.skipped:
        raise unittest.SkipTest(reason)
    if result.unexpectedSuccesses:
        raise AssertionError("unexpected success")


def _call(function: Callable, arguments) -> None:
    given = function(*arguments)
    if inspect.isgenerator(given):  # a decorated generator function: all that it gives is one case
        for item in given:
            inner, *rest = item if isinstance(item, tuple) else (item,)
            inner(*rest)


def _parameters(function: Callable) -> list[tuple]:
    """What @params and @cartesian_params of nose2 leave on a function; one empty set without them."""
    given: Optional[list] = getattr(function, "paramList", None)
    if given is None:
        return [()]
    if not isinstance(given, (list, tuple)):  # an iterator, which gives its items once
        given = function.paramList = list(given)
    return [item if isinstance(item, tuple) else (item,) for item in given]


def _words(arguments) -> str:
    def word(value) -> str:
        try:
            text = getattr(value, "__name__", None) or repr(value)
        except Exception:
            text = type(value).__name__
        return re.sub(r"0x[0-9a-f]+|\s+", " ", text)[:60]

    return ", ".join(map(word, arguments))[:160]
