"""The editor (section 3.3): words before and after a rule that make it a question."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812 - its usual name

from e3.networks.encoder import Encoder
from e3.networks.packed import InputBatch

START, END, UNKNOWN = 0, 1, 2
SPECIAL_WORDS = ("<start>", "<end>", "<unknown>")


@dataclass(frozen=True)
class EditBatch:
    """Inputs [R_i; x_D], and the words of both edits, each closed by END and padded with -1."""

    inputs: InputBatch
    before: Tensor
    after: Tensor


class Decoder(nn.Module):
    """An attentive LSTM decoder (eq. 19 to 26) whose output layer is the embedding matrix."""

    def __init__(self, width: int, words: nn.Embedding, dropout: float) -> None:
        super().__init__()
        self.words = words
        self.dropout = nn.Dropout(dropout)
        self.cell = nn.LSTMCell(words.embedding_dim + width, width)
        self.output = nn.Linear(2 * width, words.embedding_dim)  # W_o, b_o

    def step(
        self, word: Tensor, state: tuple[Tensor, Tensor], encoded: Tensor, mask: Tensor
    ) -> tuple[Tensor, tuple[Tensor, Tensor]]:
        """What the next word is scored by (eq. 19 to 24), and the state behind it."""
        scores = (encoded @ state[0][..., None]).squeeze(-1).float()  # zeta
        weights = torch.softmax(scores.masked_fill(~mask, torch.finfo(torch.float32).min), dim=-1)
        attended = self.dropout((weights[:, None, :].to(encoded.dtype) @ encoded).squeeze(1))
        hidden, memory = self.cell(torch.cat([self.words(word), attended], dim=-1), state)
        return torch.cat([hidden, attended], dim=-1), (hidden, memory)

    def score(self, found: Tensor) -> Tensor:
        """The scores of all words (eq. 25, 26)."""
        scores: Tensor = self.output(found) @ self.words.weight.T
        return scores

    def begin(self, encoded: Tensor) -> tuple[Tensor, tuple[Tensor, Tensor]]:
        """The start word and an empty state."""
        zero = encoded.new_zeros(len(encoded), self.cell.hidden_size)
        return torch.full((len(encoded),), START, device=encoded.device), (zero, zero)

    def forward(self, encoded: Tensor, mask: Tensor, wanted: Tensor) -> Tensor:
        """L_pre or L_post (eq. 27): summed over words, mean over the batch."""
        word, state = self.begin(encoded)
        steps = []
        for target in wanted.unbind(1):
            found, state = self.step(word, state, encoded, mask)
            steps.append(found)
            word = target.clamp(min=0)
        # All words at once: scored one by one, most of a step was small kernels.
        scores = self.score(torch.stack(steps, dim=1)).flatten(0, 1).float()
        loss = F.cross_entropy(scores, wanted.flatten(), ignore_index=-1, reduction="sum")
        return loss / len(wanted)

    def greedy(self, encoded: Tensor, mask: Tensor, most: int) -> Tensor:
        """The likeliest word at each step: batch x `most`; what follows END means nothing."""
        word, state = self.begin(encoded)
        words = []
        for _ in range(most):
            found, state = self.step(word, state, encoded, mask)
            scores = self.score(found)
            scores[:, START] = scores[:, UNKNOWN] = torch.finfo(scores.dtype).min
            word = scores.argmax(dim=-1)
            words.append(word)
        return torch.stack(words, dim=1)


class EditorNetwork(nn.Module):
    """An encoder of its own and two decoders that share it and the embeddings, nothing else."""

    def __init__(
        self, encoder: Encoder, words: Tensor, *, dropout: float, train_words: bool
    ) -> None:
        super().__init__()
        self.encoder = encoder
        embedding = nn.Embedding(len(words), words.shape[1], _weight=words)
        embedding.weight.requires_grad_(train_words)
        self.before = Decoder(encoder.width, embedding, dropout)
        self.after = Decoder(encoder.width, embedding, dropout)

    def encode(self, inputs: InputBatch) -> Tensor:
        """U_edit."""
        encoded: Tensor = self.encoder(inputs.ids, inputs.segments, inputs.mask)
        return encoded

    def forward(self, batch: EditBatch) -> Tensor:
        """L_edit = L_pre + L_post (eq. 28)."""
        encoded, mask = self.encode(batch.inputs), batch.inputs.mask.bool()
        before: Tensor = self.before(encoded, mask, batch.before)
        after: Tensor = self.after(encoded, mask, batch.after)
        return before + after

    def edits(self, inputs: InputBatch, most: int) -> tuple[Tensor, Tensor]:
        """Both edits by greedy decoding."""
        encoded, mask = self.encode(inputs), inputs.mask.bool()
        return self.before.greedy(encoded, mask, most), self.after.greedy(encoded, mask, most)
