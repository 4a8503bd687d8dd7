"""Runs the application: in this process, or in several that share the database."""

from __future__ import annotations

import os
import socket
import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from ipaddress import ip_address
from typing import Any

import uvicorn

from e3.errors import BadInput
from e3.interview.journal import Journal
from e3.serialise import to_json
from e3.serve import logs, prometheus
from e3.serve.app import SETTINGS, create_app
from e3.serve.connections import Connection
from e3.serve.hosts import Hosts
from e3.serve.keys import Keys
from e3.serve.served_model import Model
from e3.serve.settings import Settings
from e3.studio.drafts import Saved


def serve(
    settings: Settings,
    *,
    host: str,
    port: int,
    workers: int,
    said: Callable[[str], object],
    saved: Saved = lambda _: None,
) -> None:
    """Serves until it is stopped; `said` is told the address once it can be visited.

    `saved` is told of drafts that are saved in the studio, where there is one worker.
    """
    if not _is_address(host):
        settings = replace(settings, host_names=(*settings.host_names, host))
    # What is wrong with the keys, the model or the database is said before anything begins.
    Keys.wanted(settings)
    Hosts.named(settings.host_names)
    model = Model.load(settings.model)
    Journal.open(settings.database).close()
    bound = _bound(host, port)
    logs.to_lines()
    port = bound.getsockname()[1]
    address = _address(host, port)
    options = _options(settings)
    if workers == 1:
        said(address)
        config = uvicorn.Config(create_app(settings, model, saved), **options)
        with suppress(KeyboardInterrupt):  # it has stopped already
            uvicorn.Server(config).run(sockets=[bound])
        return
    bound.close()  # several processes: the one above them binds it
    del model  # each has its own
    with tempfile.TemporaryDirectory(prefix="e3-metrics-") as folder:
        os.environ[prometheus.FOLDER] = folder
        os.environ[SETTINGS] = to_json(settings)
        said(address)
        application = "e3.serve.app:create_worker"
        uvicorn.run(application, factory=True, host=host, port=port, workers=workers, **options)


def is_local(host: str) -> bool:
    """Whether only this machine can reach that address."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def _options(settings: Settings) -> dict[str, Any]:
    return {
        "log_config": None,
        "access_log": False,
        "server_header": False,
        "http": Connection,
        "ws": "none",
        **_proxies(settings),
        # Turns that are being taken are finished first.
        "timeout_graceful_shutdown": int(settings.limits.seconds) + 1,
    }


def _proxies(settings: Settings) -> dict[str, Any]:
    """Who else says from where a request comes (X-Forwarded-For, -Proto) is not believed."""
    return {
        "proxy_headers": bool(settings.proxies),
        "forwarded_allow_ips": list(settings.proxies),
    }


def _bound(host: str, port: int) -> socket.socket:
    """A socket of that address, where who comes early waits; 0 is any port that is free."""
    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        return socket.create_server(address, family=family)
    except OSError as error:
        # For a port that is taken Python adds the address, which has been said.
        why = os.strerror(error.errno) if error.errno and error.errno > 0 else error.strerror
        raise BadInput(f"can't serve at {host}, port {port}: {why}") from None


def _address(host: str, port: int) -> str:
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}"
