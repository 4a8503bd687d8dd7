"""Exported networks, opened for reading (ONNX Runtime)."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from e3.reading.model_folder import telling

_MOST_THREADS = 8
"""A turn is short: among more threads there is little to share."""

_FATAL = 4
"""Of ONNX Runtime's logs."""


def session_of(path: Path, threads: int) -> Any:
    """The network in a file, for so many threads."""
    import onnxruntime  # noqa: PLC0415 - slow to load, and only models need it

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    # Threads that wait for work in a loop slow down whatever else the machine does.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.log_severity_level = _FATAL  # what is wrong is raised, and told by us
    with telling(path):
        return onnxruntime.InferenceSession(
            path,
            options,
            providers=["CPUExecutionProvider"],
            # On a CPU the two operations that this puts together are faster apart.
            disabled_optimizers=["SkipLayerNormFusion"],
        )


def threads() -> int:
    """One for each CPU that this process may use, which in a container are fewer than there are."""
    may_use = getattr(os, "sched_getaffinity", None)
    cpus = len(may_use(0)) if may_use else os.cpu_count() or 1
    return min(cpus, _MOST_THREADS)
