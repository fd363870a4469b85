"""The export to ONNX where it fails; what it gives when it works is tested with the bundles."""

import pytest
import torch

from epigraph.errors import ModelError
from epigraph_export.graph import export_tower
from epigraph_export.towers import Tower


def test_an_exporter_that_gives_nothing_is_told(mean_tower: Tower, monkeypatch: pytest.MonkeyPatch) -> None:
    """The error says which torch to install."""
    monkeypatch.setattr(torch.onnx, "export", lambda *_, **__: None)
    with pytest.raises(ModelError, match=r"install the torch of constraints\.txt"):
        export_tower(mean_tower)
