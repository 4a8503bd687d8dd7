"""Matrix products: how many a model takes, and how fast the machine can do them."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import onnxruntime
import torch
from onnx import TensorProto, helper, numpy_helper

from e3.readers.states.exported import MODEL_FILE, OnnxSystem
from e3.reading.conversation import Conversation

SIDE = 1024
"""Of the square matrices that show what the machine can do."""

PEAK_OPERATIONS = 2 * SIDE**3
_CPU = ["CPUExecutionProvider"]


def operations(system: OnnxSystem, folder: Path, turns: Sequence[Conversation]) -> float:
    """Multiplications and additions of all matrix products that reading these turns takes."""
    with tempfile.TemporaryDirectory() as place:
        options = onnxruntime.SessionOptions()
        options.enable_profiling = True
        options.profile_file_prefix = str(Path(place) / "profile")
        session = onnxruntime.InferenceSession(folder / MODEL_FILE, options, providers=_CPU)
        profiled = replace(system, session=session)
        for turn in turns:
            profiled.read([turn])
        events = json.loads(Path(session.end_profiling()).read_text())
    done = 0.0
    for event in events:
        told = event.get("args", {})
        if "MatMul" in told.get("op_name", "") and event["name"].endswith("_kernel_time"):
            left, product = (
                next(iter(told[side][0].values()))
                for side in ("input_type_shape", "output_type_shape")
            )
            done += 2 * float(np.prod(product)) * left[-1]
    return done


def int8_product(threads: int) -> Callable[[], object]:
    """A large product of 8-bit matrices, as the reader's runtime does it."""
    random = np.random.default_rng(0)
    right = random.integers(-127, 127, (SIDE, SIDE), dtype=np.int8)
    graph = helper.make_graph(
        [helper.make_node("MatMulInteger", ["left", "right"], ["product"])],
        "peak",
        [helper.make_tensor_value_info("left", TensorProto.UINT8, [SIDE, SIDE])],
        [helper.make_tensor_value_info("product", TensorProto.INT32, [SIDE, SIDE])],
        [numpy_helper.from_array(right, "right")],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=10)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    # Threads that wait in a loop would slow down what is measured next.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    session = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=_CPU)
    left = {"left": random.integers(0, 255, (SIDE, SIDE), dtype=np.uint8)}
    return lambda: session.run(None, left)


def fp32_product() -> Callable[[], object]:
    """The same of 32-bit floats, by torch."""
    left, right = torch.randn(2, SIDE, SIDE)
    return lambda: left @ right
