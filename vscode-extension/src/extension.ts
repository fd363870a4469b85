/** Wires commands, views and the server together, and does nothing else. */

import * as vscode from "vscode";
import { addSelection, MyQuotesTree, type OwnQuote } from "./myQuotes";
import { copyQuotation, type Place, pick } from "./pick";
import { markPlaceholders, PlaceholderTree } from "./placeholders";
import { search } from "./search";
import { Server } from "./server";
import { NEEDS_RESTART } from "./settings";
import { Setup } from "./setup";
import { StatusItem } from "./status";
import { fillAllPlaceholders, goToNextPlaceholder, insertPlaceholder, insertQuotation } from "./writing";

export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel("Epigraph", { log: true });
  const setup = new Setup(context, log);
  const server = new Server(context.extension, () => setup.python(), log);
  const status = new StatusItem(server);
  const placeholders = new PlaceholderTree();
  const myQuotes = new MyQuotesTree(server);
  context.subscriptions.push(
    log,
    server,
    status,
    placeholders,
    myQuotes,
    markPlaceholders(),
    vscode.window.registerTreeDataProvider("epigraph.placeholders", placeholders),
    vscode.window.registerTreeDataProvider("epigraph.myQuotes", myQuotes),
    server.onDidChange(() => myQuotes.refresh()),
    vscode.workspace.onDidChangeConfiguration((change) => followSettings(change, server, setup)),
    ...commands(server, setup, status, myQuotes, log),
  );
  tellLanguages();
  void begin(server, setup, context);
}

/** Start with the first document that Epigraph is for: a window of mere code needs no server. */
async function begin(server: Server, setup: Setup, context: vscode.ExtensionContext): Promise<void> {
  if (!vscode.workspace.textDocuments.some(isForUs)) {
    await new Promise<void>((resolve) => {
      const opened = vscode.workspace.onDidOpenTextDocument((document) => isForUs(document) && resolve());
      context.subscriptions.push(opened);
    });
  }
  await server.start();
  await completeSetup(server, setup);
}

async function completeSetup(server: Server, setup: Setup): Promise<void> {
  if (server.phase === "missing" && (await setup.offer())) await server.restart();
}

function commands(
  server: Server,
  setup: Setup,
  status: StatusItem,
  myQuotes: MyQuotesTree,
  log: vscode.LogOutputChannel,
): vscode.Disposable[] {
  const insert = async (quotation: OwnQuote["quotation"] | undefined) => {
    const editor = vscode.window.activeTextEditor;
    if (editor && quotation) await insertQuotation(server, editor, quotation);
  };
  return [
    command("epigraph.pick", (place?: Place) => pick(server, place)),
    onEditor("epigraph.insertPlaceholder", insertPlaceholder),
    onEditor("epigraph.goToNextPlaceholder", (editor) => goToNextPlaceholder(server, editor)),
    onEditor("epigraph.fillAllPlaceholders", fillAllPlaceholders),
    command("epigraph.searchQuotations", async () => insert(await search(server))),
    command("epigraph.addSelection", () => addSelection(server).finally(() => myQuotes.refresh())),
    command("epigraph.refreshMyQuotes", () => myQuotes.refresh()),
    command("epigraph.insertQuote", (item: OwnQuote) => insert(item.quotation)),
    command("epigraph.copyQuote", (item: OwnQuote) => copyQuotation(item.quotation)),
    command("epigraph.setUp", async () => (await setup.make()) && server.restart()),
    command("epigraph.restart", () => server.restart()),
    command("epigraph.showLogs", () => log.show()),
    command("epigraph.showStatus", () => status.showMenu()),
  ];
}

/** Register a command whose failure is told to the person. */
function command<Arguments extends unknown[]>(id: string, does: (...given: Arguments) => unknown): vscode.Disposable {
  return vscode.commands.registerCommand(id, async (...given: Arguments) => {
    try {
      return await does(...given);
    } catch (error) {
      void vscode.window.showErrorMessage(`Epigraph: ${error instanceof Error ? error.message : error}`);
      return undefined;
    }
  });
}

function onEditor(id: string, does: (editor: vscode.TextEditor) => Promise<void>): vscode.Disposable {
  return command(id, async () => {
    const editor = vscode.window.activeTextEditor;
    if (editor) await does(editor);
  });
}

async function followSettings(change: vscode.ConfigurationChangeEvent, server: Server, setup: Setup): Promise<void> {
  tellLanguages();
  if (!NEEDS_RESTART.some((name) => change.affectsConfiguration(`epigraph.${name}`))) return;
  await server.restart();
  await completeSetup(server, setup);
}

/** Let menus and keys know in which documents they make sense. */
function tellLanguages(): void {
  void vscode.commands.executeCommand("setContext", "epigraph.languages", languages());
}

function isForUs({ languageId, uri }: vscode.TextDocument): boolean {
  return languages().includes(languageId) && uri.scheme !== "output";
}

function languages(): string[] {
  return vscode.workspace.getConfiguration("epigraph").get("languages", []);
}
