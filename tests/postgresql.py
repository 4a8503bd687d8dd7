"""A real PostgreSQL server, where one is installed."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, text


@dataclass(frozen=True)
class Server:
    """A PostgreSQL server in a folder of its own, run by a user who is not root."""

    folder: Path
    programs: Path
    names: Iterator[int]

    @property
    def url(self) -> str:
        return f"postgresql+psycopg://e3@/postgres?host={self.folder}"

    def run(self, program: str, *arguments: str) -> None:
        data = ("-D", str(self.folder / "data"))
        with (self.folder / "printed").open("wb") as printed:
            done = subprocess.run(
                [self.programs / program, *data, *arguments],
                cwd=self.folder,
                check=False,
                stdin=subprocess.DEVNULL,
                stdout=printed,
                stderr=subprocess.STDOUT,
                **_as_someone(),
            )
        assert done.returncode == 0, (self.folder / "printed").read_text()

    def start(self) -> None:
        options = f"-k {self.folder} -c listen_addresses='' -c fsync=off"
        self.run("pg_ctl", "-w", "-l", str(self.folder / "log"), "-o", options, "start")

    def stop(self) -> None:
        self.run("pg_ctl", "-w", "-m", "fast", "stop")

    def fresh(self) -> str:
        """The URL of an empty schema."""
        schema = f"s{next(self.names)}"
        engine = create_engine(self.url)
        with engine.begin() as connection:
            connection.execute(text(f"CREATE SCHEMA {schema}"))
        engine.dispose()
        return f"{self.url}&options=-csearch_path%3D{schema}"

    def fresh_library(self, *, pgvector: bool) -> str:
        """The URL of a database without a library, whose vectors will be kept so."""
        from e3.library.postgresql import SCHEMA, PostgresStore  # noqa: PLC0415 - needs the driver

        engine = create_engine(self.url)
        with engine.begin() as connection:
            found = "SELECT FROM pg_available_extensions WHERE name = 'vector'"
            known = connection.execute(text(found)).first() is not None
            connection.execute(text(f"DROP SCHEMA IF EXISTS {SCHEMA} CASCADE"))
        engine.dispose()
        if pgvector and not known:
            pytest.skip("pgvector is not installed")
        if not pgvector:
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr("e3.library.postgresql._extended", lambda _: None)
                PostgresStore(self.url, create=True).close()
        return self.url


def _as_someone() -> dict[str, Any]:
    """PostgreSQL refuses to be run by root."""
    if os.geteuid() != 0:
        return {}
    known = {user.pw_name: user for user in pwd.getpwall()}
    user = known.get("postgres") or known["nobody"]
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


@contextmanager
def running_server() -> Iterator[Server]:
    """A server for as long as this lasts; the test is skipped where there can be none."""
    found = shutil.which("pg_ctl")
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"), key=str)
    if not found and not installed:
        pytest.skip("PostgreSQL is not installed")
    pytest.importorskip("psycopg", reason="the driver of PostgreSQL is not installed")
    programs = Path(found) if found else installed[-1]
    with tempfile.TemporaryDirectory(prefix="e3-postgresql-") as folder:
        someone = _as_someone()
        if someone:
            os.chown(folder, someone["user"], someone["group"])
        server = Server(Path(folder), programs.resolve().parent, count())
        server.run("initdb", "-A", "trust", "-U", "e3", "--encoding=UTF8", "--no-sync")
        server.start()
        yield server
        server.stop()
