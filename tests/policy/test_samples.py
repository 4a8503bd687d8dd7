"""The menu is a copy of a dozen of our policies, none of which a model of ours was trained on."""

import runpy
from pathlib import Path

from e3.corpus.policies import OUR_CORPORA, our_policies
from e3.policy.samples import samples

ROOT = Path(__file__).parents[2]


def test_the_samples_are_those_of_the_corpus() -> None:
    make = runpy.run_path(str(ROOT / "tools" / "make_samples.py"))
    assert make["TARGET"].read_text(encoding="utf-8") == make["samples"](), (
        "run python tools/make_samples.py"
    )
    known = {
        policy.title: policy
        for corpus in OUR_CORPORA
        for policy in our_policies("evaluation", corpus=corpus)
    }
    assert [known[policy.title] for policy in samples()] == list(samples())
    assert [policy.title for policy in samples()] == list(make["TITLES"])
