"""Networks as they are kept in a folder: the encoder's shape, its word pieces, all weights."""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from pathlib import Path
from typing import Protocol, TypeVar

import torch
from safetensors import safe_open
from safetensors.torch import load_model, save_model
from torch import nn

from e3.errors import BadInput
from e3.files import replacing
from e3.networks.encoder import Encoder
from e3.networks.inputs import InputBuilder
from e3.reading.model_folder import telling

_WEIGHTS = "weights.safetensors"


class EncoderNetwork(Protocol):
    """A network around an encoder."""

    @property
    def encoder(self) -> Encoder: ...


N = TypeVar("N", bound=nn.Module)


def save_network(folder: Path, network: EncoderNetwork, builder: InputBuilder) -> None:
    """Writes a network to a folder."""
    assert isinstance(network, nn.Module)
    network.encoder.save(folder)
    builder.save(folder)
    with replacing(folder / _WEIGHTS) as beside:
        save_model(network, str(beside))


def load_network(folder: Path, made: Callable[[Encoder], N]) -> tuple[N, InputBuilder]:
    """What `save_network` wrote; `made` puts the network around its encoder."""
    builder = InputBuilder.load(folder)
    network = with_weights(folder, lambda: made(Encoder.untrained(folder)))
    encoder = network.encoder
    assert isinstance(encoder, Encoder)
    if builder.max_length > encoder.longest:
        why = f"max_length: the encoder reads at most {encoder.longest}"
        raise BadInput(why, source=str(folder / "inputs.json"))
    largest = max(builder.tokenizer.get_vocab().values())
    if largest >= encoder.config.vocab_size:
        why = f"the encoder has no word piece {largest}"
        raise BadInput(why, source=str(folder / "tokenizer.json"))
    return network, builder


def with_weights(folder: Path, made: Callable[[], N]) -> N:
    """The network with the weights in a folder; one that they do not fit takes no memory."""
    path = folder / _WEIGHTS
    with telling(path):
        with safe_open(path, framework="pt") as file:
            held = {name: tuple(file.get_slice(name).get_shape()) for name in file.keys()}  # noqa: SIM118
        with torch.device("meta"):
            planned = made()
        for name, tensor in planned.state_dict().items():
            if (shape := tuple(tensor.shape)) != held.get(name, shape):
                why = f"{name} has the shape {held[name]}, and the model's settings say {shape}"
                raise BadInput(why, source=str(path))
        if sum(p.numel() for p in planned.parameters()) > sum(map(prod, held.values())):
            raise BadInput("the model's settings describe a larger network", source=str(path))
        network = made()
        load_model(network, path)
        return network
