"""A file that is edited in the studio: read once, and written back with every change."""

from __future__ import annotations

from pathlib import Path
from threading import Lock

from e3.errors import BadInput
from e3.files import read_bytes, write_whole
from e3.language.en import studio as words
from e3.policy.parsing import is_yaml, read_policy
from e3.policy.writing import as_json, as_yaml
from e3.studio.drafts import Drafts
from e3.studio.stored import Draft


class ReviewedFile:
    """The file of a draft. What another program writes to it meanwhile is not overwritten."""

    def __init__(self, path: Path, draft: str, content: bytes) -> None:
        self._path = path
        self._content = content
        self._lock = Lock()
        self.draft = draft
        """The id of the draft that the policy in the file is."""

    @classmethod
    def opened(cls, path: Path, drafts: Drafts) -> ReviewedFile:
        """Takes a file into the studio; one that was there before has its history still."""
        content, policy = read_bytes(path), read_policy(path)
        name = str(path.resolve())
        draft = drafts.of_file(name)
        if draft is None:
            draft = drafts.create(policy, what=words.FROM_FILE, file=name)
        elif draft.policy != policy:
            draft = drafts.replace(draft.id, policy, base=draft.revision, what=words.FROM_FILE)
        return cls(path, draft.id, content)

    def write(self, draft: Draft) -> None:
        """Writes the file anew, whole or not at all, if it is this draft's that was saved."""
        if draft.id != self.draft:
            return
        text = as_yaml(draft.policy) if is_yaml(self._path) else as_json(draft.policy)
        with self._lock:
            if read_bytes(self._path) != self._content:
                raise BadInput(
                    "this file was changed elsewhere and is left as it is; the change is kept in"
                    " the studio, and `e3 review` takes the file as it is now",
                    source=str(self._path),
                )
            write_whole(self._path, [text])
            self._content = text.encode()
