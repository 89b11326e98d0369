"""Checkpoints of imperative mode: the states of readers and of random generators."""

from __future__ import annotations

import glob
import json
import os
import re
import string
from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Tuple
from weakref import WeakKeyDictionary

from ._eval_context import EvalContext
from ._reader import Reader

_VERSION = 1
_OWN_NAMES = "__op_"


class _State(NamedTuple):
    """The state of an object and the name of its class; None where that is not known."""

    state: Any
    kind: Optional[str]


class Checkpoint:
    """The states of readers and random generators, to be saved and to go on from. What is registered must have ``get_state()`` and
    ``set_state()``. It is for one thread."""

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """Forgets all objects and states."""
        self._objects: Dict[str, Any] = {}
        self._states: Dict[str, _State] = {}
        # Names of states that are not set in their objects yet.
        self._due: List[str] = []
        self._complete = self._loaded = False
        self._next: Optional[int] = None

    @property
    def is_complete(self) -> bool:
        """Whether the states are those that ``collect()`` has taken."""
        return self._complete

    @property
    def is_loaded(self) -> bool:
        """Whether the states are those of ``load()`` or ``deserialize()``."""
        return self._loaded

    @property
    def names(self) -> Tuple[str, ...]:
        """The names of the registered objects."""
        return tuple(self._objects)

    def __len__(self) -> int:
        return len(self._objects)

    def __contains__(self, name: object) -> bool:
        return str(name) in self._objects

    def register(self, op: Any, name: Optional[str] = None) -> str:
        """Adds a reader or generator; a state that was loaded for it is set now. Without a name it gets one by its order. Returns the
        name. Raises KeyError where a loaded checkpoint has no such state, TypeError where that is of another class, ValueError for a
        name that is empty or begins with ``__op_``, and RuntimeError after ``collect()``."""
        known = next((key for key, one in self._objects.items() if one is op), None)
        if isinstance(op, Reader):
            op._enable_checkpointing()
        if name is None:
            name = known or f"{_OWN_NAMES}{len(self._objects)}"
        elif not name or name.startswith(_OWN_NAMES):
            raise ValueError(f"Expected a name that is not empty and does not begin with '{_OWN_NAMES}' but received {name!r}")
        if known not in (None, name):
            raise RuntimeError(f"Cannot register the operator as {name!r}: it is registered as {known!r}")
        before = self._objects.get(name)
        if before is None:
            if self._complete:
                raise RuntimeError(f"Cannot register {name!r} in a checkpoint that was collected: call clear() first")
            if self._loaded and name not in self._states:
                raise KeyError(f"The loaded checkpoint has no state for {name!r}")
        elif type(before) is not type(op):
            raise TypeError(f"Cannot replace {name!r}, a {type(before).__qualname__}, by a {type(op).__qualname__}")
        self._objects[name] = op
        self._apply(name)
        return name

    def _apply(self, name: str) -> None:
        if name not in self._due:
            return
        state, kind = self._states[name]
        found = type(self._objects[name]).__qualname__
        if kind is not None and kind != found:
            raise TypeError(f"Expected a {kind} for the state of {name!r} but a {found} is registered")
        self._objects[name].set_state(state)
        self._due.remove(name)

    def get_state(self, name: str) -> Any:
        """The state of an object; None where there is none yet. Raises KeyError for an unknown name."""
        if name not in self._objects:
            raise KeyError(f"No op registered under {name!r}.")
        found = self._states.get(name)
        return None if found is None else found.state

    def set_state(self, name: str, value: Any, op_type: Any = None) -> None:
        """Gives a state, which is set when its object is registered, or by ``restore()``. ``op_type``: the class that it is for."""
        if self._complete and name not in self._objects:
            raise KeyError(f"No operator registered under {name!r}.")
        if op_type is not None and not isinstance(op_type, (str, type)):
            raise TypeError(f"`op_type` must be a class or a string, got {op_type!r}.")
        self._states[name] = _State(value, op_type.__qualname__ if isinstance(op_type, type) else op_type)
        if name not in self._due:
            self._due.append(name)

    def collect(self) -> None:
        """Takes the states of all objects."""
        unknown = sorted(set(self._states) - set(self._objects))
        if unknown:
            raise RuntimeError(f"The checkpoint has states of objects that are not registered: {', '.join(unknown)}")
        self._states = {name: _State(one.get_state(), type(one).__qualname__) for name, one in self._objects.items()}
        self._due = []
        self._complete, self._loaded = True, False

    def restore(self) -> None:
        """Sets all states in their objects. Raises RuntimeError where one has no object."""
        unknown = sorted(set(self._states) - set(self._objects))
        if unknown:
            raise RuntimeError(f"The checkpoint has states of objects that are not registered: {', '.join(unknown)}")
        self._due = list(self._states)
        for name in self._states:
            self._apply(name)

    def serialize(self) -> str:
        """The states as a JSON text."""
        states = {name: {"type": kind, "state": state} for name, (state, kind) in self._states.items()}
        return json.dumps({"version": _VERSION, "states": states})

    def deserialize(self, text: str) -> None:
        """Takes the states of a text from ``serialize()``; those of registered objects are set. Raises ValueError for another text."""
        try:
            told = json.loads(text)
            if told["version"] != _VERSION:
                raise ValueError(f"Expected version {_VERSION} of a checkpoint but received {told['version']!r}")
            states = {str(name): _State(one["state"], one["type"]) for name, one in told["states"].items()}
        except (KeyError, TypeError, AttributeError, json.JSONDecodeError) as error:
            raise ValueError(f"Expected a text of serialize() but received {text[:40]!r}: {error!r}") from None
        self._states = states
        self._due = list(states)
        self._complete, self._loaded = False, True
        for name in self._objects:
            self._apply(name)

    def save(self, pattern: str) -> str:
        """Writes the states to the next file of a pattern such as ``"ckpt_{seq:04d}.json"``. Returns its path."""
        if self._next is None:
            self._next = max((seq for seq, _ in _files(pattern)), default=-1) + 1
        path = pattern.format(seq=self._next)
        draft = f"{path}.{os.getpid()}.tmp"
        with open(draft, "w", encoding="utf-8") as file:
            file.write(self.serialize())
        os.replace(draft, path)
        self._next += 1
        return path

    def load(self, pattern: str) -> str:
        """Reads the states of the last file of a pattern. Returns its path. Raises FileNotFoundError."""
        found = max(_files(pattern), default=None)
        if found is None:
            raise FileNotFoundError(f"Expected a checkpoint of the pattern {pattern!r} but there is none")
        with open(found[1], encoding="utf-8") as file:
            self.deserialize(file.read())
        return found[1]


def _files(pattern: str) -> Iterator[Tuple[int, str]]:
    """Numbers and paths of a pattern's files."""
    parts = list(string.Formatter().parse(pattern))
    if [field for _, field, _, _ in parts if field is not None] != ["seq"]:
        raise ValueError(f"Expected a pattern with one field, {{seq}}, but received {pattern!r}")
    form = re.compile("".join(re.escape(text) + (r"(\d+)" if field else "") for text, field, _, _ in parts))
    for path in glob.iglob("".join(glob.escape(text) + ("*" if field else "") for text, field, _, _ in parts)):
        match = form.fullmatch(path)
        if match:
            yield int(match[1]), path


_of_contexts: WeakKeyDictionary[EvalContext, Checkpoint] = WeakKeyDictionary()


def current() -> Checkpoint:
    """The checkpoint of the current evaluation context."""
    context = EvalContext.current()
    if context not in _of_contexts:
        _of_contexts[context] = Checkpoint()
    return _of_contexts[context]


__all__ = ["Checkpoint", "current"]
