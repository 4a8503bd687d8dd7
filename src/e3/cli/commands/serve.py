"""`e3 serve`: interviews on the web."""

from __future__ import annotations

from importlib.util import find_spec
from ipaddress import ip_address

import click

from e3.cli.journals import default_store
from e3.cli.libraries import encoder_option
from e3.cli.models import MODEL
from e3.cli.output import echo
from e3.errors import BadInput, MissingExtra

_PACKAGES = ("fastapi", "jinja2", "prometheus_client", "sqlalchemy", "uvicorn")


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to serve at.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    help="Its port; 0 takes one that is free.",
)
@click.option(
    "--host-name",
    "host_names",
    multiple=True,
    metavar="NAME",
    help="A name that people reach it by, such as that of a proxy before it; may be given several"
    " times. It answers to this machine's names and its own address alone, and to these.",
)
@click.option("--model", metavar="RUN", help=MODEL)
@click.option(
    "--store",
    "database",
    envvar="E3_STORE",
    default=default_store,
    show_default="interviews.db in your folder for E3, or E3_STORE",
    metavar="FILE|URL",
    help="Where interviews are kept: an SQLite file, or a database's URL"
    " (postgresql://user@host/name).",
)
@click.option(
    "--library",
    envvar="E3_LIBRARY",
    metavar="FILE|URL",
    help="The library of documents that people may ask, search and change: an SQLite file, or a"
    " PostgreSQL database's URL; E3_LIBRARY can name it, too. [default: none]",
)
@encoder_option
@click.option(
    "--keys",
    metavar="FILE",
    help="API keys, one a line; E3_API_KEYS can hold them too. People sign in with them.",
)
@click.option("--no-auth", is_flag=True, help="No keys, although others can reach the address.")
@click.option("--no-pages", is_flag=True, help="The API alone, without pages for people.")
@click.option(
    "--proxy",
    "proxies",
    metavar="ADDRESS",
    multiple=True,
    help="A proxy that is believed when it tells who asks (X-Forwarded-For, -Proto). May be given"
    " several times.",
)
@click.option(
    "--workers",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="Processes, each with a model of its own; they share the database.",
)
@click.option(
    "--rate",
    type=click.FloatRange(min=0),
    default=600,
    show_default=True,
    metavar="N",
    help="Requests a minute from each key or address, for each worker; 0 for any number.",
)
@click.option(
    "--waiting",
    type=click.IntRange(min=1),
    default=256,
    show_default=True,
    metavar="N",
    help="Turns that may wait in each worker; the next is told to come back (503).",
)
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True),
    default=30,
    show_default=True,
    metavar="N",
    help="How long a request may take.",
)
def serve(
    *,
    host: str,
    port: int,
    host_names: tuple[str, ...],
    model: str | None,
    database: str,
    library: str | None,
    encoder: str | None,
    keys: str | None,
    no_auth: bool,
    no_pages: bool,
    proxies: tuple[str, ...],
    workers: int,
    rate: float,
    waiting: int,
    seconds: float,
) -> None:
    """Serves interviews on the web: pages for people, and an API for programs.

    Open the address that it prints. The API is described at /docs there. It logs a line of JSON a
    request to standard error, with nothing in it that people tell. Ctrl+C stops it, and turns
    that are being taken are finished first.

    On this machine alone (127.0.0.1) nobody needs a key. At any other address the API and the pages
    do, unless you say --no-auth. Each key has its own interviews, and does not see those of others.

    \b
    e3 serve
    e3 serve --model runs/e3-0 --host 0.0.0.0 --keys keys.txt --workers 2
    e3 serve --host 0.0.0.0 --host-name e3.example.org --keys keys.txt
    e3 serve --library library.db
    e3 serve --store postgresql://e3@db/e3 --library postgresql://e3@db/e3
    """
    check_packages()
    from e3.serve.keys import Keys  # noqa: PLC0415 - a plain install has no web server
    from e3.serve.launch import is_local  # noqa: PLC0415
    from e3.serve.launch import serve as run  # noqa: PLC0415
    from e3.serve.settings import Limits, Settings  # noqa: PLC0415

    settings = Settings(
        model=model,
        database=database,
        library=library,
        encoder=encoder,
        keys=keys,
        needs_key=not no_auth and (bool(Keys.given(keys)) or not is_local(host)),
        host_names=host_names,
        pages=not no_pages,
        proxies=tuple(map(_address, proxies)),
        limits=Limits(rate=rate, waiting=waiting, seconds=seconds),
    )
    run(
        settings,
        host=host,
        port=port,
        workers=workers,
        said=lambda address: echo(f"E3 is at {address} (Ctrl+C stops it)"),
    )


def check_packages() -> None:
    """Says what is missing before a server can be run."""
    for package in _PACKAGES:
        if find_spec(package) is None:
            raise MissingExtra(package, "serve", "Serving")


def _address(proxy: str) -> str:
    """The address of a proxy: to believe all would be to believe whoever asks."""
    try:
        return str(ip_address(proxy))
    except ValueError:
        raise BadInput(
            f"a proxy is given by its address, such as 10.0.0.1, not {proxy!r}"
        ) from None
