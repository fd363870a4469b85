"""Diagnostics, pulled or pushed: open placeholders, misquoted words, wrong names."""

import asyncio
import hashlib

from lsprotocol import types

from epigraph.lsp.documents import Document
from epigraph.lsp.reading import Finding, findings, whole_page
from epigraph.lsp.session import Session
from epigraph.quotes.correction import corrected
from epigraph.quotes.credit import credit
from epigraph.text.context import Page
from epigraph.text.edit import Edit
from epigraph.text.script import to_traditional

SOURCE = "epigraph"
PLACEHOLDER = "placeholder"  # the code of a placeholder that is still open
_QUIET = 0.3  # seconds without a change before diagnostics are pushed

Report = types.RelatedFullDocumentDiagnosticReport | types.RelatedUnchangedDocumentDiagnosticReport


async def pull(session: Session, params: types.DocumentDiagnosticParams) -> Report:
    """Answer `textDocument/diagnostic`; what the client has already is not sent again."""
    document = session.documents.get(params.text_document.uri)
    items = await diagnose(session, document) if document else []
    result_id = hashlib.sha256(repr(items).encode()).hexdigest()[:16]
    if params.previous_result_id == result_id:
        return types.RelatedUnchangedDocumentDiagnosticReport(result_id)
    return types.RelatedFullDocumentDiagnosticReport(items, result_id=result_id)


async def push(session: Session, document: Document) -> None:
    """Publish the diagnostics of a document once it is left alone, if it still is what it was."""
    await asyncio.sleep(_QUIET)
    await session.started.wait()
    if not session.documents.is_current(document):
        return
    items = await diagnose(session, document)
    if session.documents.is_current(document):
        publish(session, document.uri, items, document.version)


def publish(session: Session, uri: str, items: list[types.Diagnostic], version: int | None = None) -> None:
    """Send diagnostics to the client."""
    params = types.PublishDiagnosticsParams(uri=uri, diagnostics=items, version=version)
    session.server.text_document_publish_diagnostics(params)


async def diagnose(session: Session, document: Document) -> list[types.Diagnostic]:
    """Return what is to be said of a document."""
    page = await whole_page(session, document) if session.settings(document).diagnostics else None
    if page is None:
        return []
    wanted = [
        types.Diagnostic(
            range=document.lines.range(found.start, found.end),
            message="A quotation is wanted here.",
            severity=types.DiagnosticSeverity.Hint,
            code=PLACEHOLDER,
            source=SOURCE,
        )
        for found in page.placeholders
    ]
    return wanted + [_diagnostic(document, page, finding) for finding in await findings(session, page)]


def _diagnostic(document: Document, page: Page, finding: Finding) -> types.Diagnostic:
    """Return a diagnostic, which carries its remedy; where markup stands among the words there is none."""
    quote = finding.sighting.quote
    edit = _remedy(document, page, finding)
    old = document.text[edit.start : edit.end]
    if finding.credit:
        message = f"This is by {credit(quote)}, not {page.prose[edit.start : edit.end]}."
    else:
        message = f"Misquoted: “{quote.text}” — {credit(quote)}"
    plain = page.prose[edit.start : edit.end] == old
    return types.Diagnostic(
        range=document.lines.range(edit.start, edit.end),
        message=message,
        severity=types.DiagnosticSeverity.Information,
        code=finding.kind,
        source=SOURCE,
        data={"id": quote.id, "oldText": old, "newText": edit.text} if plain else {"id": quote.id},
    )


def _remedy(document: Document, page: Page, finding: Finding) -> Edit:
    """Return the edit that mends a finding, in the script of the words around."""
    sighting = finding.sighting
    if finding.credit:
        start, end, author = finding.credit.start, finding.credit.end, sighting.quote.author
        return Edit(start, end, to_traditional(author) if page.is_traditional_at(start, end) else author)
    text = corrected(document.text[sighting.start : sighting.end], sighting.quote)
    return Edit(sighting.start, sighting.end, text)
