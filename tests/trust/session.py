"""Everything that a writer does in a day, once: the session that the guards watch."""

from lsp.wire import Wire
from trust.storms import AT, TEXT, URI, open_letter, recommend

SECRET = "zqxjkv"  # noqa: S105 - in every private text; no word of any language
PRIVATE = f"{SECRET}: nobody shall read this. [Quote] {SECRET}\n他说{SECRET}：[引用]\n"
_PLACE = {"uri": URI, "position": AT["position"]}


def work_a_day(wire: Wire) -> None:
    """Write in two languages, take quotations, look at them, add and hide some, change settings, and leave."""
    wire.initialize({"textDocument": {"diagnostic": {}}}, initializationOptions={"codeLens": True})
    open_letter(wire, URI, TEXT + PRIVATE)
    quote = recommend(wire)[0]
    chinese = {"line": 2, "character": len(PRIVATE.splitlines()[1])}
    for method, params in (
        ("textDocument/completion", {**AT, "position": chinese}),
        ("textDocument/completion", AT),
        ("textDocument/hover", AT),
        ("textDocument/codeLens", {"textDocument": {"uri": URI}}),
        ("textDocument/diagnostic", {"textDocument": {"uri": URI}}),
        ("textDocument/hover", {"textDocument": SECRET}),
        ("textDocument/hover", {"textDocument": {"uri": f"untitled:{SECRET}"}, "position": {"line": SECRET}}),
        ("codeAction/resolve", {"title": SECRET, "data": {"uri": URI, "version": 1, "do": SECRET}}),
    ):
        wire.ask(method, params)
    for name, argument in (
        ("addQuote", {"text": f"My own words, {SECRET}"}),
        ("addQuote", {"text": SECRET, "year": SECRET}),
        ("search", {"query": SECRET}),
        ("nextPlaceholder", _PLACE),
        ("hide", {"id": quote["id"]}),
        ("unhide", {"id": quote["id"]}),
        ("recommend", {**_PLACE, "filter": {"author": SECRET}}),
        ("recommend", {**_PLACE, "filter": {SECRET: SECRET}}),
        ("insert", {**_PLACE, "id": SECRET}),
        ("reload", {}),
    ):
        wire.ask("workspace/executeCommand", {"command": f"epigraph.{name}", "arguments": [argument]})
    wire.notify("workspace/didChangeConfiguration", {"settings": {"epigraph": {"results": SECRET}}})
    wire.notify("textDocument/didChange", {"textDocument": {"uri": URI}, "contentChanges": SECRET})
    wire.write(f'{{"jsonrpc": "2.0", "method": "{SECRET}"'.encode())
    assert recommend(wire)
    wire.ask("shutdown")
    wire.notify("exit")
    wire.process.wait(60)
