"""Training examples of the editor: rules, the questions asked about them, and the edit between."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from e3.corpus.supervision import Supervision
from e3.corpus.trees import DialogueTree
from e3.language.en.edits import Edit, find_edit
from e3.networks.inputs import InputBuilder
from e3.networks.packed import MostByLength, PackedInputs, PickedRows
from e3.policy.rule_text import RuleText
from e3.readers.e3.edit_inputs import edit_input, kept_text
from e3.readers.e3.editor_network import END, SPECIAL_WORDS, UNKNOWN, EditBatch
from e3.text import Span, question_key


@dataclass(frozen=True)
class EditExample:
    """A rule of a rule text, what is kept of it, and the question asked about it."""

    rule_text: RuleText
    rule: Span
    kept: str
    question: str
    edit: Edit


def edit_examples(
    trees: Sequence[DialogueTree], supervisions: Sequence[Mapping[str, Supervision]]
) -> Iterator[EditExample]:
    """Every question of the trees that shares enough with its rule, once for each span of it."""
    seen = set()
    for supervision, tree in product(supervisions, trees):
        rules = supervision[tree.tree_id]
        for question in tree.questions:
            if (index := rules.rule_of.get(question_key(question))) is None:
                continue
            rule = rules.rules[index]
            kept = kept_text(tree.rule_text, rule)
            key = (tree.rule_text.text, kept, question)
            if key not in seen and (edit := find_edit(question, kept)):
                seen.add(key)
                yield EditExample(tree.rule_text, rule, kept, question, edit)


def vocabulary(examples: Sequence[EditExample]) -> list[str]:
    """The words of all edits of the training trees, the commonest first."""
    counts = Counter(w for e in examples for w in (*e.edit.before, *e.edit.after))
    return [*SPECIAL_WORDS, *sorted(counts, key=lambda word: (-counts[word], word))]


class EditSet:
    """Edit examples on a device."""

    def __init__(
        self,
        examples: Sequence[EditExample],
        words: Sequence[str],
        builder: InputBuilder,
        device: torch.device,
    ) -> None:
        inputs = [edit_input(builder, e.rule_text, e.kept) for e in examples]
        self.inputs = PackedInputs(inputs, device)
        number = {word: index for index, word in enumerate(words)}
        self.before = _Words([e.edit.before for e in examples], number, self.lengths, device)
        self.after = _Words([e.edit.after for e in examples], number, self.lengths, device)

    @property
    def lengths(self) -> NDArray[np.int64]:
        """The word pieces of each example."""
        return self.inputs.lengths

    def batch(self, picked: PickedRows) -> EditBatch:
        """The padded batch of the picked rows."""
        return EditBatch(
            self.inputs.gather(picked), self.before.batch(picked), self.after.batch(picked)
        )


class _Words:
    """One side of every edit, in numbers."""

    def __init__(
        self,
        edits: Sequence[Sequence[str]],
        number: Mapping[str, int],
        lengths: NDArray[np.int64],
        device: torch.device,
    ) -> None:
        counts = np.array([len(words) + 1 for words in edits], dtype=np.int64)
        self.most = MostByLength(lengths, counts)
        table = torch.full((len(edits), int(counts.max(initial=1))), -1, dtype=torch.long)
        for row, words in enumerate(edits):
            ids = [*(number.get(word, UNKNOWN) for word in words), END]
            table[row, : len(ids)] = torch.tensor(ids)
        self.table = table.to(device)

    def batch(self, picked: PickedRows) -> Tensor:
        """No wider than it has to be: every word more is a step of the decoder."""
        return self.table[picked.index, : self.most.within(picked.width)]
