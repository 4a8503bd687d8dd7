"""Tiny models, made on the spot: real formats, random weights. Needs torch."""

import re
from pathlib import Path
from string import ascii_lowercase, digits

import torch
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

# transformers makes BertTokenizerFast as it is imported, which no type checker sees.
from transformers import BertConfig, BertModel, BertTokenizerFast  # type: ignore[attr-defined]

from e3.networks.encoder import Encoder, input_builder
from e3.readers.bertqa.network import BertQANetwork
from e3.readers.bertqa.system import BertQASystem
from e3.readers.e3.editor import Editor
from e3.readers.e3.editor_network import SPECIAL_WORDS, EditorNetwork
from e3.readers.e3.network import E3Network
from e3.readers.e3.system import E3System
from e3.readers.states.network import StateNetwork
from e3.readers.states.system import StateSystem
from e3.reading.conversation import DECISIONS, Decision

WORDS = (*SPECIAL_WORDS, "do", "are", "is", "you", "it", "have", "a", "?")
"""What a tiny editor can say."""

OPENINGS = ("do you", "are you", "have you")
"""How a tiny E3 with states can begin a question."""

_SENTENCES = (
    "You may row on the lake if you swim and own a boat.",
    "Do you swim? Yes. Do you own a boat? No. May I row, please?",
    "Residents pay no fee unless they have been away for more than two years.",
    "I like lakes, I work for the council, and my employer posted me abroad last year.",
    "The quick brown fox jumps over the lazy dog; 0123456789 * # - ' ( ) : ! yes no irrelevant",
)


def make_encoder(folder: Path, *, positions: int = 256) -> Path:
    """A BERT of two layers, 32 wide, with a few hundred word pieces, as the hub would have it."""
    tokenizer = Tokenizer(models.WordPiece(_word_pieces(), unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    config = BertConfig(
        vocab_size=tokenizer.get_vocab_size(),
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=64,
        max_position_embeddings=positions,
    )
    folder.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(0)
    BertModel(config).save_pretrained(folder)  # type: ignore[no-untyped-call]
    BertTokenizerFast(tokenizer_object=tokenizer).save_pretrained(folder)
    return folder


def _word_pieces() -> dict[str, int]:
    """Words, letters and what can follow them; no trainer, since it breaks ties by chance."""
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    words = re.findall(r"\w+|[^\w\s]", " ".join(_SENTENCES).lower())
    letters = [*ascii_lowercase, *digits]
    pieces = dict.fromkeys([*special, *words, *letters, *(f"##{letter}" for letter in letters)])
    return {piece: number for number, piece in enumerate(pieces)}


def make_run(folder: Path, encoder: Path, *, system: str = "e3") -> Path:
    """An untrained system, saved as training saves it; E3 with an editor."""
    torch.manual_seed(1)
    cpu = torch.device("cpu")
    body = Encoder.pretrained(str(encoder))
    builder = input_builder(str(encoder), body)
    if system == "bertqa":
        BertQASystem(BertQANetwork(body, dropout=0.0), builder, cpu).save(folder)
        return folder
    if system == "states":
        across = StateNetwork(body, layers=2, openings=len(OPENINGS), dropout=0.0)
        StateSystem(across, builder, OPENINGS, cpu, temperature=0.5).save(folder)
        return folder
    network = E3Network(body, entailment=True, dropout=0.0)
    # Tests want questions, and an untrained network asks one by chance.
    network.decision.classes.bias.data[DECISIONS.index(Decision.INQUIRE)] += 5.0
    words = EditorNetwork(
        Encoder.pretrained(str(encoder)),
        torch.randn(len(WORDS), 16),
        dropout=0.0,
        train_words=False,
    )
    E3System(network, builder, 0.5, cpu, Editor(words, builder, WORDS, cpu)).save(folder)
    return folder
