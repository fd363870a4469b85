/** "My Quotes": the view of the quotations that a person added, and the adding. */

import * as vscode from "vscode";
import { credit, type Quotation } from "./quotations";
import type { Server } from "./server";

const ALL = 10_000;

/** An own quotation in the view. */
export class OwnQuote extends vscode.TreeItem {
  constructor(readonly quotation: Quotation) {
    super(quotation.text);
    this.description = credit(quotation);
    this.tooltip = quotation.gloss ? `${quotation.text}\n\n${quotation.gloss}` : quotation.text;
    this.iconPath = new vscode.ThemeIcon("quote");
    this.contextValue = "quote";
  }
}

export class MyQuotesTree implements vscode.TreeDataProvider<OwnQuote>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changed.event;

  constructor(private readonly server: Server) {}

  getTreeItem(item: OwnQuote): OwnQuote {
    return item;
  }

  async getChildren(): Promise<OwnQuote[]> {
    if (this.server.phase !== "running") return [];
    const found = await this.server.run<Quotation[]>("epigraph.search", { query: "", own: true, limit: ALL });
    return found.map((quotation) => new OwnQuote(quotation));
  }

  refresh(): void {
    this.changed.fire();
  }

  dispose(): void {
    this.changed.dispose();
  }
}

/** Add the selected words to the person's own quotations; ask who said them. */
export async function addSelection(server: Server): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const text = editor?.document.getText(editor.selection).trim();
  if (!text) {
    void vscode.window.showInformationMessage(vscode.l10n.t("Select the words of a quotation first."));
    return;
  }
  const author = await vscode.window.showInputBox({
    title: vscode.l10n.t("Who said it?"),
    prompt: vscode.l10n.t("Leave it empty if nobody knows."),
  });
  if (author === undefined) return;
  const added = await server.run<{ new: boolean; file: string }>("epigraph.addQuote", { text, author });
  const open = vscode.l10n.t("Open File");
  const message = added.new
    ? vscode.l10n.t("Added to your quotes.")
    : vscode.l10n.t("It was among your quotes already.");
  if ((await vscode.window.showInformationMessage(message, open)) === open) {
    await vscode.window.showTextDocument(vscode.Uri.file(added.file));
  }
}
