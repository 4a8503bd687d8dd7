"""Networks as they are kept in a folder: the encoder's shape, its word pieces, all weights."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol, TypeVar

from safetensors.torch import load_model, save_model
from torch import nn

from e3.files import replacing
from e3.networks.encoder import Encoder
from e3.networks.inputs import InputBuilder

N = TypeVar("N", bound=nn.Module)


class EncoderNetwork(Protocol):
    """A network around an encoder."""

    @property
    def encoder(self) -> Encoder: ...


def save_network(folder: Path, network: EncoderNetwork, builder: InputBuilder) -> None:
    """Writes a network to a folder."""
    assert isinstance(network, nn.Module)
    network.encoder.save(folder)
    builder.save(folder)
    with replacing(folder / "weights.safetensors") as beside:
        save_model(network, str(beside))


def with_weights(network: N, folder: Path) -> N:
    """The network with the weights that `save_network` wrote."""
    load_model(network, folder / "weights.safetensors")
    return network
