import math

import pytest

pytest.importorskip("torch", reason="needs e3-reader[train]")

import torch

from e3.readers.e3.decision import INQUIRE, DecisionModule, decision_loss
from e3.reading.conversation import DECISIONS, Decision


def test_the_decision_is_read_from_a_summary_of_the_whole_input() -> None:
    module = DecisionModule(2, entailment=True)
    module.attention.weight.data = torch.tensor([[0.0, 1.0]])
    module.attention.bias.data = torch.tensor([0.0])
    module.classes.weight.data = torch.eye(4, 2)
    module.classes.bias.data = torch.tensor([0.0, 0.0, 1.0, 2.0])
    encoded = torch.tensor([[[4.0, 0.0], [8.0, math.log(3)], [100.0, 100.0]]])
    mask = torch.tensor([[True, True, False]])
    scores = module.decide(encoded, mask)
    # phi = softmax(0, log 3) = (1/4, 3/4), so C = (7, 3/4 log 3)
    assert torch.allclose(scores, torch.tensor([[7.0, 0.75 * math.log(3), 1.0, 2.0]]))


def test_inquiry_scores_see_the_entailment_scores_and_only_with_the_module() -> None:
    rules = torch.ones(1, 2, 3)
    entailed = torch.tensor([[[0.0, 0.0], [0.5, 1.0]]])
    module = DecisionModule(3, entailment=True)
    module.inquiry.weight.data = torch.tensor([[1.0, 1.0, 1.0, -2.0, -3.0]])
    module.inquiry.bias.data = torch.tensor([0.0])
    assert module.inquire(rules, entailed).tolist() == [[3.0, -1.0]]
    loud = DecisionModule(3, entailment=True, loudness=10.0)
    loud.load_state_dict(module.state_dict())
    assert loud.inquire(rules, entailed).tolist() == [[3.0, -37.0]]
    without = DecisionModule(3, entailment=False)
    scores = without.inquire(rules, entailed)
    assert scores[0, 0] == scores[0, 1]


def test_the_loss_of_a_conclusion_leaves_the_rules_alone() -> None:
    decisions = torch.zeros(1, 4)
    inquiries = torch.tensor([[5.0, -5.0]], requires_grad=True)
    loss = decision_loss(
        decisions,
        inquiries,
        torch.tensor([[True, True]]),
        torch.tensor([DECISIONS.index(Decision.YES)]),
        torch.tensor([-1]),
    )
    torch.autograd.backward(loss)
    assert loss.item() == pytest.approx(math.log(4))
    assert inquiries.grad is not None
    assert inquiries.grad.abs().sum() == 0


def test_the_loss_of_an_inquiry_adds_that_of_its_rule_and_padding_does_not_matter() -> None:
    decisions = torch.zeros(1, 4)
    wanted = torch.tensor([INQUIRE]), torch.tensor([1])
    narrow = decision_loss(
        decisions, torch.tensor([[0.0, math.log(3)]]), torch.tensor([[True, True]]), *wanted
    )
    wide = decision_loss(
        decisions,
        torch.tensor([[0.0, math.log(3), 99.0]]),
        torch.tensor([[True, True, False]]),
        *wanted,
    )
    assert narrow.item() == pytest.approx(math.log(4) + math.log(4 / 3))
    assert wide.item() == pytest.approx(narrow.item())
