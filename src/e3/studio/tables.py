"""The tables as the studio asks for them; how they are made is in the journal's migrations."""

from __future__ import annotations

from sqlalchemy import column, table

drafts = table(
    "e3_drafts",
    column("id"),
    column("time"),
    column("head"),
    column("changed"),
    column("address"),
    column("published"),
    column("file"),
)
"""`head` is the revision that is shown, `changed` when that last became another."""

texts = table("e3_draft_texts", column("version"), column("text"))
"""The rule texts of revisions, each once."""

revisions = table(
    "e3_revisions",
    column("draft"),
    column("number"),
    column("parent"),
    column("text"),
    column("policy"),
    column("title"),
    column("edit"),
    column("what"),
    column("author"),
    column("time"),
    column("beside"),
)

versions = table(
    "e3_versions",
    column("draft"),
    column("number"),
    column("revision"),
    column("words"),
    column("author"),
    column("time"),
)

visits = table(
    "e3_visits",
    column("number"),
    column("interview"),
    column("draft"),
    column("version"),
    column("question"),
    column("outcome"),
    column("stands_at"),
    column("unknown"),
)
"""What is counted of an interview at a published address; it loses its id with the interview."""
