"""All pages: what comes before an interview, the interview at each of its doors, the studio."""

from __future__ import annotations

from fastapi import APIRouter

from e3.serve.pages.interview_files import interview_files
from e3.serve.pages.interviews import interviews
from e3.serve.pages.library.routes import library
from e3.serve.pages.published import published
from e3.serve.pages.routes import pages
from e3.serve.pages.samples import sampled
from e3.serve.pages.studio.asking import asking
from e3.serve.pages.studio.comparing import comparing
from e3.serve.pages.studio.document import document
from e3.serve.pages.studio.drafts import drafts
from e3.serve.pages.studio.facts import facts
from e3.serve.pages.studio.publishing import publishing
from e3.serve.pages.studio.review import review
from e3.serve.pages.studio.trying import trying

_shown = APIRouter(include_in_schema=False)
for _at in ("/interviews", "/p/{address}/interviews", "/studio/{draft}/trial"):
    _shown.include_router(interviews, prefix=_at)
    _shown.include_router(interview_files, prefix=_at)

_STUDIO = (drafts, review, document, facts, asking, trying, publishing, comparing)

PAGES = (pages, sampled, library, published, *_STUDIO, _shown)
