"""Two processes share a run, as two GPUs would."""

import json
import os
import subprocess
import sys
from pathlib import Path

from safetensors.torch import load_file

from epigraph_export.checkpoint import read_checkpoint

CONFIG = """
language = "en"
dataset = "{dataset}"
out = "{out}"
validation = 8
[towers]
base = "{base}"
shared = true
context_pooling = "mean"
quote_pooling = "mean"
gap = true
fields = ["text"]
unit = true
quote_tokens = 8
[[stages]]
kind = "bank"
epochs = 1
batch = 8
temperature = 0.1
neighbours = 0.5
"""


def test_two_processes_make_half_the_steps_each(tiny_base: str, dataset: Path, tmp_path: Path) -> None:
    """Eight batches become four steps, and the weights that are saved moved away from the base's."""
    file = tmp_path / "train.toml"
    file.write_text(CONFIG.format(dataset=dataset, out=tmp_path / "run", base=tiny_base), encoding="utf-8")
    launch = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc_per_node", "2"]
    job = ["-m", "epigraph_training", "encoders", str(file)]
    done = subprocess.run(
        [*launch, *job],
        env={**os.environ, "ACCELERATE_USE_CPU": "true", "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    lines = [json.loads(line) for line in (tmp_path / "run" / "log.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [line["step"] for line in lines if "loss" in line] == [1, 2, 3, 4]
    before = load_file(Path(tiny_base, "model.safetensors"))["encoder.layer.0.output.dense.weight"]
    after = load_file(tmp_path / "run" / "final" / "context.safetensors")["encoder.encoder.layer.0.output.dense.weight"]
    assert not before.equal(after)
    assert read_checkpoint(tmp_path / "run" / "final").facts.metrics.keys() == {"encoder_mrr"}
