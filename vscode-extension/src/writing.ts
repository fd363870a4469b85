/** Commands that change the document: placeholders set, gone to and filled, quotations inserted. */

import * as vscode from "vscode";
import type { Quotation } from "./quotations";
import type { Server } from "./server";

const FILL_ALL = vscode.CodeActionKind.RefactorRewrite.append("epigraph.fillAll");
const HAN = /\p{Script=Han}/u;

/** Put a placeholder at each cursor, in the language of the text before it. */
export async function insertPlaceholder(editor: vscode.TextEditor): Promise<void> {
  const names = vscode.workspace.getConfiguration("epigraph", editor.document).get<string[]>("placeholders", []);
  await editor.edit((edit) => {
    for (const selection of editor.selections) {
      const before = editor.document.lineAt(selection.start).text.slice(0, selection.start.character);
      edit.replace(selection, `[${placeholderName(names, before)}]`);
    }
  });
}

/** Return the first name that is in the script of some text, else the first. */
function placeholderName(names: readonly string[], text: string): string {
  return names.find((name) => HAN.test(name) === HAN.test(text)) ?? names[0] ?? "Quote";
}

/** Select the placeholder after the cursor, or the first of the document. */
export async function goToNextPlaceholder(server: Server, editor: vscode.TextEditor): Promise<void> {
  const place = { uri: editor.document.uri.toString(), position: editor.selection.active };
  const found = await server.run<vscode.Range | null>("epigraph.nextPlaceholder", place); // shown by the server
  if (!found) void vscode.window.showInformationMessage(vscode.l10n.t("There is no placeholder in this document."));
}

/** Put the best quotation into every placeholder; one undo takes all of them back. */
export async function fillAllPlaceholders({ document, selection }: vscode.TextEditor): Promise<void> {
  const [action] = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Window, title: vscode.l10n.t("Epigraph: filling placeholders") },
    () =>
      vscode.commands.executeCommand<vscode.CodeAction[]>(
        "vscode.executeCodeActionProvider",
        document.uri,
        new vscode.Range(selection.active, selection.active),
        FILL_ALL.value,
        1,
      ),
  );
  if (action?.edit) await vscode.workspace.applyEdit(action.edit);
  else void vscode.window.showInformationMessage(vscode.l10n.t("There is no placeholder in this document."));
}

/** Insert a quotation at the cursor, with the marks and credit that the settings want. */
export async function insertQuotation(server: Server, editor: vscode.TextEditor, { id }: Quotation): Promise<void> {
  await server.run("epigraph.insert", { uri: editor.document.uri.toString(), id, position: editor.selection.active });
}
