"""What the API of the library is sent, and checks (request schemas)."""

from __future__ import annotations

from typing import Annotated

from pydantic import Base64Bytes, BeforeValidator, Field, StrictBool

from e3.serve.requests import Count, PolicyText, Question, Scenario, SentRequest, as_written
from e3.serve.settings import MOST_NAME

_MOST_FOUND = 50

Name = Annotated[
    str,
    Field(
        min_length=1,
        max_length=MOST_NAME,
        pattern=r"^[^\x00-\x1f\x7f]*[^\s\x00-\x1f\x7f][^\x00-\x1f\x7f]*$",
        description="What it is called; what was sent under the same name is replaced.",
    ),
]


class TextRequest(SentRequest):
    """A text for the library."""

    title: Name
    text: PolicyText


class FileRequest(SentRequest):
    """A file for the library."""

    name: Name
    data: Annotated[
        Base64Bytes,
        Field(description="Its bytes in base64: PDF, DOCX, HTML, Markdown or text in UTF-8."),
    ]


class SearchRequest(SentRequest):
    """A question to find passages for."""

    question: Question
    scenario: Scenario = ""
    document: Annotated[Count | None, Field(description="Search this document alone.")] = None
    most: Annotated[int, Field(strict=True, ge=1, le=_MOST_FOUND), BeforeValidator(as_written)] = 5


class AskRequest(SentRequest):
    """A question to be interviewed about."""

    question: Question
    scenario: Scenario = ""
    document: Annotated[
        Count | None, Field(description="The document that is meant, where several could be.")
    ] = None
    unchecked: Annotated[
        StrictBool,
        Field(description="Ask the document itself, also where somebody has checked answers."),
    ] = False


class DocumentDraftRequest(SentRequest):
    """A question that a draft over a document shall answer."""

    question: Question
