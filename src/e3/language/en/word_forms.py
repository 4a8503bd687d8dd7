"""Forms of words that are the same word (lemmas and endings)."""

from __future__ import annotations

LEMMAS = {
    form: lemma
    for lemma, forms in {
        "be": "is are was were been being am re m isn aren wasn weren s",
        "have": "has had having ve haven hasn hadn",
        "do": "does did done doing don doesn didn",
        "not": "no t",
    }.items()
    for form in forms.split()
}
"""Of words whose forms are not alike."""

ENDINGS = frozenset(["s", "es", "d", "ed", "ing", "r", "er", "ly", "n", "al", "ty", "ies"])
