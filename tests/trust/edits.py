"""Random edits, applied by the server's store of documents and by slicing a plain string, which must agree."""

import json
import random
from collections.abc import Iterator

from lsprotocol import types

from epigraph.lsp.documents import Documents
from lsp.columns import span

_URI = "untitled:fuzzed"
_LONGEST = 400  # characters; then the document starts anew
# what columns and line ends trip over: every width in UTF-8 and UTF-16, joiners, all line ends and what is none
_PIECES = (
    *("a", "é", "老", "𠮷", "😀", "👩‍👧", "e\u0301", "\u200f", "\ufeff", "\x00", "\ufffd", "\t", " "),
    *("\n", "\r\n", "\r", "\u2028", "\u2029", "\x85", "\x0b", "\x0c", "[Quote]", "Three words more. ", "", ""),
    *("\ud83d", "\ude00", "\udfff\ud800"),
)


def check_edits(count: int, seed: int) -> int:
    """Apply edits in all three encodings and return how many; the first difference is an AssertionError."""
    chance = random.Random(seed)  # noqa: S311 - the same edits with each run
    done = 0
    while done < count:
        encoding = chance.choice(list(types.PositionEncodingKind))
        documents = Documents(encoding)
        opened = _whole(_sent(chance, chance.randrange(40)))
        documents.open(types.TextDocumentItem(_URI, "markdown", 0, opened))
        for version, (changes, text) in enumerate(_messages(chance, opened, encoding.value), start=1):
            document = documents.change(types.VersionedTextDocumentIdentifier(version, _URI), changes)
            assert document
            assert (document.text, document.version) == (text, version), f"seed {seed}, {encoding}, after {changes!a}"
            done += len(changes)
    return done


def _messages(
    chance: random.Random, text: str, encoding: str
) -> Iterator[tuple[list[types.TextDocumentContentChangeEvent], str]]:
    """Yield the changes of one message, each counted from what the one before it left, and the text after them."""
    while len(text) < _LONGEST:
        changes: list[types.TextDocumentContentChangeEvent] = []
        for _ in range(chance.choice((1, 1, 1, 2, 5))):
            new = _sent(chance, chance.choice((0, 1, 1, 2, 8)))
            start, end = _nameable(chance, text)
            changes.append(types.TextDocumentContentChangePartial(span(text, start, end, encoding), new))
            text = text[:start] + _whole(new) + text[end:]
        yield changes, text


def _nameable(chance: random.Random, text: str) -> tuple[int, int]:
    """Choose two offsets near each other; between CR and LF is none that a client can name."""
    start = chance.randint(0, len(text))
    ends = (start, min(len(text), start + chance.choice((0, 0, 1, 3, 30))))
    first, last = (at - 1 if text[at - 1 : at + 1] == "\r\n" else at for at in ends)
    return first, last


def _sent(chance: random.Random, pieces: int) -> str:
    """Return some text as it comes out of JSON, which joins the halves of a pair that stand side by side."""
    text: str = json.loads(json.dumps("".join(chance.choices(_PIECES, k=pieces))))
    return text


def _whole(text: str) -> str:
    """Return a text with a replacement character for each half of a surrogate pair."""
    return "".join("\ufffd" if "\ud800" <= char <= "\udfff" else char for char in text)
