"""What people install: the wheel carries the collections and the bundles."""

import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

ROOT = Path(__file__).parents[2]


def test_the_wheel_carries_what_the_server_reads(tmp_path: Path) -> None:
    """Every file of the bundles and collections is in the wheel; hatchling would leave ignored files out."""
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path], cwd=ROOT, check=True)
    (wheel,) = tmp_path.glob("*.whl")
    packed = set(ZipFile(wheel).namelist())
    folder = ROOT / "server"
    data = [*folder.glob("epigraph/bundles/*/*"), *folder.glob("epigraph/quotes/data/*"), folder / "epigraph/py.typed"]
    assert len(data) > 12
    assert {file.relative_to(folder).as_posix() for file in data} <= packed
