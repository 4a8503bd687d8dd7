"""The service: interviews do not wait for each other, and its modules need no torch."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Barrier

from tests.interview.rowing import StoryReader, rowing
from tests.patience import PATIENCE
from tests.serve.policies import RowingDrafter

from e3.interview.journal import Journal
from e3.reading.conversation import Conversation, Reply
from e3.serve.service import Beginning, Service

pytest_plugins = ("tests.serve.fixtures",)


@dataclass
class Together(StoryReader):
    """Reads only when two ask at the same time."""

    both: Barrier = field(default_factory=lambda: Barrier(2))

    def read(self, conversation: Conversation) -> Reply:
        self.both.wait(PATIENCE)
        return super().read(conversation)


def test_nobody_waits_for_the_reading_of_another(database: str) -> None:
    journal = Journal.open(database)
    service = Service(Together(), RowingDrafter(), journal, "m")
    stories = ("I swim well.", "I swim well, and often.")
    with ThreadPoolExecutor(2) as pool:
        starts = [Beginning(rowing(), "May I row?", story) for story in stories]
        begun = list(pool.map(service.begin, starts))
    assert {kept.turn for kept in begun} == {1}
    journal.close()


def test_a_server_imports_no_torch() -> None:
    code = "import sys; sys.modules['torch'] = None; import e3.serve.launch, e3.serve.client"
    subprocess.run([sys.executable, "-c", code], check=True)
