"""One server for each editor and encoding, shared by all tests that change nothing of it."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from lsp.capabilities import EDITORS, ENCODINGS
from lsp.editor import Editor, serving

OPTIONS = {"results": 3, "codeLens": True, "inlineCompletion": True}


@pytest_asyncio.fixture(
    scope="session",
    loop_scope="session",
    params=[(editor, encoding) for editor in EDITORS for encoding in ENCODINGS],
    ids="-".join,
)
async def editor(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Editor]:
    """An editor whose server is ready."""
    name, encoding = request.param
    async with serving(tmp_path_factory.mktemp(name), name, encoding, options=OPTIONS) as made:
        for text in ("Well begun is [Quote]", "他说：[引用]"):  # so that no test waits for a model
            assert await made.hover(made.open(text), len(text))
        yield made
