"""What an editor sends while somebody types on: the list that a key opens must come all the same."""

import json
from pathlib import Path

from lsp.wire import Message, Wire

URI = "untitled:typed"
LEFT = "A bridge is not built on the day it opens, and nobody counts the piles that sank. "
BY_A_KEY = {"triggerKind": 2, "triggerCharacter": "]"}


def type_at_end(wire: Wire, text: str, typed: str, version: int) -> str:
    """Type something behind a text, and return the new text."""
    end = {"line": 0, "character": len(text)}
    change = {"range": {"start": end, "end": end}, "text": typed}
    wire.notify(
        "textDocument/didChange", {"textDocument": {"uri": URI, "version": version}, "contentChanges": [change]}
    )
    return text + typed


def list_at_end(wire: Wire, text: str) -> int:
    """Ask, as an editor does by itself, for completions behind a text; return the id of the request."""
    end = {"line": 0, "character": len(text)}
    return wire.request("textDocument/completion", {"textDocument": {"uri": URI}, "position": end, "context": BY_A_KEY})


def open_letter(wire: Wire, text: str) -> str:
    """Open a document and return its text."""
    wire.notify(
        "textDocument/didOpen", {"textDocument": {"uri": URI, "languageId": "markdown", "version": 1, "text": text}}
    )
    return text


def labels(answer: Message) -> list[str]:
    """Return what a list offers; it must be one that is asked for again."""
    assert answer["result"]["isIncomplete"]
    return [item["label"] for item in answer["result"]["items"]]


def test_the_next_key_does_not_take_a_list_away(tmp_path: Path) -> None:
    """A change that comes while quotations are ranked leaves the answer as it is: the editor knows what still fits."""
    with Wire(tmp_path) as wire:
        wire.initialize()
        text = open_letter(wire, f"{LEFT}[Quote]")
        assert wire.ask("textDocument/hover", {"textDocument": {"uri": URI}, "position": {"line": 0, "character": 85}})
        for version in range(2, 30, 2):
            text = type_at_end(wire, text, " [Quote]", version)
            request = list_at_end(wire, text)
            text = type_at_end(wire, text, ".", version + 1)
            assert len(labels(wire.answer(request))) == 10


def test_while_a_model_loads_a_begun_placeholder_is_offered_whole(tmp_path: Path) -> None:
    """An editor that gets an empty list asks no more; with one item in it, it asks again with the next letter."""
    own = tmp_path / "data" / "epigraph" / "quotes.jsonl"
    own.parent.mkdir(parents=True)
    lines = (json.dumps({"text": f"Yeast rises {n} times, and the brewer counts each of them"}) for n in range(3000))
    own.write_text("\n".join(lines), encoding="utf-8")  # to encode them takes long
    with Wire(tmp_path) as wire:
        wire.initialize()
        assert labels(wire.answer(list_at_end(wire, open_letter(wire, f"{LEFT}[Quo")))) == ["[Quote]"]
