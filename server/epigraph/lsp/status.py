"""What a client's status item shows: each language's state, a person's own quotes, what is wrong."""

from epigraph import __version__
from epigraph.engine import Engine
from epigraph.errors import ModelError
from epigraph.lsp.session import Session
from epigraph.text.query import LANGUAGES, Language


def status(session: Session, engine: Engine) -> dict[str, object]:
    """Return the state of things as a JSON object."""
    library = engine.library
    return {
        "version": __version__,
        "languages": {language: _language(session, engine, language) for language in LANGUAGES},
        "own": len(library.own),
        "hidden": len(library.hidden),
        "problems": [*session.configuration.problems, *library.problems],
    }


def _language(session: Session, engine: Engine, language: Language) -> dict[str, object]:
    state = engine.state(language)
    if isinstance(state, ModelError):
        return {"state": "failed", "error": str(state)}
    if state is None:
        return {"state": "loading" if language in session.engines.loading() else "unloaded"}
    return {
        "state": "ready",
        "provider": state.providers[0],
        "fallbackReason": state.fallback_reason,
        "quotes": len(state.ranker.collection),
        "bundle": f"{state.bundle.manifest.name} {state.bundle.manifest.version}",
    }
