"""From a network to a small file that is read without torch: ONNX, 8-bit weights."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import onnx
import torch
from onnx import numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic

from e3.networks.few_bits import BITS, BLOCK, in_few_bits

_EIGHT_BITS = 4
"""What ONNX Runtime calls multiplying in 8 bits."""


def without_notes(path: Path) -> None:
    """Takes out what the exporter notes for its developers, paths of this machine among it.

    The shapes that it noted are of before its own optimisation, and confuse others.
    """
    model = onnx.load(path)
    graph = model.graph
    graph.ClearField("value_info")
    for noted in (model, graph, *graph.node, *graph.input, *graph.output, *graph.initializer):
        noted.ClearField("metadata_props")
    onnx.save(model, path)


def quantize(whole: Path, path: Path) -> None:
    """Writes the model with 8-bit weights, each block of them with a scale of its own.

    What is multiplied with them is scaled by blocks too. One scale for all activations, as
    `quantize_dynamic` has it, is faster by a third and costs three points of BLEU.
    """
    # Loaded where it is quiet: it sets up logging for the whole process.
    from onnxruntime.quantization.matmul_nbits_quantizer import (  # noqa: PLC0415
        MatMulNBitsQuantizer,
    )

    def quantized(model: Any, bits: int, left_out: list[str]) -> Any:
        by_blocks = MatMulNBitsQuantizer(
            model,
            bits=bits,
            block_size=BLOCK,
            is_symmetric=True,
            accuracy_level=_EIGHT_BITS,
            op_types_to_quantize=("MatMul",),
            nodes_to_exclude=left_out,
        )
        by_blocks.process()
        return by_blocks.model.model

    model = onnx.load(whole)
    if few := _of_few_bits(model):
        others = [node.name for node in model.graph.node if node.name not in few]
        model = quantized(model, BITS, others)
    onnx.save(quantized(model, 8, []), whole)
    # Embeddings are looked up and not multiplied.
    quantize_dynamic(whole, path, weight_type=QuantType.QInt8, op_types_to_quantize=["Gather"])


def _of_few_bits(model: Any) -> set[str]:
    """The multiplications by weights that were learnt in few bits: nothing is lost of them."""
    weights = {each.name: each for each in model.graph.initializer}
    found = set()
    for node in model.graph.node:
        held = weights.get(node.input[1]) if node.op_type == "MatMul" else None
        if held is not None and len(held.dims) == 2 and min(held.dims) > 1:
            weight = torch.from_numpy(numpy_helper.to_array(held).T.copy())
            if torch.equal(in_few_bits(weight), weight):
                found.add(node.name)
    return found


@contextmanager
def quiet() -> Iterator[None]:
    """Without the exporters' advice to their own developers; some set up logging for everyone."""
    root = logging.root
    level, handlers, disabled = root.level, root.handlers.copy(), root.manager.disable
    logging.disable(logging.WARNING)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.disable(disabled)
        root.setLevel(level)
        root.handlers[:] = handlers
