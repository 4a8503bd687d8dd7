"""Simulated people: who they are, what they say, and what interviews with them are worth."""

from dataclasses import replace

import pytest

from e3.corpus.corpus import Corpus
from e3.corpus.policies import human_spans_of, our_policies, trees_of
from e3.corpus.scenarios import Scenarios, told_in
from e3.corpus.sources import read_corpus
from e3.corpus.trees import Conclusion, DialogueTree, Inquiry
from e3.evaluation.people import Person, Topics, everybody, people
from e3.evaluation.simulation import Figures, figures, hold, hold_all
from e3.policy.answers import Answer, State
from e3.policy.policy import Policy, Story
from e3.policy.rule_text import RuleText
from e3.reading.conversation import Conversation, Decision, Reply, Rule, Support
from e3.text import Span, question_key

TEXT = "You may row if you can swim, and either\n* you own a boat, or\n* the lake is small."
SWIM, BOAT, LAKE = "Can you swim?", "Do you own a boat?", "Is the lake small?"
YES, NO = Conclusion(Answer.YES), Conclusion(Answer.NO)
TREE = DialogueTree(
    "t",
    RuleText(TEXT),
    "May I row?",
    Inquiry(SWIM, Inquiry(BOAT, YES, Inquiry(LAKE, YES, NO)), NO),
)
TOPICS = Topics(TREE, {})


def span(part: str) -> Span:
    return Span(TEXT.index(part), TEXT.index(part) + len(part))


class TreeReader:
    """Reads by the trees themselves; knows what stories settle, and shows by which words."""

    def __init__(self, corpus: Corpus) -> None:
        self.topics = {
            (tree.rule_text, tree.question): Topics(tree, corpus.human_spans[tree.tree_id])
            for tree in corpus.trees
        }
        told = told_in(corpus.rows)
        self.settles = {
            Conversation(tree.rule_text, tree.question, story.text): story.settles
            for tree in corpus.trees
            for story in corpus.scenarios_of(tree).stories or told.get(tree.tree_id, ())
        }

    def read(self, conversation: Conversation) -> Reply:
        topics = self.topics[conversation.rule_text, conversation.question]
        said = {}
        for place, turn in enumerate(conversation.history):
            about = topics.about(turn.question, None)
            assert about is not None
            said[question_key(about)] = (turn.answer, Support(turn=place))
        words = Support(scenario=Span(0, len(conversation.scenario)))
        told = {
            key: (answer, words)
            for key, answer in self.settles.get(replace(conversation, history=()), {}).items()
        }
        known = told | said
        node = topics.tree.advance(
            topics.tree.root, {key: answer for key, (answer, _) in known.items()}
        )[1]
        rules = tuple(
            Rule(topics.spans[question_key(question)], state, support=support, question=question)
            for question in topics.tree.questions
            for state, support in [_known(known.get(question_key(question)))]
        )
        if isinstance(node, Conclusion):
            return Reply(Decision(node.answer.value), 1.0, rules=rules)
        assert isinstance(node, Inquiry)
        asked = topics.tree.questions.index(node.question)
        return Reply(Decision.INQUIRE, 1.0, node.question, rules, asked)


def _known(known: tuple[Answer, Support] | None) -> tuple[State, Support | None]:
    if known is None:
        return State.UNKNOWN, None
    return State.MET if known[0] is Answer.YES else State.NOT_MET, known[1]


def test_everybody_is_there_once() -> None:
    found = list(people(TOPICS))
    assert len(found) == 8
    assert [person.conclusion for person in found].count(Answer.YES) == 3
    assert sorted(person.fewest for person in found) == [1, 1, 1, 1, 2, 2, 3, 3]


def test_a_story_fixes_what_it_settles_and_spares_its_questions() -> None:
    story = Story("I swim.", {question_key(SWIM): Answer.YES, question_key(LAKE): Answer.UNKNOWN})
    found = list(people(TOPICS, story))
    assert len(found) == 4
    assert sorted(person.fewest for person in found) == [1, 1, 2, 2]


@pytest.mark.parametrize(
    ("question", "rule", "about"),
    [
        ("Is it so?", "you own a boat", BOAT),
        ("Is it so?", "either\n* you own a boat", BOAT),
        ("Do you own a boat?", None, BOAT),
        ("Own a boat?", "You may row", BOAT),
        ("Do you like cheese?", None, None),
        ("Do you like cheese?", "You may row", None),
    ],
)
def test_what_a_question_is_about(question: str, rule: str | None, about: str | None) -> None:
    assert TOPICS.about(question, None if rule is None else span(rule)) == about


def test_of_two_questions_about_one_rule_the_words_tell_which() -> None:
    text = "You may row if you can swim or fly."
    tree = DialogueTree(
        "t",
        RuleText(text),
        "May I?",
        Inquiry("Can you swim?", YES, Inquiry("Can you fly?", YES, NO)),
    )
    assert Topics(tree, {}).about("Are you able to fly?", Span(12, 34)) == "Can you fly?"


def test_people_answer_a_negative_question_the_other_way_round() -> None:
    person = Person(TOPICS, dict.fromkeys(map(question_key, TREE.questions), Answer.YES))
    assert person.answer("Do you not swim?", SWIM) is Answer.NO
    assert person.answer("You can swim?", SWIM) is Answer.YES
    assert person.answer("Do you like cheese?", None) is Answer.UNKNOWN


class Always:
    def __init__(self, reply: Reply) -> None:
        self.reply = reply

    def read(self, conversation: Conversation) -> Reply:  # noqa: ARG002
        return self.reply


def test_what_an_interview_is_worth() -> None:
    everyone = list(people(TOPICS))
    says_no = [hold(Always(Reply(Decision.NO, 0.4)), person) for person in everyone]
    assert sum(each.is_right for each in says_no) == 5
    found = figures(says_no)
    assert (found.right, found.sure, found.right_where_not_sure) == (5 / 8, 0.0, 5 / 8)
    assert (found.questions, found.fewest, found.times_fewest) == (0.0, 14 / 8, 0.0)
    silent = figures([hold(Always(Reply(Decision.IRRELEVANT, 0.4)), p) for p in everyone])
    assert (silent.right, silent.not_answered, silent.cannot_tell) == (0.0, 1.0, 0.0)
    cheese = Reply(Decision.INQUIRE, 0.4, "Do you like cheese?")
    lost = figures([hold(Always(cheese), person) for person in everyone])
    assert (lost.cannot_tell, lost.off_topic, lost.redundant, lost.questions) == (
        1.0,
        1.0,
        0.0,
        1.0,
    )


def test_redundant_is_what_was_told_or_asked_before() -> None:
    story = Story("I swim.", {question_key(SWIM): Answer.YES})
    (person, *_) = people(TOPICS, story)
    asks = Always(Reply(Decision.INQUIRE, 0.4, SWIM, probabilities={Decision.YES: 0.2}))
    assert hold(asks, person).redundant == 1
    assert hold(asks, replace(person, story=None)).redundant == 0


def test_figures_of_trees_count_alike() -> None:
    (person, *_) = people(TOPICS)
    right = hold(Always(Reply(Decision.YES, 0.9)), person)
    wrong = replace(right, tree_id="other", is_right=False)
    found = figures([right, right, right, wrong])
    assert (found.right, found.right_by_tree) == (0.75, 0.5)


def policy(title: str) -> Policy:
    return next(each for each in our_policies() if each.title == title)


def perfect(with_scenario: bool) -> tuple[Figures, int]:
    chosen = [policy("Returning residents"), policy("Ambulance bills")]
    trees = [next(trees_of(each)) for each in chosen]
    both = list(zip(trees, chosen, strict=True))
    corpus = Corpus(
        "two",
        rows=(),
        trees=tuple(trees),
        scenarios={tree.tree_id: Scenarios(stories=_stories(each)) for tree, each in both},
        human_spans={tree.tree_id: human_spans_of(each) for tree, each in both},
    )
    everyone = everybody(corpus, with_scenario=with_scenario)
    done: list[int] = []
    held = hold_all(TreeReader(corpus), everyone, done.append)
    assert sum(done) == len(everyone)
    return figures(held), len(everyone)


def _stories(each: Policy) -> tuple[Story, ...]:
    first, second = each.rules[0], each.rules[1]
    return (
        Story(f"{each.title}: one thing is so.", {question_key(first.question): Answer.YES}),
        Story(
            f"{each.title}: two are not.",
            {question_key(r.question): Answer.NO for r in (first, second)},
        ),
    )


@pytest.mark.parametrize("with_scenario", [False, True])
def test_a_perfect_reader_is_always_right_and_never_redundant(with_scenario: bool) -> None:
    found, interviews = perfect(with_scenario)
    assert found.interviews == interviews > 8
    assert (found.right, found.right_by_tree, found.redundant, found.off_topic) == (1, 1, 0, 0)
    assert found.cannot_tell == found.not_answered == 0
    assert found.questions == found.fewest
    assert found.times_fewest == found.times_fewest_where_right == 1
    assert found.corrected == (0.0 if with_scenario else None)


@pytest.mark.parametrize("with_scenario", [False, True])
def test_nothing_but_the_reader_stands_between_our_policies_and_the_right_answers(
    with_scenario: bool,
) -> None:
    corpus = read_corpus("policies:evaluation")
    everyone = everybody(corpus, with_scenario=with_scenario)
    found = figures(hold_all(TreeReader(corpus), everyone, lambda _: None))
    assert (found.right, found.redundant, found.times_fewest) == (1.0, 0.0, 1.0)


def test_scenarios_are_those_that_were_written_or_else_those_of_the_rows() -> None:
    corpus = read_corpus("policies:evaluation")
    tree = next(tree for tree in corpus.trees if corpus.scenarios_of(tree).stories)
    told = {person.story.text for person in _of(corpus, tree) if person.story}
    assert told <= {story.text for story in corpus.scenarios_of(tree).stories}
    other = next(tree for tree in corpus.trees if not corpus.scenarios_of(tree).stories)
    scenarios = {row.conversation.scenario for row in corpus.rows if row.tree_id == other.tree_id}
    assert {person.story.text for person in _of(corpus, other) if person.story} <= scenarios


def _of(corpus: Corpus, tree: DialogueTree) -> list[Person]:
    return everybody(replace(corpus, trees=(tree,)), with_scenario=True)
