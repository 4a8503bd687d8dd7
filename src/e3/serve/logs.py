"""Logs a line of JSON a request, with nothing in it that a person told or that opens an interview.

Addresses hold the ids of interviews, so routes are logged without them; messages of exceptions
may hold texts, so only their kinds and places are.
"""

from __future__ import annotations

import json
import logging
import sys
import traceback
from datetime import UTC, datetime
from typing import Any, TextIO

from e3.harmless import harmless_json

log = logging.getLogger("e3.serve")


class JsonLines(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage() if record.exc_info is None else "failed",
            **getattr(record, "details", {}),
        }
        if record.exc_info and record.exc_info[1] is not None:
            line["error"] = type(record.exc_info[1]).__name__
            frames = traceback.extract_tb(record.exc_info[2])
            line["at"] = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames[-8:]]
        return harmless_json(json.dumps(line, ensure_ascii=False))


def to_lines(stream: TextIO | None = None) -> None:
    """Sends our logs and those of the server to a stream, as lines of JSON."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines())
    for name, level in (("e3.serve", logging.INFO), ("uvicorn", logging.WARNING)):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.setLevel(level)
        logger.propagate = False
    # It would write down every address.
    logging.getLogger("uvicorn.access").disabled = True


def note(event: str, *, level: int = logging.INFO, **details: Any) -> None:
    """Writes a line."""
    log.log(level, event, extra={"details": details})


def failed(error: BaseException, **details: Any) -> None:
    """Writes a line about what is our fault."""
    log.error("failed", exc_info=error, extra={"details": details})
