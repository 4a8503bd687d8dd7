"""What is shipped knows Latin pieces alone, and reads English as before."""

from pathlib import Path

import pytest

pytest.importorskip("torch")

from tests.tiny import make_encoder

from e3.networks.encoder import Encoder, input_builder
from e3.networks.vocabulary import latin_pieces


def test_texts_are_cut_into_the_same_pieces(tmp_path: Path) -> None:
    folder = str(make_encoder(tmp_path / "encoder"))
    builder = input_builder(folder, Encoder.pretrained(folder))
    builder.tokenizer.add_tokens([])
    smaller, kept = latin_pieces(builder)
    text = "You may row – if you swim, “boats” and 2 oars!"
    before = builder.pieces(text)
    after = smaller.pieces(text)
    assert [kept[number] for number in after.ids] == list(before.ids)
    assert after.offsets == before.offsets
    assert kept[smaller.cls] == builder.cls
    assert kept[smaller.sep] == builder.sep
