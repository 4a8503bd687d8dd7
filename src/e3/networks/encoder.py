"""The encoder U = BERT(x): any BERT-like model, by hub name or local folder."""

from __future__ import annotations

from pathlib import Path
from types import MethodType
from typing import Any

import torch
from torch import Tensor, nn
from transformers import AutoConfig, AutoModel, AutoTokenizer
from transformers.utils import logging

from e3.errors import BadInput, E3Error
from e3.files import write_whole
from e3.networks.inputs import InputBuilder
from e3.networks.mpnet import FusedMPNet
from e3.reading.model_folder import telling

# Loading takes a moment, and training has a progress bar of its own.
logging.disable_progress_bar()  # type: ignore[no-untyped-call]
logging.set_verbosity_error()  # type: ignore[no-untyped-call]


_POSITIONS_AFTER_PADDING = {"mpnet", "roberta", "xlm-roberta", "camembert"}

_MOST_LAYERS = 200
"""The deepest encoders have 48."""


def _export_any_width(transformer: Any) -> None:
    """MPNet's own position bias is made for the width that it is exported with; this for any."""

    def compute_position_bias(encoder: Any, x: Tensor) -> Tensor:
        position = torch.arange(x.shape[1], device=x.device)
        found = encoder.relative_position_bucket(position[None, :] - position[:, None])
        bias: Tensor = encoder.relative_attention_bias(found)
        return bias.permute(2, 0, 1)[None]  # the same for the whole batch

    encoder = transformer.encoder
    # A method, so that a copy has its own: it may be on another device.
    encoder.compute_position_bias = MethodType(compute_position_bias, encoder)


def _is_mpnet(config: Any) -> bool:
    """The one kind that is read in our own way, and whose activation and norms that knows."""
    return bool(config.model_type == "mpnet" and config.hidden_act == "gelu")


class Encoder(nn.Module):
    """A pretrained transformer; segments are passed on to those that know them."""

    def __init__(self, transformer: Any) -> None:
        super().__init__()
        self.transformer = transformer
        self.config: Any = transformer.config
        config = self.config
        self.width: int = config.hidden_size
        self.has_segments: bool = getattr(config, "type_vocab_size", 0) > 1
        self._fused = FusedMPNet(transformer) if _is_mpnet(config) else None
        if self._fused:
            _export_any_width(transformer)

    @classmethod
    def pretrained(cls, name: str) -> Encoder:
        """The encoder of that hub name, or in that folder."""
        try:
            transformer = AutoModel.from_pretrained(name, dtype=torch.float32)
        except (OSError, ValueError) as error:
            raise _not_found(name, error) from None
        return cls(transformer)

    @classmethod
    def untrained(cls, folder: Path) -> Encoder:
        """An encoder of the shape in `folder`/config.json, for weights that are loaded next."""
        path = folder / "config.json"
        with telling(path):
            config = AutoConfig.from_pretrained(folder)
            if config.num_hidden_layers > _MOST_LAYERS:
                why = f"num_hidden_layers: no encoder has {config.num_hidden_layers}"
                raise BadInput(why, source=str(path))
            return cls(AutoModel.from_config(config))  # type: ignore[no-untyped-call]

    @property
    def longest(self) -> int:
        """How many word pieces it has positions for."""
        config = self.config
        # RoBERTa-like models count positions from behind the padding id.
        offset = config.pad_token_id + 1 if config.model_type in _POSITIONS_AFTER_PADDING else 0
        return int(config.max_position_embeddings) - offset

    def forward(self, ids: Tensor, segments: Tensor, mask: Tensor) -> Tensor:
        """U, one vector a word piece."""
        # What is exported are the operations that quantisation knows.
        if self._fused and not torch.compiler.is_exporting():
            return self._fused(ids, mask)
        known = {"token_type_ids": segments} if self.has_segments else {}
        if self._fused:
            mask = (mask == 0)[:, None, None, :] * torch.finfo(torch.float32).min
        encoded: Tensor = self.transformer(
            input_ids=ids, attention_mask=mask, **known
        ).last_hidden_state
        return encoded

    def save(self, folder: Path) -> None:
        """Writes the shape; weights are saved with the rest of the model."""
        write_whole(folder / "config.json", [self.config.to_json_string()])


def input_builder(name: str, encoder: Encoder) -> InputBuilder:
    """What turns conversations into this encoder's inputs."""
    try:
        tokenizer = AutoTokenizer.from_pretrained(name)
    except (OSError, ValueError) as error:
        raise _not_found(name, error) from None
    return InputBuilder(
        tokenizer.backend_tokenizer,
        cls=tokenizer.cls_token_id,
        sep=tokenizer.sep_token_id,
        max_length=encoder.longest,
    )


def _not_found(name: str, error: Exception) -> E3Error:
    first_line = str(error).strip().split("\n")[0]
    return E3Error(
        f"there is no encoder {name!r}: give a folder with its files, or a hub name while the hub"
        f" can be reached ({first_line})"
    )
