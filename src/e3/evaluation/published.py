"""The figures of others, in percent, as their papers print them."""

from __future__ import annotations

from dataclasses import dataclass

DEV_ROWS = 2_270
"""The rows of ShARC's development set: figures on other rows are not comparable."""

_TOLERANCE = 0.1  # a product of rounded figures is no nearer than this


@dataclass(frozen=True)
class Published:
    """One printed row; None where the paper has no figure."""

    system: str
    encoder: str
    micro: float
    macro: float
    bleu_1: float | None = None
    bleu_4: float | None = None
    combined: float | None = None

    @property
    def product(self) -> float | None:
        """What Comb. is said to be: macro accuracy times BLEU4."""
        return None if self.bleu_4 is None else self.macro * self.bleu_4 / 100

    @property
    def figures(self) -> dict[str, float | None]:
        """The figures as fractions, under the names that our metrics have."""
        printed = {
            "micro_accuracy": self.micro,
            "macro_accuracy": self.macro,
            "bleu_1": self.bleu_1,
            "bleu_4": self.bleu_4,
            "combined": self.combined,
            "f1_bleu_4": None,
        }
        return {
            name: None if figure is None else round(figure / 100, 4)
            for name, figure in printed.items()
        }


# Zhong and Zettlemoyer, "E3: Entailment-driven Extracting and Editing for Conversational Machine
# Reading", ACL 2019, Table 1. Seq2Seq and Pipeline are by Saeidi et al., EMNLP 2018.
TEST = (
    Published("Seq2Seq", "", 44.8, 42.8, 34.0, 7.8, 3.3),
    Published("Pipeline", "", 61.9, 68.9, 54.4, 34.4, 23.7),
    Published("BERTQA", "BERT-base", 63.6, 70.8, 46.2, 36.3, 25.7),
    Published("E3", "BERT-base", 67.6, 73.3, 54.1, 38.7, 28.4),
)

# The same paper, Table 2. Its Comb. of BERTQA is micro accuracy times BLEU4: see `misprints`.
DEV = (
    Published("E3", "BERT-base", 68.0, 73.4, 66.9, 53.7, 39.4),
    Published("E3 -edit", "BERT-base", 68.0, 73.4, 53.1, 46.2, 33.9),
    Published("E3 -edit -entail", "BERT-base", 68.0, 73.1, 50.2, 40.3, 29.5),
    Published("BERTQA", "BERT-base", 63.4, 70.6, 47.4, 37.4, 23.7),
)

# Development figures that were read in the systems' own papers: EMT is by Gao et al., "Explicit
# Memory Tracker with Coarse-to-Fine Reasoning for Conversational Machine Reading", ACL 2020;
# Discern by Gao et al., "Discern: Discourse-Aware Entailment Reasoning Network for Conversational
# Machine Reading", EMNLP 2020. Neither prints Comb.
LATER = (
    Published("EMT + entailment", "BERT-base", 73.2, 78.3, 67.5, 53.2),
    Published("Discern", "RoBERTa-base", 74.9, 79.8),
)


def misprints(rows: tuple[Published, ...]) -> list[str]:
    """A sentence for each printed Comb. that is not macro accuracy times BLEU4."""
    return [
        f"The paper prints {row.combined} as Comb. of {row.system};"
        f" its macro accuracy times BLEU4 is {row.product:.1f}."
        for row in rows
        if row.combined is not None and row.product is not None
        if abs(row.product - row.combined) > _TOLERANCE
    ]
