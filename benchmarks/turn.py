"""How long a turn takes, beside the authors' compute: python benchmarks/turn.py --model FOLDER

The authors read every turn with BERT-base on inputs padded to 300. That network, with random
weights, and a reader as users have it take turns, so that what else the machine does hits both
alike. The rest is of the reader alone: loading, memory, and many turns at once. Needs e3[train].
"""

from __future__ import annotations

import json
import os
import pickle
import platform
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import fmean, median
from typing import Any

import click

from e3.corpus.sources import read_rows
from e3.readers.states.exported import OnnxSystem
from e3.readers.states.units import unit_input
from e3.reading.conversation import Conversation
from e3.reading.model_folder import model_folder
from e3.reading.reader import Reader

SHARC = Path(__file__).parents[2] / "shared" / "data" / "sharc" / "dev.json"
PADDED_TO = 300
LOADS = ROUNDS = 5

LOAD = """
import sys, time
begun = time.perf_counter()
from e3 import Reader
reader = Reader.load(sys.argv[1])
print(time.perf_counter() - begun)
"""
READ = """
import pickle, sys
from pathlib import Path
from e3 import Reader
turns = pickle.load(sys.stdin.buffer)
reader = Reader.load(sys.argv[1])
for turn in turns:
    reader.read(turn)
status = Path("/proc/self/status").read_text()
print(next(line.split()[1] for line in status.splitlines() if line.startswith("VmHWM")))
"""


@click.command()
@click.option("--model", help="A folder made by e3 export. [default: the model in E3]")
@click.option("--source", help="Whose turns. [default: ShARC's dev set, or policies:evaluation]")
@click.option("--turns", default=200, show_default=True, help="How many, spread over the source.")
@click.option("--threads", default=2, show_default=True, help="CPUs that are used.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def main(model: str | None, source: str | None, turns: int, threads: int, as_json: bool) -> None:
    """Measure a turn beside BERT-base, and what else a reader costs."""
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:threads])
    folder = model_folder(model)
    source = source or (str(SHARC) if SHARC.exists() else "policies:evaluation")
    conversations = [row.conversation for row in read_rows(source)]
    spread = [conversations[i * len(conversations) // turns] for i in range(turns)]
    # Fresh processes first: what this one has loaded by then is not theirs.
    loads = [float(_fresh(LOAD, folder)) for _ in range(LOADS)]
    memory = int(_fresh(READ, folder, pickle.dumps(spread[:20]))) * 1024 / 1e6
    reader = Reader.load(folder)
    builder = _exported(reader).builder
    inputs = [unit_input(builder, conversation) for conversation in spread]
    lengths = [len(each.encoder.ids) for each in inputs]
    theirs, ours = _side_by_side(reader, spread, lengths, threads)
    found = {
        "cpu": _cpu(),
        "threads": threads,
        "source": Path(source).name,
        "turns": turns,
        "word_pieces": round(fmean(lengths), 1),
        "padded_to": PADDED_TO,
        "bert_base_ms": _milliseconds(theirs),
        "turn_ms": _milliseconds(ours),
        "times_faster": round(fmean(theirs) / fmean(ours), 1),
        "times_faster_median": round(median(theirs) / median(ours), 1),
        "load_s": {"median": round(median(loads), 3), "most": round(max(loads), 3)},
        "peak_memory_mb": round(memory),
        "many_at_once": _throughput(reader, folder, spread, sum(lengths), threads),
    }
    click.echo(json.dumps(found, indent=1) if as_json else _text(found))


def _exported(reader: Reader) -> OnnxSystem:
    if not isinstance(reader.system, OnnxSystem):
        raise click.UsageError(f"{reader.folder} was not made by e3 export")
    return reader.system


def _fresh(program: str, folder: Path, given: bytes = b"") -> str:
    """What a program prints in a process of its own."""
    command = [sys.executable, "-c", program, str(folder)]
    done = subprocess.run(command, input=given, capture_output=True, check=True)
    return done.stdout.decode().split()[-1]


def _side_by_side(
    reader: Reader, turns: Sequence[Conversation], lengths: Sequence[int], threads: int
) -> tuple[list[float], list[float]]:
    """Seconds of each turn: BERT-base alone, and the reader from conversation to reply."""
    import torch  # noqa: PLC0415 - not before the fresh processes
    from transformers import BertConfig, BertModel  # noqa: PLC0415

    torch.set_num_threads(threads)
    bert = BertModel(BertConfig()).eval()  # type: ignore[no-untyped-call]
    ids = torch.randint(1000, 30000, (1, PADDED_TO))
    positions = torch.arange(PADDED_TO)[None]

    def encode(length: int) -> None:
        with torch.inference_mode():
            bert(input_ids=ids, attention_mask=(positions < length).long())

    for _ in range(3):
        encode(lengths[0])
        reader.read(turns[0])
    pairs = [
        (_seconds(lambda: encode(length)), _seconds(lambda: reader.read(turn)))  # noqa: B023
        for turn, length in zip(turns, lengths, strict=True)
    ]
    theirs, ours = zip(*pairs, strict=True)
    return list(theirs), list(ours)


def _seconds(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def _best(work: Callable[[], object]) -> float:
    """The least seconds that it took, of at least one run and of as many as a second holds."""
    begun, seconds = time.perf_counter(), [_seconds(work)]
    while time.perf_counter() - begun < 1:
        seconds.append(_seconds(work))
    return min(seconds)


def _throughput(
    reader: Reader, folder: Path, turns: Sequence[Conversation], pieces: int, threads: int
) -> dict[str, float]:
    """Many turns at once, and their share of what the machine can do, measured on the spot."""
    import matrices  # noqa: PLC0415 - it imports torch

    work = (
        lambda: reader.read_many(turns),
        matrices.int8_product(threads),
        matrices.fp32_product(),
    )
    # In turns, and the best of each: what else the machine does should hit none of them alone.
    rounds = [[_best(each) for each in work] for _ in range(ROUNDS)]
    best, int8_seconds, fp32_seconds = map(min, zip(*rounds, strict=True))
    operations = matrices.operations(_exported(reader), folder, turns) / best
    int8, fp32 = (matrices.PEAK_OPERATIONS / each for each in (int8_seconds, fp32_seconds))
    return {
        "rows_per_second": round(len(turns) / best, 1),
        "word_pieces_per_second": round(pieces / best),
        "giga_operations_per_second": round(operations / 1e9, 1),
        "int8_peak": round(int8 / 1e9, 1),
        "fp32_peak": round(fp32 / 1e9, 1),
        "share_of_int8_peak": round(operations / int8, 3),
        "share_of_fp32_peak": round(operations / fp32, 3),
    }


def _milliseconds(seconds: Sequence[float]) -> dict[str, float]:
    return {"mean": round(1e3 * fmean(seconds), 1), "median": round(1e3 * median(seconds), 1)}


def _cpu() -> str:
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.machine())


def _text(found: dict[str, Any]) -> str:
    many, loading = found["many_at_once"], found["load_s"]
    theirs, ours = found["bert_base_ms"], found["turn_ms"]
    lines = {
        f"BERT-base, padded to {PADDED_TO}": f"{theirs['mean']} ms, median {theirs['median']}",
        "a turn with the reader": f"{ours['mean']} ms, median {ours['median']}",
        "times faster": f"{found['times_faster']}, by medians {found['times_faster_median']}",
        "loading, with imports": f"{loading['median']} s, at most {loading['most']}",
        "memory at most": f"{found['peak_memory_mb']} MB for loading and 20 turns",
        "many turns at once": f"{many['rows_per_second']} a second,"
        f" {many['word_pieces_per_second']:,} word pieces",
        "their matrix products": f"{many['giga_operations_per_second']} G operations a second",
        "of the 8-bit peak": f"{many['share_of_int8_peak']:.1%} of {many['int8_peak']}",
        "of the 32-bit peak": f"{many['share_of_fp32_peak']:.1%} of {many['fp32_peak']}",
    }
    heading = (
        f"{found['turns']} turns of {found['source']}, {found['word_pieces']} word pieces on"
        f" average; {found['cpu']}, {found['threads']} threads"
    )
    return "\n".join([heading, *(f"{what:<28}{said}" for what, said in lines.items())])


if __name__ == "__main__":
    main()
