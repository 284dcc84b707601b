// The language server and the debugger of `quotient` in VS Code, and a command that opens the explorer. All else is in the program.
"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const LANGUAGES = ["promela", "promela-lite", "rebeca", "cspm", "red"];

let client;

function program() {
  // Of the machine alone: a folder that was opened does not say which program is run.
  return vscode.workspace.getConfiguration("quotient").get("path", "quotient");
}

async function start() {
  const server = { command: program(), args: ["lsp"] };
  const documentSelector = LANGUAGES.map((language) => ({ scheme: "file", language }));
  client = new LanguageClient("quotient", "Quotient", server, { documentSelector });
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    const told = `${server.command} cannot be run: ${error.message}`;
    vscode.window.showErrorMessage(`${told}. The setting quotient.path says where it is.`);
  }
}

async function stop() {
  const running = client;
  client = undefined;
  // One that has never started cannot be stopped.
  await running?.stop().catch(() => {});
}

// The explorer prints the address that it is open at, and ends with its terminal.
function explore() {
  const document = vscode.window.activeTextEditor?.document;
  if (!document || !LANGUAGES.includes(document.languageId)) {
    vscode.window.showInformationMessage("Open a model first.");
    return;
  }
  const shellArgs = ["explore", document.uri.fsPath];
  vscode.window.createTerminal({ name: "quotient", shellPath: program(), shellArgs }).show();
}

// The debugger is the same program. Without a launch.json, the model in the editor is meant.
const debuggers = {
  createDebugAdapterDescriptor: () => new vscode.DebugAdapterExecutable(program(), ["dap"]),
};

const configurations = {
  resolveDebugConfiguration(_folder, configuration) {
    if (configuration.type) {
      return configuration;
    }
    const document = vscode.window.activeTextEditor?.document;
    if (!document || !LANGUAGES.includes(document.languageId)) {
      vscode.window.showInformationMessage("Open a model first.");
      return undefined;
    }
    return { type: "quotient", request: "launch", name: "Counterexample", model: "${file}" };
  },
};

async function activate(context) {
  const restart = async () => {
    await stop();
    await start();
  };
  context.subscriptions.push(
    vscode.commands.registerCommand("quotient.openExplorer", explore),
    vscode.commands.registerCommand("quotient.restart", restart),
    vscode.debug.registerDebugAdapterDescriptorFactory("quotient", debuggers),
    vscode.debug.registerDebugConfigurationProvider("quotient", configurations),
  );
  await start();
}

module.exports = { activate, deactivate: stop };
