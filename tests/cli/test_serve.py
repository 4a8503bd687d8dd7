"""`e3 serve`: in processes of its own."""

import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest
from tests.command_line import Run
from tests.patience import PATIENCE, until

from e3 import Answer
from e3.corpus.policies import our_policies
from e3.readers.heuristic.system import HeuristicSystem
from e3.serve.client import Client
from e3.serve.responses import AskStep

POLICY = "You may row if:\n* you can swim\n* you own a boat\n* you are 12\n* it does not rain"
ASKING = "May I row?"


@pytest.fixture
def model(tmp_path: Path) -> Path:
    HeuristicSystem().save(tmp_path / "model")
    (tmp_path / "model" / "README.md").write_text("# A card", encoding="utf-8")
    return tmp_path / "model"


@dataclass(frozen=True)
class Server:
    """A server that runs."""

    process: subprocess.Popen[str]
    address: str

    def stop(self, how: signal.Signals = signal.SIGTERM) -> str:
        """What it had to say for itself."""
        self.process.send_signal(how)
        _, logged = self.process.communicate(timeout=PATIENCE)
        return logged


@contextmanager
def served(model: Path, *options: str) -> Iterator[Server]:
    command = [sys.executable, "-m", "e3", "serve", "--port", "0", "--model", str(model)]
    process = subprocess.Popen(
        [*command, "--store", str(model.parent / "interviews.db"), *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.fullmatch(r"E3 is at (http://127\.0\.0\.1:\d+) \(Ctrl\+C stops it\)\n", line)
        assert found, line
        with Client(found[1], seconds=PATIENCE, tries=1000) as client:
            client.model()  # as soon as it answers
        yield Server(process, found[1])
    finally:
        process.kill()
        process.communicate()


def test_it_prints_its_address_and_ctrl_c_stops_it(model: Path) -> None:
    with served(model) as server:
        with Client(server.address) as client:
            card = client.model()
        logged = server.stop(signal.SIGINT)
    assert (card.name, card.system, card.card) == ("model", "heuristic", "# A card")
    assert server.process.returncode == 0
    assert '"event": "stopped"' in logged
    assert "Traceback" not in logged


def test_what_was_acknowledged_outlives_a_kill(model: Path) -> None:
    with served(model) as server, Client(server.address) as client:
        state = client.begin(POLICY, ASKING)
        state = client.answer(state.id, Answer.YES)
        server.stop(signal.SIGKILL)
    with served(model) as server, Client(server.address) as client:
        assert client.look(state.id) == state
        assert isinstance(state.step, AskStep)
        assert client.answer(state.id, Answer.NO, turn=state.turn).turn == 3


def counted(client: Client, begun: int) -> bool:
    figures = client._http.get("/metrics").text
    return f'route="/v1/interviews",status="201"}} {begun}.0' in figures


def test_workers_share_the_interviews_and_the_figures(model: Path) -> None:
    with served(model, "--workers", "2", "--rate", "0") as server:
        id = ""
        for number, policy in enumerate(our_policies()[:12]):
            # Each client has a connection of its own, which any worker may take.
            with Client(server.address) as client:
                question = policy.questions[0].question
                state = client.begin(policy, question)
                id = id or state.id
                assert client.look(id).id == id
                # A worker answers first and counts then, while another may be asked already.
                until(partial(counted, client, number + 1))
        server.stop()


@pytest.mark.parametrize(("options", "told"), [([], False), (["--proxy", "127.0.0.1"], True)])
def test_only_a_proxy_that_is_named_tells_who_asks(
    model: Path, monkeypatch: pytest.MonkeyPatch, options: list[str], told: bool
) -> None:
    """Who could say to be another every time would be limited by no rate."""
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "*")
    with served(model, "--rate", "20", *options) as server, Client(server.address) as client:
        answers = [
            client._http.get("/v1/model", headers={"X-Forwarded-For": f"10.0.0.{number}"})
            for number in range(30)
        ]
    refused = sum(answer.status_code == 429 for answer in answers)
    assert refused == 0 if told else refused > 5


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--host", "0.0.0.0"], "others can reach this address, so it needs keys: give them"),
        (["--keys", "none.txt"], "none.txt: there is no such file"),
        (["--model", "nowhere"], "nowhere: there is no such folder"),
        (["--store", "."], "this is a folder, a file is wanted"),
        (["--proxy", "*"], "a proxy is given by its address, such as 10.0.0.1, not '*'"),
        (["--host", "127.0.0.1.invalid", "--no-auth"], "can't serve at 127.0.0.1.invalid, port 8"),
    ],
)
def test_what_is_wrong_is_said_before_it_serves(
    run: Run, model: Path, tmp_path: Path, options: list[str], sentence: str
) -> None:
    given = ("--model", model, "--store", tmp_path / "i.db")
    ran = run("serve", *given, *options)  # what is said last counts
    assert ran.code == 2
    assert sentence in ran.err
    assert ran.out == ""


def test_a_port_that_is_taken(run: Run, model: Path, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        database = str(tmp_path / "i.db")
        ran = run("serve", "--model", model, "--store", database, "--port", str(port))
    assert ran.code == 2
    assert f"can't serve at 127.0.0.1, port {port}: Address already in use" in ran.err


def test_a_plain_install_says_what_is_missing(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["e3.cli.commands.serve"], "find_spec", lambda _: None)
    ran = run("serve")
    assert ran.code == 2
    assert (
        "Serving needs fastapi, which is not installed: pip install 'e3-reader[serve]'" in ran.err
    )
