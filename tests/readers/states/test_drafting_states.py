"""The network that drafts and reads stories: labels, learning, saving, exporting."""

from pathlib import Path

import pytest

pytest.importorskip("torch", reason="needs e3-reader[train]")
pytest.importorskip("onnxruntime", reason="needs e3-reader[train]")

import torch
from tests.tiny import OPENINGS, make_encoder

from e3.corpus.learnable import Learnable
from e3.networks.encoder import Encoder, input_builder
from e3.policy.answers import Answer
from e3.policy.logic import Expression, parse
from e3.policy.parsing import parse_policy
from e3.policy.policy import Policy
from e3.readers.states.draft_decoding import Tag
from e3.readers.states.draft_examples import draft_example
from e3.readers.states.examples import StateSet
from e3.readers.states.export import export_system
from e3.readers.states.exported import OnnxSystem
from e3.readers.states.network import LossWeights, StateNetwork, state_loss
from e3.readers.states.story_examples import taught_stories, tellable
from e3.readers.states.story_inputs import story_sentences
from e3.readers.states.system import StateSystem
from e3.reading.drafts import StoryRule

QUESTION = "May I row?"
POLICY: Policy = parse_policy(
    {
        "title": "Rowing",
        "domain": "lakes",
        "rule_text": "You may row if you:\n\n* can swim\n* own a boat\n\nNobody rows on Sunday.",
        "rules": [
            {"id": "a", "span": "can swim", "question": "Can you swim?", "yes": ["I swim a lot."]},
            {"id": "b", "span": "own a boat", "question": "Do you own a boat?", "no": ["No boat."]},
            {"id": "c", "span": "on Sunday", "question": "Is it Sunday?", "yes": ["It's Sunday."]},
        ],
        "questions": [{"question": QUESTION, "yes_when": "(a or b) and not c"}],
        "stories": [{"text": "I swim. I have no boat.", "settles": {"a": "yes", "b": "no"}}],
    }
)


def answer(logic: str | None = "(a or b) and not c") -> Learnable:
    yes_when: Expression | None = None if logic is None else parse(logic)
    return Learnable(POLICY, QUESTION, yes_when, "policy")


@pytest.fixture(scope="module")
def system(tmp_path_factory: pytest.TempPathFactory) -> StateSystem:
    folder = str(make_encoder(tmp_path_factory.mktemp("drafts") / "encoder"))
    torch.manual_seed(0)
    encoder = Encoder.pretrained(folder)
    network = StateNetwork(
        encoder, layers=1, openings=len(OPENINGS), dropout=0.0, drafts=True, width=16, few_bits=True
    )
    return StateSystem(network, input_builder(folder, encoder), OPENINGS, torch.device("cpu"))


def test_chunks_are_tagged_and_related(system: StateSystem) -> None:
    example = draft_example(answer(), system.builder)
    text = POLICY.rule_text.text
    said = [span.of(text).strip() for span in example.inputs.units]
    tags = {words: Tag(tag) for words, tag in zip(said, example.tags, strict=True)}
    assert tags["can swim"] is tags["own a boat"] is Tag.FOR
    assert tags["Nobody rows on Sunday."] is Tag.AGAINST
    assert tags["You may row"] is Tag.NONE
    [swim, boat, sunday] = [n for n, tag in enumerate(example.tags) if tag in (1, 2)]
    assert set(example.pairs) == {(swim, boat, 0), (swim, sunday, 1), (boat, sunday, 1)}


def test_a_question_that_is_not_answered_has_no_rules(system: StateSystem) -> None:
    example = draft_example(answer(None), system.builder)
    assert set(example.tags) == {Tag.NONE}
    assert not example.pairs


def test_stories_teach_what_they_settle(system: StateSystem) -> None:
    told = taught_stories(tellable([POLICY]), system.builder, joined=1, seed=0)
    assert told[0].states[0] == 0  # met
    assert told[0].states[2] == 2  # not told
    assert any(span is not None for story in told for span in story.words)
    assert [span.of("One. Two!\nthree") for span in story_sentences("One. Two!\nthree")] == [
        "One.",
        "Two!",
        "three",
    ]


def test_it_over_fits_and_reads_the_same_when_saved_and_exported(
    system: StateSystem, tmp_path: Path
) -> None:
    draft = draft_example(answer(), system.builder)
    stories = taught_stories(tellable([POLICY]), system.builder, joined=0, seed=1)
    examples = StateSet([draft, *(story.example for story in stories)], system.device)
    optimizer = torch.optim.Adam(system.network.parameters(), lr=3e-3)
    picked = examples.inputs.pick(range(len(examples.lengths)))
    system.network.train()
    for _ in range(150):
        batch, labels = examples.batch(picked)
        loss = state_loss(system.network(batch), labels, LossWeights(drafts=2.0))
        optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        optimizer.step()
    found = system.draft(POLICY.rule_text, QUESTION)
    assert [(rule.span.of(POLICY.rule_text.text), rule.speaks_for) for rule in found.rules] == [
        ("can swim", True),
        ("own a boat", True),
        ("on Sunday", False),
    ]
    assert found.holds_when == parse("(r0 or r1) and not r2")
    asked = [StoryRule(rule.question, rule.span.of(POLICY.rule_text.text)) for rule in POLICY.rules]
    told = system.tell(QUESTION, POLICY.stories[0].text, asked)
    bears = system.bearing(POLICY.rule_text, QUESTION)
    assert bears.answered == found.answered
    likely = {span.of(POLICY.rule_text.text).strip(): of for span, of in bears.chunks}
    assert likely["can swim"] > 0.5 > likely["You may row"]
    assert [each.answer for each in told] == [Answer.YES, Answer.NO, Answer.UNKNOWN]

    system.save(tmp_path)
    again = StateSystem.load(tmp_path, system.device)
    assert again.draft(POLICY.rule_text, QUESTION) == found
    (tmp_path / "exported").mkdir()
    export_system(again, tmp_path / "exported")
    # What was exported can still be read: `e3 export --measure` compares the two.
    assert again.draft(POLICY.rule_text, QUESTION) == found
    exported = OnnxSystem.load(tmp_path / "exported")
    assert exported.drafting is exported
    assert exported.draft(POLICY.rule_text, QUESTION).holds_when == found.holds_when
    assert exported.bearing(POLICY.rule_text, QUESTION).answered == pytest.approx(
        bears.answered, abs=1e-3
    )
    longest = exported.room(QUESTION) - len(bears.chunks)
    assert exported.pieces(POLICY.rule_text.text) <= longest  # as it was just read
    answers = [each.answer for each in exported.tell(QUESTION, POLICY.stories[0].text, asked)]
    assert answers == [each.answer for each in told]
