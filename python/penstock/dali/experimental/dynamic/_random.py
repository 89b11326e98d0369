"""Generators of random numbers, and the default one of each thread: ``ndd.random`` has them beside the random operators."""

from __future__ import annotations

import re
import secrets
import threading
from typing import Optional

_WORD = 0xFFFFFFFF
_LONG = 0xFFFFFFFFFFFFFFFF
_STATE = re.compile("rng:([0-9a-f]{16}):([0-9a-f]{16})")
# No sample of a batch has this number, so a call of a generator repeats no operator's draw.
_NO_SAMPLE = _WORD


class RNG:
    """A generator for the argument ``rng`` of random operators. Its state is a 64-bit key, the seed, and a 64-bit counter of the calls
    that have drawn from it: the draws of a call do not depend on the evaluation mode, on threads, or on how much other calls draw.
    Calling it gives a random whole number below 2**32.

    Args:
        seed: a whole number, of which the low 64 bits count. Default: a random one. Generators of different seeds are independent:
            ``seed + rank`` gives each rank numbers of its own.
    """

    def __init__(self, seed: Optional[int] = None) -> None:
        if seed is None:
            seed = secrets.randbits(31)
        if isinstance(seed, bool) or not hasattr(seed, "__index__"):
            raise TypeError(f"Expected a whole number for seed but received {seed!r}")
        self._seed = int(seed.__index__())
        self._key = self._seed & _LONG
        self._count = 0
        self._turn = threading.Lock()

    @property
    def seed(self) -> int:
        """The seed that it began with."""
        return self._seed

    def _taken(self) -> str:
        """The state in front of one more call that draws from it."""
        with self._turn:
            state = self.get_state()
            self._count = (self._count + 1) & _LONG
        return state

    def __call__(self) -> int:
        _, key, count = self._taken().split(":")
        return _philox(int(key, 16), _NO_SAMPLE << 32, int(count, 16))

    def clone(self) -> RNG:
        """A generator of the same seed, at its beginning."""
        return RNG(self._seed)

    def get_state(self) -> str:
        """Seed and counter as a text, for ``set_state()``; that of TypeScript's RNG has the same form."""
        return f"rng:{self._key:016x}:{self._count:016x}"

    def set_state(self, state: str) -> None:
        """Goes on where the state was taken. Raises ValueError for a text that is no state."""
        found = _STATE.fullmatch(state) if isinstance(state, str) else None
        if found is None:
            raise ValueError(f"Expected what get_state() has returned but received {state!r}")
        self._key, self._count = int(found[1], 16), int(found[2], 16)
        self._seed = self._key

    def __repr__(self) -> str:
        return f"RNG(seed={self._seed})"


def _philox(key: int, sample: int, call: int) -> int:
    """The first word of Philox 4x32-10 (Salmon et al. 2011) for a key and a counter of two 64-bit halves."""
    c0, c1, c2, c3 = sample & _WORD, sample >> 32, call & _WORD, call >> 32
    k0, k1 = key & _WORD, key >> 32
    for _ in range(10):
        left, right = 0xD2511F53 * c0, 0xCD9E8D57 * c2
        c0, c1, c2, c3 = (right >> 32) ^ c1 ^ k0, right & _WORD, (left >> 32) ^ c3 ^ k1, left & _WORD
        k0, k1 = (k0 + 0x9E3779B9) & _WORD, (k1 + 0xBB67AE85) & _WORD
    return c0


class _Default(threading.local):
    def __init__(self) -> None:
        self.rng: Optional[RNG] = None


_tls = _Default()


def get_default_rng() -> RNG:
    """The generator that calls of this thread without ``rng`` draw from."""
    if _tls.rng is None:
        _tls.rng = RNG()
    return _tls.rng


def set_seed(seed: int) -> None:
    """Seeds the default generator of this thread: from then on it draws what ``RNG(seed)`` draws."""
    _tls.rng = RNG(seed)


def rng(seed: Optional[int] = None) -> RNG:
    """A generator: see RNG."""
    return RNG(seed)
