"""Memory that is full: said as what it is, whatever the libraries raise for it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from e3.errors import E3Error, MemoryFull

_GPU = ("CUDA out of memory", "CUDA error: out of memory", "_STATUS_ALLOC_FAILED")
_HERE = ("can't allocate memory", "Failed to allocate memory", "std::bad_alloc")


@contextmanager
def told_if_full() -> Iterator[None]:
    """Raises MemoryFull where there was no room for what is done inside."""
    try:
        yield
    except E3Error:
        raise
    except Exception as error:
        if full := memory_full(error):
            raise full from None
        raise


def memory_full(error: BaseException | None) -> MemoryFull | None:
    """The same error in a sentence, if it or what it came from is that there is no room."""
    while error is not None:
        kinds, said = {kind.__name__ for kind in type(error).__mro__}, str(error)
        if "OutOfMemoryError" in kinds or any(words in said for words in _GPU):
            return MemoryFull(of_gpu=True)
        if isinstance(error, MemoryError) or any(words in said for words in _HERE):
            return MemoryFull(of_gpu=False)
        error = error.__cause__ or error.__context__
    return None
