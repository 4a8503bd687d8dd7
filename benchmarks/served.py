"""A server in a process of its own that is killed, stopped and started again: for benchmarks."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from e3.serve.client import Client


class Server:
    """`e3 serve` on a port that was free, which it keeps."""

    def __init__(
        self, store: str, log: Path, *, model: str | None = None, workers: int = 1
    ) -> None:
        self._options = [
            *(() if model is None else ("--model", model)),
            *("--store", store, "--rate", "0"),
            *("--workers", str(workers), "--waiting", "1000"),
        ]
        self.log = log
        self.port = 0  # any that is free
        self._process = self._start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def _start(self) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "e3", "serve", "--port", str(self.port), *self._options]
        with self.log.open("a", encoding="utf-8") as log:
            process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
        assert process.stdout is not None
        said = process.stdout.readline()  # E3 is at ADDRESS (Ctrl+C stops it)
        if not said:
            raise RuntimeError(f"the server does not start: {self.log.read_text()}")
        self.port = urlsplit(said.split()[3]).port or self.port
        with Client(self.address, tries=1000) as client:
            client.model()
        return process

    def kill_and_restart(self) -> None:
        """As when the power fails, for the process alone."""
        self._process.kill()
        self._gone()
        self._process = self._start()

    def restart(self) -> None:
        """As for a new version."""
        self.stop()
        self._process = self._start()

    def stop(self) -> None:
        self._process.send_signal(signal.SIGTERM)
        self._gone()

    def _gone(self) -> None:
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._process.wait()

    def resident(self) -> int:
        """The bytes of memory that its first process holds now."""
        status = Path(f"/proc/{self._process.pid}/status").read_text(encoding="utf-8")
        kilobytes = next(line for line in status.splitlines() if line.startswith("VmRSS:"))
        return int(kilobytes.split()[1]) * 1024


@contextmanager
def served(
    store: str, log: Path, *, model: str | None = None, workers: int = 1
) -> Iterator[Server]:
    """A server, for as long as it is wanted."""
    server = Server(store, log, model=model, workers=workers)
    try:
        yield server
    finally:
        server.stop()
