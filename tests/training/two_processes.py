"""Trains a tiny network in one of several processes, into the folder that is named."""

import json
import sys
from dataclasses import asdict
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from e3.networks.packed import PickedRows
from e3.training.loop import Task, make_accelerator, train
from e3.training.recipe import Schedule


class PartlyUsed(nn.Module):
    """Learns the number of a row; as in an encoder, a part of it is not used."""

    def __init__(self) -> None:
        super().__init__()
        self.known = nn.Linear(1, 1)
        self.pooler = nn.Linear(1, 1)

    def forward(self, rows: Tensor) -> Tensor:
        learnt: Tensor = self.known(rows[:, None].float()).squeeze(-1)
        return ((learnt - rows) ** 2).mean()


def loss(network: nn.Module, picked: PickedRows) -> Tensor:
    found: Tensor = network(picked.index)
    return found


def main(folder: Path) -> None:
    network = PartlyUsed()
    task = Task(
        network=network,
        lengths=np.ones(5, np.int64),
        loss=loss,
        evaluate=lambda: {"figure": float(network.known.weight)},
        selects="figure",
    )
    accelerator = make_accelerator()
    outcome = train(
        task,
        Schedule(epochs=2, batch_size=2, learning_rate=0.1, evaluations=2),
        folder,
        seed=0,
        accelerator=accelerator,
        progress=lambda *_: None,
    )
    learnt = {"of": accelerator.num_processes, "weight": float(network.known.weight)}
    path = folder / f"process-{accelerator.process_index}.json"
    path.write_text(json.dumps({**asdict(outcome), **learnt}))
    if torch.distributed.is_initialized():
        torch.distributed.destroy_process_group()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
