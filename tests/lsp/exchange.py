"""Print what editor and server say to each other at one English and one Chinese placeholder: docs/exchange.md."""

import json
import sys
import tempfile
from pathlib import Path

from lsprotocol import converters

from lsp.capabilities import capabilities_of
from lsp.wire import Message, Wire

ENGLISH = "Nobody counts the piles that sank before the bridge stood. [Quote] So keep the workshop one more winter.\n"
CHINESE = "爷爷没有讲大道理，只给我看他年轻时修水渠的照片。[引用]我忽然觉得那张卷子没有那么可怕了。\n"
_SHOWN = 2  # items of a list

_HEAD = """# A recorded exchange

Made by `make exchange`, with the capabilities of VS Code. Of longer lists the first two items are shown.
[language-server.md](language-server.md) tells what the messages mean.
"""


def main() -> None:
    """Print the page."""
    with tempfile.TemporaryDirectory() as home, Wire(Path(home)) as wire:
        capabilities = converters.get_converter().unstructure(capabilities_of("visual-studio-code"))
        answer = wire.initialize(capabilities)
        page = [_HEAD, "## The beginning\n", _block("The answer to `initialize`", answer)]
        for name, uri, text in (("English", "untitled:en", ENGLISH), ("Chinese", "untitled:zh", CHINESE)):
            page += [f"## {name}\n", *_completed(wire, uri, text)]
    sys.stdout.write("\n".join(page))


def _completed(wire: Wire, uri: str, text: str) -> list[str]:
    """Return the talk from the opening of a document to the explanation of its best quotation."""
    opened = {"textDocument": {"uri": uri, "languageId": "markdown", "version": 1, "text": text}}
    wire.notify("textDocument/didOpen", opened)
    cursor = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": text.index("]") + 1}}
    completion, found = _asked(wire, "textDocument/completion", {**cursor, "context": {"triggerKind": 1}})
    resolve, _ = _asked(wire, "completionItem/resolve", found["items"][0])
    hover, _ = _asked(wire, "textDocument/hover", cursor)
    said = {"method": "textDocument/didOpen", "params": opened}
    return [_block("The editor tells", said), *completion, *resolve, *hover]


def _asked(wire: Wire, method: str, params: object) -> tuple[list[str], Message]:
    request = wire.request(method, params)
    answer = wire.answer(request)
    asked = {"id": request, "method": method, "params": params}
    told = {"id": request, "result": answer["result"]}
    return [_block("The editor asks", asked), _block("The server answers", told)], answer["result"]


def _block(title: str, message: object) -> str:
    body = json.dumps(_shortened(message), ensure_ascii=False, indent=2)
    return f"{title}:\n\n```json\n{body}\n```\n"


def _shortened(value: object) -> object:
    if isinstance(value, dict):
        return {key: _shortened(one) for key, one in value.items()}
    if isinstance(value, list) and value and isinstance(value[0], dict) and len(value) > _SHOWN:
        return [*map(_shortened, value[:_SHOWN]), f"… {len(value) - _SHOWN} more"]
    return value


if __name__ == "__main__":
    main()
