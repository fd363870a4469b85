"""A running Neovim, driven through its socket with the keys that a person presses."""

import json
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]
PATIENCE = 120.0  # seconds before a test is given up; nothing is measured by it


class Neovim:
    """Keys in, expressions out."""

    def __init__(self, socket: Path, environment: dict[str, str]) -> None:
        self._socket = socket
        self._environment = environment

    def press(self, keys: str) -> None:
        """Press keys, as `:help keycodes` names them."""
        self._remote("--remote-send", keys)

    def lua(self, expression: str) -> object:
        """Return what a Lua expression is."""
        quoted, told = expression.replace("'", "''"), self._socket.with_name("told.json")
        # by a file: what Neovim prints it may shorten
        self._remote("--remote-expr", f"writefile([json_encode(luaeval('{quoted}'))], '{told}')")
        return json.loads(told.read_text(encoding="utf-8"))

    def text(self) -> str:
        """Return the text of the buffer."""
        return str(self.lua("table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, true), '\\n')")) + "\n"

    def until(self, condition: Callable[[], bool]) -> None:
        """Wait for a condition."""
        deadline = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < deadline, self.lua("vim.fn.execute('messages')")
            time.sleep(0.2)

    def _remote(self, how: str, what: str) -> None:
        command = ["nvim", "--server", str(self._socket), how, what]
        subprocess.run(command, env=self._environment, capture_output=True, check=True)


@contextmanager
def neovim(folder: Path, file: Path, environment: dict[str, str]) -> Iterator[Neovim]:
    """Run Neovim with what `editors/neovim` has, and nothing else, on a file."""
    socket = folder / "socket"
    ours = ["--cmd", f"set runtimepath^={ROOT / 'editors/neovim'}", "-c", "lua require('epigraph').setup()"]
    command = ["nvim", "--clean", "--headless", "--listen", str(socket), *ours, "-c", f"edit {file}"]
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE) as process:
        editor = Neovim(socket, environment)
        try:
            editor.until(socket.exists)
            editor.until(lambda: editor.lua("#vim.lsp.buf_get_clients()") == 1)
            yield editor
        finally:
            process.terminate()
