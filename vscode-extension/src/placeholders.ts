/** The open placeholders of documents, as the server's diagnostics tell them: listed in a view, marked in the text. */

import * as vscode from "vscode";

const ROOM = 40; // characters

/** Return the ranges of a document's placeholders, from its start to its end. */
export function placeholdersOf(document: vscode.TextDocument): vscode.Range[] {
  return vscode.languages
    .getDiagnostics(document.uri)
    .filter(({ source, code }) => source === "epigraph" && code === "placeholder")
    .map(({ range }) => range)
    .sort((a, b) => a.start.compareTo(b.start));
}

/** Marks the placeholders of every visible editor. */
export function markPlaceholders(): vscode.Disposable {
  const mark = vscode.window.createTextEditorDecorationType({
    backgroundColor: new vscode.ThemeColor("epigraph.placeholderBackground"),
    borderRadius: "3px",
  });
  const refresh = () => {
    for (const editor of vscode.window.visibleTextEditors) editor.setDecorations(mark, placeholdersOf(editor.document));
  };
  refresh();
  return vscode.Disposable.from(
    mark,
    vscode.languages.onDidChangeDiagnostics(refresh),
    vscode.window.onDidChangeVisibleTextEditors(refresh),
  );
}

/** The view of the active document's placeholders; one that is clicked is gone to. */
export class PlaceholderTree implements vscode.TreeDataProvider<vscode.TreeItem>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly watched = vscode.Disposable.from(
    vscode.languages.onDidChangeDiagnostics(() => this.changed.fire()),
    vscode.window.onDidChangeActiveTextEditor(() => this.changed.fire()),
  );

  getTreeItem(item: vscode.TreeItem): vscode.TreeItem {
    return item;
  }

  getChildren(): vscode.TreeItem[] {
    const document = vscode.window.activeTextEditor?.document;
    return document ? placeholdersOf(document).map((range) => item(document, range)) : [];
  }

  dispose(): void {
    this.changed.dispose();
    this.watched.dispose();
  }
}

function item(document: vscode.TextDocument, range: vscode.Range): vscode.TreeItem {
  const made = new vscode.TreeItem(document.getText(range));
  made.iconPath = new vscode.ThemeIcon("bracket");
  made.description = before(document.lineAt(range.start).text.slice(0, range.start.character).trim());
  made.tooltip = vscode.l10n.t("Line {0}", range.start.line + 1);
  made.command = {
    command: "vscode.open",
    title: vscode.l10n.t("Go to Placeholder"),
    arguments: [document.uri, { selection: range }],
  };
  return made;
}

/** Return the last words of a text, as many as a view has room for. */
function before(text: string): string {
  if (text.length <= ROOM) return text;
  const end = text.slice(-ROOM);
  return `… ${end.slice(end.indexOf(" ") + 1)}`;
}
