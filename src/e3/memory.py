"""What is remembered so that it is not made twice (caches): a number of bytes, and no more.

Texts are people's own. What is made of them is kept for a while, can be forgotten at any time, and
never takes more room than it was given.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from enum import Enum
from functools import update_wrapper
from gc import get_referents
from sys import getsizeof
from threading import Lock
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any, Generic, TypeVar, cast
from weakref import WeakSet

K = TypeVar("K")
V = TypeVar("V")

F = TypeVar("F", bound=Callable[..., Any])

_MOST = 2**22
"""Bytes that each function of texts remembers."""
_ENTRY = 300
"""Bytes that an entry takes beside what is in it."""
_SHARED = (type, Enum, ModuleType, FunctionType, BuiltinFunctionType)
"""What all values of a kind have together."""


class Memory(Generic[K, V]):
    """What was used last, in two halves: what is used comes into the new one.

    When that is full it becomes the old one, and what was in the old one is forgotten.
    """

    def __init__(self, most: int) -> None:
        self._half = most // 2
        self._new: dict[K, tuple[V, int]] = {}
        self._old: dict[K, tuple[V, int]] = {}
        self._room = self._half
        self._lock = Lock()

    def get(self, key: K) -> V | None:
        """What was put there; None where it is not known any more."""
        if (found := self._new.get(key)) is None:
            if key not in self._old:
                return None
            with self._lock:
                if (found := self._old.pop(key, None)) is None:
                    return None
                self._keep(key, found)
        return found[0]

    def put(self, key: K, value: V, size: int) -> None:
        """Remembers a value of so many bytes; one that takes half of all room is let go."""
        with self._lock:
            if size + _ENTRY <= self._half and key not in self._new:
                self._old.pop(key, None)
                self._keep(key, (value, size + _ENTRY))

    def age(self) -> None:
        """Forgets what was not used since this was called before."""
        with self._lock:
            self._turn()

    def forget(self, which: Callable[[K], bool]) -> None:
        """Forgets what has such keys."""
        with self._lock:
            for half in (self._new, self._old):
                for key in [key for key in half if which(key)]:
                    del half[key]
            self._room = self._half - sum(size for _, size in self._new.values())

    @property
    def size(self) -> int:
        """Bytes that it holds."""
        with self._lock:
            return sum(size for half in (self._new, self._old) for _, size in half.values())

    def _keep(self, key: K, found: tuple[V, int]) -> None:
        if found[1] > self._room:
            self._turn()
        self._new[key] = found
        self._room -= found[1]

    def _turn(self) -> None:
        self._old, self._new, self._room = self._new, {}, self._half


class _Remembered(Generic[V]):
    """A function of texts, or what is made of them, that remembers what it made of those."""

    def __init__(self, function: Callable[..., V]) -> None:
        self._function = function
        update_wrapper(self, function)
        self.forget()

    def __call__(self, *texts: Hashable) -> V:
        memory = self.memory  # what is forgotten meanwhile is not remembered again
        found = memory.get(texts)
        if found is None:
            found = self._function(*texts)
            memory.put(texts, found, _bytes((texts, found)))
        return found

    def forget(self) -> None:
        self.memory: Memory[tuple[Hashable, ...], V] = Memory(_MOST)


def _bytes(value: object) -> int:
    """Of a value with all that is in it, however deep; what belongs to everybody is not counted."""
    found, seen, left = 0, set[int](), [value]
    while left:
        each = left.pop()
        if id(each) in seen or isinstance(each, _SHARED):
            continue
        seen.add(id(each))
        # Asked for its fields an object puts them into a dictionary, which has a size.
        getattr(each, "__dict__", None)
        found += getsizeof(each)
        left += get_referents(each)
    return found


_functions: WeakSet[_Remembered[Any]] = WeakSet()


def remembered(function: F) -> F:
    """A function of texts that remembers what it made of them last, some megabytes of it.

    What it makes is counted once: it must not grow in the hands of those who are given it.
    """
    remembers = _Remembered(function)
    _functions.add(remembers)
    return cast(F, remembers)


def age_texts() -> None:
    """Forgets what was made of texts that nobody read since this was called before."""
    for function in list(_functions):
        function.memory.age()


def forget_texts() -> None:
    """Forgets all that was made of texts."""
    for function in list(_functions):
        function.forget()


def remembered_bytes() -> int:
    """How much is remembered of texts."""
    return sum(function.memory.size for function in list(_functions))
