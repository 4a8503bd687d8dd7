"""Seq2Seq: an attentive encoder-decoder that writes every reply, yes and no included.

Recurrent as in its time: Luong et al. (2015) without input feeding, so that training runs all words
at once, and the copying of See et al. (2017).
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812 - its usual name

from e3.readers.seq2seq.examples import END, FIRST_WORD, PADDING, START, UNKNOWN, Seq2SeqBatch

State = tuple[Tensor, Tensor]

_IMPOSSIBLE = -1e9
"""A log-probability to all purposes: unlike minus infinity, its gradient is 0 and not undefined."""


@dataclass(frozen=True)
class Encoded:
    """What the decoder attends to and copies from."""

    source: Tensor
    states: Tensor


@dataclass(frozen=True)
class Step:
    """The parts of P(w), one for each word of a reply: logarithms, in full precision."""

    generated: Tensor
    """P_vocab: batch x words x vocabulary."""
    attention: Tensor
    """a: batch x words x source."""
    gate: Tensor
    """The logit of p_gen: batch x words x 1."""


class Seq2SeqNetwork(nn.Module):
    """A bidirectional encoder, a decoder that attends to it, and a gate between two ways to speak.

    `vectors` are the first word vectors, one for each word of the vocabulary.
    """

    def __init__(self, vectors: Tensor, *, width: int, dropout: float) -> None:
        super().__init__()
        word_width = vectors.shape[1]
        self.words = nn.Embedding(len(vectors), word_width, _weight=vectors)
        self.dropout = nn.Dropout(dropout)
        self.forwards = nn.LSTM(word_width, width, batch_first=True)
        self.backwards = nn.LSTM(word_width, width, batch_first=True)
        self.bridge = nn.Linear(2 * width, 2 * width)
        self.decoder = nn.LSTM(word_width, width, batch_first=True)
        self.attend = nn.Linear(width, 2 * width, bias=False)  # W_a
        self.combine = nn.Linear(3 * width, word_width)  # W_c
        self.bias = nn.Parameter(torch.zeros(len(vectors)))
        self.gate = nn.Linear(3 * width + word_width, 1)  # w_h*, w_s, w_x, b_ptr

    def embed(self, ids: Tensor) -> Tensor:
        """Word vectors; an unknown word has that of UNKNOWN, whichever it is."""
        known = torch.where(ids < self.words.num_embeddings, ids, UNKNOWN)
        embedded: Tensor = self.dropout(self.words(known))
        return embedded

    def encode(self, source: Tensor) -> tuple[Encoded, State]:
        """The states of the source, both directions, and the decoder's first state."""
        lengths = (source != PADDING).sum(dim=1, keepdim=True)
        row = torch.arange(len(source), device=source.device)[:, None]
        position = torch.arange(source.shape[1], device=source.device)
        # Turned around within its length, a row has its padding last: it changes no state before.
        turned = torch.where(position < lengths, lengths - 1 - position, position)
        ahead, _ = _run(self.forwards, self.embed(source))
        back, _ = _run(self.backwards, self.embed(source[row, turned]))
        ends = torch.cat([ahead[row, lengths - 1], back[row, lengths - 1]], dim=-1)
        states = torch.cat([ahead, back[row, turned]], dim=-1)
        hidden, memory = self.bridge(self.dropout(ends)).transpose(0, 1).chunk(2, dim=-1)
        return Encoded(source, self.dropout(states)), (torch.tanh(hidden), memory)

    def decode(self, encoded: Encoded, before: Tensor, state: State) -> tuple[Step, State]:
        """What may follow each of the words `before`, and the state behind the last of them."""
        embedded = self.embed(before)
        hidden, state = _run(self.decoder, embedded, state)
        hidden = self.dropout(hidden)
        scores = (self.attend(hidden) @ encoded.states.mT).float()
        padding = (encoded.source == PADDING)[:, None, :]
        attention = torch.log_softmax(scores.masked_fill(padding, _IMPOSSIBLE), dim=-1)
        attended = attention.exp().to(encoded.states.dtype) @ encoded.states  # c, h*
        combined = torch.tanh(self.combine(torch.cat([attended, hidden], dim=-1)))
        generated = F.linear(self.dropout(combined), self.words.weight, self.bias).float()
        gate = self.gate(torch.cat([attended, hidden, embedded], dim=-1)).float()
        return Step(torch.log_softmax(generated, dim=-1), attention, gate), state

    def forward(self, batch: Seq2SeqBatch) -> Tensor:
        """The negative log-likelihood: summed over words, mean over the batch."""
        encoded, state = self.encode(batch.source)
        before = F.pad(batch.reply[:, :-1], (1, 0), value=START)
        step, _ = self.decode(encoded, before, state)
        likelihood = log_likelihood(step, batch.source, batch.reply)
        said = batch.reply != PADDING
        return -torch.where(said, likelihood, 0.0).sum() / len(said)

    def greedy(self, source: Tensor, most: int) -> tuple[Tensor, Tensor]:
        """The likeliest word at each step and its probability; what follows END means nothing."""
        encoded, state = self.encode(source)
        word = torch.full_like(source[:, :1], START)
        words, probabilities = [], []
        for place in range(most):
            step, state = self.decode(encoded, word, state)
            whole = distribution(step, source)
            whole[..., :END] = 0.0  # special words that are only read
            if place == 0:
                whole = decided(whole)
            probability, word = whole.max(dim=-1)
            words.append(word)
            probabilities.append(probability)
        return torch.cat(words, dim=1), torch.cat(probabilities, dim=1)


def log_likelihood(step: Step, source: Tensor, reply: Tensor) -> Tensor:
    """log P(w) of the words of a reply (See et al., eq. 9), without P of all others."""
    size = step.generated.shape[-1]
    known = reply < size
    generated = step.generated.gather(-1, torch.where(known, reply, UNKNOWN)[..., None]).squeeze(-1)
    generated = generated.masked_fill(~known, _IMPOSSIBLE)
    elsewhere = source[:, None, :] != reply[..., None]
    copied = torch.logsumexp(step.attention.masked_fill(elsewhere, _IMPOSSIBLE), dim=-1)
    gate = step.gate.squeeze(-1)
    return torch.logaddexp(F.logsigmoid(gate) + generated, F.logsigmoid(-gate) + copied)


def distribution(step: Step, source: Tensor) -> Tensor:
    """P(w) (See et al., eq. 9) over the vocabulary and as many unknown words as a source can have.

    P(w) = p_gen P_vocab(w) + (1 - p_gen) sum of a_i over the positions i of w.
    """
    generated = torch.sigmoid(step.gate) * step.generated.exp()
    copied = torch.sigmoid(-step.gate) * step.attention.exp()
    extended = F.pad(generated, (0, source.shape[1]))
    return extended.scatter_add(-1, source[:, None, :].expand_as(copied), copied)


def decided(first: Tensor) -> Tensor:
    """P of the first word without what the decision rules out, and without END: never no reply.

    Questions begin with many words: one is asked if they are likelier together than a conclusion.
    """
    concluding, asking = first[..., END + 1 : FIRST_WORD], first[..., FIRST_WORD:]
    asks = asking.sum(dim=-1, keepdim=True) > concluding.amax(dim=-1, keepdim=True)
    concluding = concluding.masked_fill(asks, 0.0)
    return torch.cat([torch.zeros_like(first[..., : END + 1]), concluding, asking], dim=-1)


def _run(lstm: nn.LSTM, inputs: Tensor, state: State | None = None) -> tuple[Tensor, State]:
    """The LSTM in full precision.

    Under autocast cuDNN takes float16, also where bfloat16 is asked for, and its small range loses
    gradients.
    """
    with torch.autocast(inputs.device.type, enabled=False):
        if state is not None:
            state = (state[0].float().contiguous(), state[1].float().contiguous())
        outputs, state = lstm(inputs.float(), state)
    return outputs, state
