//! Tells Zed how to start Epigraph's language server.

use zed_extension_api::{self as zed, Command, LanguageServerId, Result, Worktree};

struct Epigraph;

impl zed::Extension for Epigraph {
    fn new() -> Self {
        Self
    }

    fn language_server_command(&mut self, _: &LanguageServerId, worktree: &Worktree) -> Result<Command> {
        let command = worktree
            .which("epigraph-ls")
            .ok_or("epigraph-ls is not on PATH; install it with: pip install 'epigraph-ls[cpu]'")?;
        Ok(Command {
            command,
            args: vec![],
            env: worktree.shell_env(),
        })
    }
}

zed::register_extension!(Epigraph);
