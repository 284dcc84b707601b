//! `quotient lsp` in an editor: Neovim opens models, has them checked, and edits them.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use testing::peers::{Peer, are_installed, run, text};
use testing::places::{Folder, root};

/// Opens a file, has it checked, and adds a line; says what it is shown in between.
const SCRIPT: &str = r#"
vim.cmd("edit " .. os.getenv("MODEL"))
local config = { name = "quotient", cmd = { os.getenv("QUOTIENT"), "lsp" } }
local id
if vim.lsp.start then
  id = vim.lsp.start(config)
else
  id = vim.lsp.start_client(config)
  vim.lsp.buf_attach_client(0, id)
end
local uri = vim.uri_from_bufnr(0)
local function ask(method, params)
  local answers = vim.lsp.buf_request_sync(0, method, params, 10000)
  return answers[id].result
end
local function lens()
  return ask("textDocument/codeLens", { textDocument = { uri = uri } })[1].command.title
end
local function show(when)
  io.stdout:write(when, ": ", lens(), "\n")
  for _, it in ipairs(vim.diagnostic.get(0)) do
    local place = string.format("%d:%d-%d", it.lnum + 1, it.col + 1, it.end_col + 1)
    io.stdout:write(place, " ", it.source, ": ", (it.message:gsub("\n", " / ")), "\n")
  end
end
local function until_told(source)
  local function is_told()
    for _, it in ipairs(vim.diagnostic.get(0)) do
      if it.source == source then return true end
    end
  end
  vim.wait(20000, is_told, 20)
end
vim.wait(10000, function() return vim.lsp.get_client_by_id(id).initialized end, 20)
if os.getenv("WAITS_FOR") ~= "nothing" then until_told(os.getenv("WAITS_FOR")) end
show("opened")
if os.getenv("CHECKS") then
  ask("workspace/executeCommand", { command = "quotient.check", arguments = { uri } })
  vim.wait(60000, function() return lens() ~= "checking…" end, 50)
  until_told("quotient check")
  show("checked")
  vim.api.nvim_buf_set_lines(0, 0, 0, false, { "/* a remark */" })
  vim.wait(20000, function() return #vim.diagnostic.get(0) == 0 end, 20)
  show("edited")
end
vim.cmd("qa!")
"#;

/// What Neovim is shown of a model; none, and the test skips, if it is not installed.
fn shown(model: &Path, waits_for: &str, checks: bool) -> Option<String> {
    if !are_installed(&[Peer::Nvim]) {
        return None;
    }
    let folder = Folder::new("editor");
    let script = folder.join("script.lua");
    std::fs::write(&script, SCRIPT).expect("a file");
    let mut command = Command::new(Peer::Nvim.command());
    command.args(["--headless", "-u", "NONE", "-i", "NONE", "-n", "-c"]);
    command.arg(format!("luafile {}", script.display()));
    command.env("QUOTIENT", env!("CARGO_BIN_EXE_quotient")).env("MODEL", model);
    command.env("WAITS_FOR", waits_for).env("XDG_STATE_HOME", folder.path());
    if checks {
        command.env("CHECKS", "1");
    }
    let output = run(&mut command, Duration::from_secs(120)).expect("it ends");
    Some(text(&output.stdout))
}

#[test]
fn mistakes_are_shown_where_they_are() {
    let folder = Folder::new("editor-broken");
    let model = folder.join("broken.pml");
    std::fs::write(&model, "byte count;\ninit {\n  cuont = 1\n}\n").expect("a file");
    let Some(shown) = shown(&model, "quotient", false) else { return };
    let expected = "opened: check\n\
        3:3-8 quotient: `cuont` is not declared / help: did you mean `count`?\n\
        1:6-11 quotient: the variable `count` is never used / help: leave it out\n";
    assert_eq!(shown, expected);
}

#[test]
fn a_verdict_is_shown_until_the_first_edit() {
    let model = root().join("models/promela/broken-sum.pml");
    let Some(shown) = shown(&model, "nothing", true) else { return };
    let expected = "opened: check\n\
        checked: VIOLATED: assertions at line 23\n\
        23:20-36 quotient check: assertions: assertion violated: judge(4) at line 23: assert(sum == 3)\n\
        edited: check\n";
    assert_eq!(shown, expected);
}

#[test]
fn what_tells_components_apart_is_shown() {
    let model = root().join("models/promela/near-miss-ring.pml");
    let Some(shown) = shown(&model, "quotient symmetry", false) else { return };
    let part = "quotient symmetry: node(1) cannot change places with node(2): ";
    assert!(shown.contains(part), "{shown}");
}
