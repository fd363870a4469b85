" Vim 9 with the plugin yegappan/lsp: source this file from your vimrc, after the plugin.
let s:server = #{
      \ name: 'epigraph',
      \ filetype: ['markdown', 'tex', 'plaintex', 'typst', 'rst', 'org', 'asciidoc', 'html', 'text', 'gitcommit', 'mail'],
      \ path: 'epigraph-ls',
      \ args: [],
      \ }
autocmd User LspSetup call LspAddServer([s:server])
