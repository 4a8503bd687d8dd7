import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="needs e3-reader[train]")

import torch

from e3.language.en.sentences import as_sentence
from e3.networks.packed import pick_batches
from e3.policy.answers import Answer
from e3.policy.rule_text import RuleText
from e3.readers.seq2seq.examples import (
    END,
    FIRST_WORD,
    MAX_REPLY,
    PADDING,
    SPECIAL_WORDS,
    START,
    UNKNOWN,
    Seq2SeqBatch,
    Seq2SeqSet,
    Vocabulary,
    make_example,
    source_words,
    words_of,
)
from e3.readers.seq2seq.network import Seq2SeqNetwork, Step, decided, distribution, log_likelihood
from e3.readers.seq2seq.system import Seq2SeqSystem
from e3.reading.conversation import Conversation, Decision, Turn

CPU = torch.device("cpu")

SWIM = RuleText("You may row on the lake if you swim.")
BOAT = RuleText("# Boats\n* own a catamaran\n* are a resident")


def turn(question: str, answer: Answer = Answer.YES) -> Turn:
    return Turn(question, answer)


ROWS = [
    (Conversation(SWIM, "May I row?"), "Do you swim?"),
    (Conversation(SWIM, "May I row?", "", (turn("Do you swim?"),)), "Yes"),
    (Conversation(SWIM, "May I row?", "", (turn("Do you swim?", Answer.NO),)), "No"),
    (Conversation(SWIM, "Is the moon far?"), "Irrelevant"),
    (Conversation(SWIM, "May I row?", "I swim each day."), "Yes"),
    (Conversation(BOAT, "Can I moor?"), "Do you own a catamaran?"),
    (Conversation(BOAT, "Can I moor?", "", (turn("Do you own a catamaran?", Answer.NO),)), "No"),
    (
        Conversation(BOAT, "Can I moor?", "", (turn("Do you own a catamaran?"),)),
        "Are you a resident?",
    ),
    (Conversation(BOAT, "Is the moon far?"), "Irrelevant"),
    (Conversation(BOAT, "Can I moor?", "I own a catamaran and live here."), "Yes"),
]


def vocabulary() -> Vocabulary:
    """What the rows say, but for "catamaran", which they can only copy."""
    words = Vocabulary.of(ROWS, most=1000).words
    return Vocabulary(tuple(word for word in words if word != "catamaran"))


def network(words: Vocabulary, *, width: int = 16, dropout: float = 0.0) -> Seq2SeqNetwork:
    torch.manual_seed(0)
    return Seq2SeqNetwork(torch.randn(len(words), 12), width=width, dropout=dropout).eval()


def batch(words: Vocabulary, rows: Sequence[tuple[Conversation, str]]) -> Seq2SeqBatch:
    examples = Seq2SeqSet([make_example(words, *row) for row in rows], CPU)
    return examples.batch(
        next(pick_batches([np.arange(len(rows))], examples.lengths, CPU, pad_to=8))
    )


@pytest.fixture(scope="module")
def trained() -> Seq2SeqSystem:
    words = vocabulary()
    torch.manual_seed(0)
    learner = Seq2SeqNetwork(0.1 * torch.randn(len(words), 24), width=32, dropout=0.0)
    optimizer = torch.optim.Adam(learner.parameters(), lr=1e-2)
    rows = batch(words, ROWS)
    for _ in range(300):
        optimizer.zero_grad()
        learner(rows).backward()
        optimizer.step()
    return Seq2SeqSystem(learner, words, CPU)


def test_numbers_and_hyphens_stay_whole_and_sentences_come_back() -> None:
    said = "Do you, a self-employed person, earn £16,000.50 (or more)?"
    words = words_of(said)
    assert words[3:6] == ["a", "self-employed", "person"]
    assert "16,000.50" in words
    assert as_sentence(words) == "Do you, a self-employed person, earn £ 16,000.50 ( or more)?"
    assert words_of(as_sentence(words)) == words


def test_a_source_is_all_that_is_given() -> None:
    conversation = Conversation(SWIM, "May I?", "I swim.", (turn("Are you old?", Answer.NO),))
    expected = "you may row on the lake if you swim . <question> may i ? <scenario> i swim ."
    assert source_words(conversation) == [*expected.split(), *"<turn> are you old ? no".split()]


def test_the_vocabulary_has_the_commonest_words_of_texts_that_differ() -> None:
    always = (*SPECIAL_WORDS, "yes", "no", "irrelevant")
    told = Conversation(RuleText("a b c"), "a b", "a d", (turn("a yes"), turn("a yes")))
    rows = [(told, "Yes"), (told, "No")]
    assert Vocabulary.of(rows, most=10).words == (*always, "a", "b")
    assert Vocabulary.of(rows, most=1).words == (*always, "a")


def test_unknown_words_are_numbered_behind_the_vocabulary_in_their_source() -> None:
    words = Vocabulary((*SPECIAL_WORDS, "you"))
    example = make_example(words, Conversation(RuleText("swim row swim"), ""), "You row fast")
    size = len(words)
    assert example.unknown == ("swim", "row")
    assert example.source[:3] == (size, size + 1, size)
    assert example.reply == (size - 1, size + 1, UNKNOWN, END)
    assert words.said(example.reply[:2], example.unknown) == ["you", "row"]


def test_an_unknown_word_is_read_as_unknown() -> None:
    words = vocabulary()
    ids = torch.tensor([UNKNOWN, len(words), len(words) + 9])
    one, *others = network(words).embed(ids)
    assert all(torch.equal(one, other) for other in others)


def test_a_long_reply_is_cut_and_still_ends() -> None:
    example = make_example(vocabulary(), Conversation(SWIM, ""), "swim " * 100)
    assert len(example.reply) == MAX_REPLY
    assert example.reply[-1] == END


def test_the_mixture_worked_by_hand() -> None:
    # A vocabulary of seven special words and one other, a source "seven, nine, nine, padding".
    source = torch.tensor([[7, 9, 9, PADDING]])
    generated = torch.full((1, 1, 8), 0.05)
    generated[..., 7] = 0.65
    attention = torch.tensor([[[0.5, 0.2, 0.3, 0.0]]])
    step = Step(generated.log(), attention.log(), torch.tensor([[[math.log(0.25 / 0.75)]]]))
    whole = distribution(step, source)[0, 0]
    assert whole.sum().item() == pytest.approx(1.0)
    assert whole[7].item() == pytest.approx(0.25 * 0.65 + 0.75 * 0.5)
    assert whole[9].item() == pytest.approx(0.75 * (0.2 + 0.3))
    assert whole[8].item() == whole[10].item() == 0.0
    assert whole[END].item() == pytest.approx(0.25 * 0.05)
    for word in (7, 9, END):
        alone = log_likelihood(step, source, torch.tensor([[word]])).exp()
        assert alone.item() == pytest.approx(whole[word].item(), rel=1e-5)


def test_the_likelihood_is_the_log_of_the_distribution() -> None:
    words = vocabulary()
    one = batch(words, ROWS)
    model = network(words)
    encoded, state = model.encode(one.source)
    step, _ = model.decode(encoded, one.reply, state)
    whole = distribution(step, one.source)
    assert torch.allclose(whole.sum(dim=-1), torch.ones(whole.shape[:2]), atol=1e-5)
    wanted = whole.gather(-1, one.reply[..., None]).squeeze(-1)
    said = one.reply != PADDING
    found = log_likelihood(step, one.source, one.reply).exp()
    assert torch.allclose(found[said], wanted[said], atol=1e-6)


def test_padding_changes_nothing() -> None:
    words = vocabulary()
    model = network(words)
    alone = [model(batch(words, [row])).item() for row in ROWS]
    assert model(batch(words, ROWS)).item() == pytest.approx(sum(alone) / len(alone), rel=1e-5)
    together, chances = model.greedy(batch(words, ROWS).source, 8)
    for row, ids, each in zip(ROWS, together, chances, strict=True):
        own, own_chances = model.greedy(batch(words, [row]).source, 8)
        assert own[0].tolist() == ids.tolist()
        assert torch.allclose(own_chances[0], each, atol=1e-6)


def test_the_encoder_is_a_bidirectional_lstm() -> None:
    words = vocabulary()
    model = network(words)
    whole = torch.nn.LSTM(12, 16, batch_first=True, bidirectional=True)
    for suffix, part in (("", model.forwards), ("_reverse", model.backwards)):
        for name, weight in part.named_parameters():
            getattr(whole, name + suffix).data.copy_(weight)
    source = batch(words, ROWS).source
    encoded, _ = model.encode(source)
    for row, states in zip(source, encoded.states, strict=True):
        length = int((row != PADDING).sum())
        expected, _ = whole(model.embed(row[None, :length]))
        assert torch.allclose(states[:length], expected[0], atol=1e-6)


def test_greedy_says_what_teacher_forcing_finds_likeliest() -> None:
    words = vocabulary()
    model = network(words)
    source = batch(words, ROWS).source
    said, chances = model.greedy(source, 6)
    encoded, state = model.encode(source)
    before = torch.cat([torch.full_like(said[:, :1], START), said[:, :-1]], dim=1)
    step, _ = model.decode(encoded, before, state)
    whole = distribution(step, source)
    whole[..., :END] = 0.0
    whole[:, 0] = decided(whole[:, 0])
    best, likeliest = whole.max(dim=-1)
    assert said.tolist() == likeliest.tolist()
    assert torch.allclose(chances, best, atol=1e-6)


def test_a_question_is_asked_if_all_its_first_words_are_likelier_than_a_conclusion() -> None:
    first = torch.zeros(2, FIRST_WORD + 3)
    first[:, END] = 0.1
    first[0, END + 1], first[0, FIRST_WORD:] = 0.4, torch.tensor([0.15, 0.2, 0.15])
    first[1, END + 2], first[1, FIRST_WORD:] = 0.5, torch.tensor([0.1, 0.1, 0.2])
    assert decided(first).argmax(dim=-1).tolist() == [FIRST_WORD + 1, END + 2]
    assert decided(first)[:, : END + 1].sum() == 0


def test_no_special_word_is_said_and_no_reply_is_empty() -> None:
    words = vocabulary()
    model = network(words)
    model.bias.data[: len(SPECIAL_WORDS)] = 100.0
    replies = Seq2SeqSystem(model, words, CPU).read([conversation for conversation, _ in ROWS])
    assert all(reply.decision is Decision.INQUIRE and reply.question for reply in replies)
    assert not any("<" in (reply.question or "") for reply in replies)


def test_gradients_reach_every_weight() -> None:
    words = vocabulary()
    model = network(words, dropout=0.1).train()
    model(batch(words, ROWS)).backward()
    for name, weight in model.named_parameters():
        assert weight.grad is not None, name
        assert torch.isfinite(weight.grad).all(), name
        assert weight.grad.abs().sum() > 0, name


def test_the_loss_holds_in_half_precision() -> None:
    words = vocabulary()
    model = network(words)
    rows = batch(words, ROWS)
    exact = model(rows).item()
    with torch.autocast("cpu", torch.bfloat16):
        loss = model(rows)
    loss.backward()
    assert loss.dtype == torch.float32
    assert loss.item() == pytest.approx(exact, rel=0.02)
    gradients = [weight.grad for weight in model.parameters()]
    assert all(each is not None and torch.isfinite(each).all() for each in gradients)


def test_ten_rows_are_learned_with_a_word_that_is_only_copied(trained: Seq2SeqSystem) -> None:
    assert "catamaran" not in trained.vocabulary.words
    replies = trained.read([conversation for conversation, _ in ROWS])
    assert [reply.question or reply.decision.value.capitalize() for reply in replies] == [
        reply for _, reply in ROWS
    ]
    assert all(0.5 < reply.confidence <= 1.0 for reply in replies)


def test_a_word_never_seen_is_copied(trained: Seq2SeqSystem) -> None:
    text = BOAT.text.replace("catamaran", "trimaran")
    reply = trained.read([Conversation(RuleText(text), "Can I moor?")])[0]
    assert reply.question == "Do you own a trimaran?"


def test_a_saved_system_gives_the_same_replies(trained: Seq2SeqSystem, tmp_path: Path) -> None:
    conversations = [conversation for conversation, _ in ROWS]
    trained.save(tmp_path / "run")
    loaded = Seq2SeqSystem.load(tmp_path / "run", CPU)
    assert loaded.read(conversations) == trained.read(conversations)


@pytest.mark.parametrize("text", ["", " \n ", "\N{SNOWMAN}", "word " * 3000])
def test_odd_texts_are_read(text: str) -> None:
    words = vocabulary()
    system = Seq2SeqSystem(network(words), words, CPU)
    odd = Conversation(RuleText(text), text[:20], text, (turn(text),))
    for reply in system.read([odd, *(conversation for conversation, _ in ROWS)]):
        assert 0.0 <= reply.confidence <= 1.0
    assert system.read([]) == []
    assert len(system.read([Conversation(RuleText(""), "")])) == 1


def test_the_same_seed_gives_the_same_training() -> None:
    words = vocabulary()

    def losses() -> list[float]:
        model = network(words, dropout=0.3).train()
        optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
        found = []
        for _ in range(3):
            optimizer.zero_grad()
            loss = model(batch(words, ROWS))
            loss.backward()
            optimizer.step()
            found.append(loss.item())
        return found

    assert losses() == losses()
