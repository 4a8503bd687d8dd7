"""Writes the encoder of a library: a sentence encoder as ONNX with 8-bit weights.

    python tools/export_encoder.py ../shared/encoders/gte-small encoder

What was read of a text is the mean over its word pieces, of length 1, as gte-small was trained.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812 - its usual name

from e3.files import replacing
from e3.library.encoder import INPUTS, MODEL_FILE, PassageEncoder
from e3.networks.encoder import Encoder, input_builder
from e3.networks.onnx_export import quantize, quiet, without_notes

_TEXTS = ("You may row if you swim.", "May I row on the lake?", "Cheese is sold on Mondays.")


class _Mean(nn.Module):
    """The mean over the word pieces of a text, as a vector of length 1."""

    def __init__(self, encoder: Encoder) -> None:
        super().__init__()
        self.encoder = encoder

    def forward(self, ids: Tensor, mask: Tensor) -> Tensor:
        read = self.encoder(ids, torch.zeros_like(ids), mask)
        weights = mask.unsqueeze(-1).to(read.dtype)
        mean = (read * weights).sum(dim=1) / weights.sum(dim=1)
        return F.normalize(mean, dim=-1)


def export_encoder(name: str, folder: Path) -> float:
    """Writes the encoder of a hub name or folder; returns how like its vectors are to the exact."""
    encoder = Encoder.pretrained(name)
    encoder.config._attn_implementation = "eager"
    network = _Mean(encoder).eval()
    builder = input_builder(name, encoder)
    folder.mkdir(parents=True, exist_ok=True)
    rows = [[builder.cls, *builder.pieces(text).ids, builder.sep] for text in _TEXTS]
    with TemporaryDirectory() as beside, quiet(), torch.inference_mode():
        whole = Path(beside) / MODEL_FILE
        _export(network, rows[:2], whole)
        with replacing(folder / MODEL_FILE) as model:
            quantize(whole, model)
        exact = torch.cat([network(*_batch([row])) for row in rows]).numpy()
    builder.save(folder)
    vectors = PassageEncoder.load(folder).encode(_TEXTS)
    return float(np.min(np.sum(exact * vectors, axis=1)))


def _export(network: nn.Module, rows: list[list[int]], path: Path) -> None:
    batch, length = torch.export.Dim("batch"), torch.export.Dim("length")
    torch.onnx.export(
        network,
        _batch(rows),
        str(path),
        input_names=list(INPUTS),
        output_names=["vectors"],
        dynamic_shapes=({0: batch, 1: length},) * 2,
        dynamo=True,
        external_data=False,
        verbose=False,
    )
    without_notes(path)


def _batch(rows: list[list[int]]) -> tuple[Tensor, Tensor]:
    width = max(map(len, rows))
    ids = torch.tensor([[*row, *[0] * (width - len(row))] for row in rows])
    mask = torch.tensor([[1] * len(row) + [0] * (width - len(row)) for row in rows])
    return ids, mask


def main() -> None:
    """Exports, and says what came out."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("encoder", help="a hub name or a folder")
    parser.add_argument("folder", type=Path, help="where to write it")
    given = parser.parse_args()
    like = export_encoder(given.encoder, given.folder)
    size = (given.folder / MODEL_FILE).stat().st_size
    print(json.dumps({"bytes": size, "least_cosine_with_exact": round(like, 4)}))


if __name__ == "__main__":
    main()
