-- Epigraph for Neovim 0.7 to 0.10: put this file into lua/ of your configuration, then require("epigraph").setup().
-- Neovim 0.11 and later need only lsp/epigraph.lua.
local M = {}

local filetypes = { "markdown", "tex", "plaintex", "typst", "rst", "org", "asciidoc", "html", "text", "gitcommit", "mail" }
local patience = 6000 -- milliseconds; while a model loads, the server answers after 5000

--- Start the server, once a folder, for each buffer of these filetypes that is opened from now on.
--- `options` are those of vim.lsp.start_client, and `filetypes`.
function M.setup(options)
  options = vim.tbl_extend("keep", options or {}, { filetypes = filetypes })
  local clients = {}
  local function attach(event)
    local root = options.root_dir or vim.fn.fnamemodify(vim.api.nvim_buf_get_name(event.buf), ":p:h")
    clients[root] = clients[root]
      or vim.lsp.start_client(vim.tbl_extend("keep", options, {
        name = "epigraph",
        cmd = { "epigraph-ls" },
        root_dir = root,
        on_exit = function()
          clients[root] = nil
        end,
      }))
    if clients[root] then
      vim.lsp.buf_attach_client(event.buf, clients[root])
      vim.bo[event.buf].omnifunc = "v:lua.require'epigraph'.omnifunc"
    end
  end
  vim.api.nvim_create_autocmd("FileType", {
    group = vim.api.nvim_create_augroup("epigraph", {}),
    pattern = options.filetypes,
    callback = attach,
  })
end

local function asked()
  local answers = vim.lsp.buf_request_sync(0, "textDocument/completion", vim.lsp.util.make_position_params(), patience)
  for id, answer in pairs(answers or {}) do
    local client = vim.lsp.get_client_by_id(id)
    if client.name == "epigraph" and answer.result then
      return answer.result.items, client.offset_encoding
    end
  end
  return {}, "utf-16"
end

local matches = {}

--- CTRL-X CTRL-O. Neovim's own before 0.11 hides quotations, because they do not begin with the placeholder.
function M.omnifunc(findstart)
  if findstart == 0 then
    return matches
  end
  local items, encoding = asked()
  local line, cursor = vim.api.nvim_get_current_line(), vim.api.nvim_win_get_cursor(0)[2]
  local function byte(position)
    return encoding == "utf-8" and position.character or vim.str_byteindex(line, position.character, encoding == "utf-16")
  end
  local start = -3 -- nothing to complete
  matches = {}
  for _, item in ipairs(items) do
    local range = item.textEdit.range
    start = byte(range.start)
    matches[#matches + 1] = {
      word = item.textEdit.newText,
      abbr = item.label,
      menu = item.detail,
      dup = 1,
      user_data = { epigraph = byte(range["end"]) - cursor },
    }
  end
  return start
end

-- what an edit replaces may go on behind the cursor, where Vim's completion does not reach
vim.api.nvim_create_autocmd("CompleteDone", {
  callback = function()
    local done = vim.v.completed_item.user_data
    if type(done) == "table" and (done.epigraph or 0) > 0 then
      local row, column = unpack(vim.api.nvim_win_get_cursor(0))
      vim.api.nvim_buf_set_text(0, row - 1, column, row - 1, column + done.epigraph, {})
    end
  end,
})

return M
