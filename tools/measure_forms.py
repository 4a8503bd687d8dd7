"""Writes src/e3/drafting/forms.json: how much each form of a text tells, measured on policies.

    python tools/measure_forms.py [FILE ...]

It takes the training part of our policies, and of the policies in further files of that format.
"""

from __future__ import annotations

import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from statistics import fmean
from typing import Any

from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression

from e3.corpus.policies import our_policies, part_of
from e3.drafting import shares
from e3.drafting.answered import LIKENESSES
from e3.drafting.answered import likeness as likeness_to
from e3.drafting.answering import Answering
from e3.drafting.bearing import Relevance
from e3.drafting.form import FormDrafter
from e3.drafting.formula import clauses_of
from e3.evaluation.drafts import Comparison
from e3.language.en.likeness import likeness, negated
from e3.policy.fields import PolicyFields, RuleFields
from e3.policy.logic import names
from e3.policy.parsing import parse_policies
from e3.policy.policy import Policy

TARGET = Path(__file__).parents[1] / "src" / "e3" / "drafting" / "forms.json"
_LEAST_WEIGHT = 0.02
_FEWEST = 20
"""Cases of a form, for it to be looked at."""
_SAME_QUESTION = 0.5


def policies(files: Sequence[str]) -> list[Policy]:
    """All that is measured on."""
    found = our_policies("train")
    for file in files:
        objects = json.loads(Path(file).read_text(encoding="utf-8"))
        every = parse_policies([_known(each) for each in objects], source=file)
        found += [policy for policy in every if part_of(policy) == "train"]
    return found


def _known(policy: dict[str, Any]) -> dict[str, Any]:
    """A policy without the fields that are not ours."""
    mine = {key: value for key, value in policy.items() if key in PolicyFields.model_fields}
    rules = [{k: v for k, v in r.items() if k in RuleFields.model_fields} for r in mine["rules"]]
    return mine | {"rules": rules}


def bears(corpus: Iterable[Policy]) -> dict[str, float]:
    """The weights of a logistic regression: which clauses are rules of a question's logic."""
    forms: list[dict[str, int]] = []
    right: list[bool] = []
    for policy in corpus:
        said = Answering.of(policy.rule_text).statements
        for question in policy.questions:
            relevance = Relevance(policy.rule_text.text, said, question.question)
            needed = names(question.yes_when)
            for place, statement in enumerate(said):
                for clause in (*clauses_of(statement.when), *clauses_of(statement.duty)):
                    forms.append(dict.fromkeys(relevance.forms(place, clause), 1))
                    rule = Comparison.nearest(clause.span, policy, needed)
                    right.append(rule is not None and rule.id in needed)
    often = Counter(form for each in forms for form in each)
    forms = [{form: 1 for form in each if often[form] >= _FEWEST} for each in forms]
    columns = DictVectorizer()
    model = LogisticRegression(C=0.3, max_iter=1000).fit(columns.fit_transform(forms), right)
    weights = dict(zip(columns.get_feature_names_out(), model.coef_[0], strict=True))
    weights["any"] = weights.get("any", 0.0) + model.intercept_[0]
    told = {name: round(float(weight), 2) for name, weight in sorted(weights.items())}
    return {name: weight for name, weight in told.items() if abs(weight) >= _LEAST_WEIGHT}


def drafted(corpus: Iterable[Policy]) -> Iterator[Comparison]:
    """A draft for each question."""
    for policy in corpus:
        for number, question in enumerate(policy.questions):
            draft = FormDrafter().draft(policy.rule_text, [question.question])
            yield Comparison(policy, number, draft)


def shares_of(cases: Iterable[tuple[str, bool]], rest: str) -> dict[str, float]:
    """How often each form was right; forms with few cases are left to `rest`, which is all."""
    found: dict[str, list[bool]] = defaultdict(list)
    for form, right in cases:
        found[form].append(right)
        found[rest].append(right)
    told = {form: every for form, every in found.items() if len(every) >= _FEWEST or form == rest}
    return {form: round(fmean(every), 2) for form, every in sorted(told.items())}


def measured(files: Sequence[str]) -> dict[str, Any]:
    """The file."""
    corpus = policies(files)
    shares.MEASURED["bears"] = bears(corpus)
    comparisons = list(drafted(corpus))
    polarity: list[tuple[str, bool]] = []
    logic: list[tuple[str, bool]] = []
    questions: list[bool] = []
    for each in comparisons:
        forms = {
            clause.span: clause.form
            for statement in Answering.of(each.gold.rule_text).statements
            for clause in (*clauses_of(statement.when), *clauses_of(statement.duty))
        }
        for rule, gold, right in each.sides:
            polarity.append((forms[rule.span], right))
            alike = likeness(rule.question, gold.question) >= _SAME_QUESTION
            questions.append(alike and negated(rule.question) is negated(gold.question))
        if each.score.found == 1 and not each.score.wrong_rules and each.score.polarity == 1:
            logic.append((str(len(each.sides)), each.score.exact))
    return {
        "bears": shares.MEASURED["bears"],
        "polarity": shares_of(polarity, "any"),
        "logic": shares_of(logic, "more"),
        "answered": answered(corpus),
        "question": round(fmean(questions), 2),
    }


def answered(corpus: Iterable[Policy]) -> dict[str, float]:
    """Of the questions as like their text as that, the share that it answers."""
    cases = sorted(
        (likeness_to(policy.rule_text.text, question), is_answered)
        for policy in corpus
        for question, is_answered in (
            *((each.question, True) for each in policy.questions),
            *((each, False) for each in policy.irrelevant_questions),
        )
    )
    found = {name: fmean(right for _, right in of) for name, of in groupby(cases, lambda c: c[0])}
    return {name: round(found.get(name, 0.5), 2) for name in LIKENESSES}


if __name__ == "__main__":
    found = measured(sys.argv[1:])
    TARGET.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
