"""The tables as the journal asks for them; how they are made is in the migrations."""

from __future__ import annotations

from sqlalchemy import column, table

migrations = table("e3_migrations", column("number"))

policies = table("e3_policies", column("version"), column("text"), column("time"))

interviews = table(
    "e3_interviews",
    column("id"),
    column("policy"),
    column("time"),
    column("owner"),
    column("adopted"),
    column("events"),
    column("digest"),
)
"""The last two, how many events there are and the last one's digest, are all that ever changes."""

events = table(
    "e3_events",
    column("interview"),
    column("number"),
    column("event"),
    column("model"),
    column("time"),
    column("digest"),
)

requests = table(
    "e3_requests", column("key"), column("says"), column("interview"), column("events")
)
