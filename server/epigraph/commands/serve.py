"""`epigraph serve`: the language server, over stdio or TCP."""

import argparse
import logging
import os
import sys
from pathlib import Path
from typing import BinaryIO, NoReturn

from rich.console import Console

from epigraph.errors import SettingsError

_LOOPBACK = ("localhost", "127.0.0.1", "::1")
_SWITCH_SECONDS = 0.0005  # a tenth of Python's: while one thread reads a document, another answers at each of its steps
_FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("--stdio", action="store_true", help="over standard input and output, as without --tcp")
    parser.add_argument("--tcp", metavar="HOST:PORT", help="wait for one client on a port of this machine instead")
    parser.add_argument("--force", action="store_true", help="let --tcp listen to other machines")
    parser.add_argument("--log-file", type=Path, metavar="FILE", help="log there, not to stderr")
    # given here, it stands over the same option before the subcommand
    parser.add_argument(
        "--log-level", choices=("debug", "info", "warning", "error"), default=argparse.SUPPRESS, help="default: warning"
    )


def run(args: argparse.Namespace, _: Console) -> NoReturn:
    """Serve one client until it says exit or is gone, and end the process: with 0 where it said shutdown before."""
    from epigraph.lsp.outbox import Outbox  # noqa: PLC0415
    from epigraph.lsp.server import create_server  # noqa: PLC0415 - pygls takes longer than the rest of a --help

    _log(args.log_level, args.log_file)
    sys.setswitchinterval(_SWITCH_SECONDS)
    server = create_server(args.home)
    if args.tcp:
        host, port = address(args.tcp, anywhere=args.force)
        try:
            server.start_tcp(host, port)
        except OSError as error:
            raise SettingsError(f"--tcp {args.tcp}: {error.strerror}; choose another port") from error
    else:
        outbox = Outbox(_protocol_only())
        server.start_io(sys.stdin.buffer, outbox)
        outbox.empty()
    logging.shutdown()
    # at once: ONNX Runtime aborts the process where Python ends while a thread of ours is still in it
    os._exit(server.exit_code)


def address(given: str, *, anywhere: bool) -> tuple[str, int]:
    """Return host and port of HOST:PORT or PORT."""
    host, _, port = given.rpartition(":")
    host = host.strip("[]") or "127.0.0.1"
    if not port.isdecimal() or not 0 <= int(port) <= 65535:  # noqa: PLR2004
        raise SettingsError(f"--tcp {given}: found port {port!r}, expected HOST:PORT with a port up to 65535")
    if host not in _LOOPBACK and not anywhere:
        raise SettingsError(f"--tcp {given}: other machines could read what you write; use 127.0.0.1, or add --force")
    return host, int(port)


def _protocol_only() -> BinaryIO:
    """Return standard output for the protocol alone: what any library prints goes to stderr."""
    sys.stdout.flush()
    protocol = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return protocol


def _log(level: str, file: Path | None) -> None:
    handler = logging.FileHandler(file, encoding="utf-8") if file else logging.StreamHandler(sys.stderr)
    logging.basicConfig(level=level.upper(), format=_FORMAT, handlers=[handler], force=True)
    # pygls logs whole messages, which hold the person's text; what fails in handlers we log ourselves
    if level != "debug":
        logging.getLogger("pygls").setLevel(logging.CRITICAL)
