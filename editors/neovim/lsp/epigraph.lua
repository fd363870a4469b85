-- Neovim 0.11 or later: put this file into lsp/ of your configuration, then vim.lsp.enable("epigraph").
return {
  cmd = { "epigraph-ls" },
  filetypes = { "markdown", "tex", "plaintex", "typst", "rst", "org", "asciidoc", "html", "text", "gitcommit", "mail" },
  root_markers = { ".epigraph", ".git" },
  settings = { epigraph = {} },
}
