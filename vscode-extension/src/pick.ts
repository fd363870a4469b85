/** "Recommend Quote Here": the ranked quotations in a list, each seen in the text while moving through it. */

import * as vscode from "vscode";
import { Preview } from "./preview";
import { credit, type Position, type Quotation, type Suggestion, shown } from "./quotations";
import type { Server } from "./server";

const OFFERED = 50; // enough to filter among

/** A quotation, or without one the line above those that fit, or that only come near. */
interface Item extends vscode.QuickPickItem {
  readonly suggestion?: Suggestion;
}

/** What a code lens tells of the place it stands at. */
export interface Place {
  readonly uri: string;
  readonly position: Position;
}

/** Let the person choose a quotation for a place, or for the cursor, and insert it. */
export async function pick(server: Server, place?: Place): Promise<void> {
  const editor = place ? await editorOf(place) : vscode.window.activeTextEditor;
  if (!editor) {
    void vscode.window.showInformationMessage(vscode.l10n.t("Open a document first."));
    return;
  }
  const { version } = editor.document;
  const list = new Picker(server, editor);
  const chosen = await list.choose({
    uri: editor.document.uri.toString(),
    position: place?.position ?? editor.selection.active,
  });
  if (!chosen) return;
  if (editor.document.version === version) {
    await editor.edit((edit) => edit.replace(rangeOf(chosen), chosen.edit.newText));
  } else {
    void vscode.window.showWarningMessage(vscode.l10n.t("The document has changed; choose again."));
  }
}

class Picker {
  private readonly list = vscode.window.createQuickPick<Item>();
  private readonly preview: Preview;
  private readonly hide = {
    iconPath: new vscode.ThemeIcon("eye-closed"),
    tooltip: vscode.l10n.t("Never suggest again"),
  };
  private readonly copy = { iconPath: new vscode.ThemeIcon("copy"), tooltip: vscode.l10n.t("Copy") };

  constructor(
    private readonly server: Server,
    editor: vscode.TextEditor,
  ) {
    this.preview = new Preview(editor);
    this.list.placeholder = vscode.l10n.t("Type to filter by words, author or meaning");
    this.list.matchOnDescription = true;
    this.list.matchOnDetail = true;
    this.list.onDidChangeActive(([item]) => this.show(item));
    this.list.onDidTriggerItemButton(({ item, button }) => this.press(item, button));
  }

  /** Show the list until something is chosen or it is left. */
  async choose(place: Place): Promise<Suggestion | undefined> {
    const done = new Promise<Suggestion | undefined>((resolve) => {
      this.list.onDidAccept(() => resolve(this.list.activeItems[0]?.suggestion));
      this.list.onDidHide(() => resolve(undefined));
    });
    this.list.busy = true;
    this.list.show();
    void this.fill(place);
    try {
      return await done;
    } finally {
      this.preview.dispose();
      this.list.dispose();
    }
  }

  private async fill(place: Place): Promise<void> {
    try {
      const found = await this.server.run<Suggestion[]>("epigraph.recommend", { ...place, k: OFFERED });
      const near = found.filter(({ fits }) => !fits);
      const well = found.filter(({ fits }) => fits);
      this.list.items = [
        ...this.group(vscode.l10n.t("fits well"), well),
        ...this.group(
          well.length ? vscode.l10n.t("comes near") : vscode.l10n.t("nothing fits well; comes nearest"),
          near,
        ),
      ];
      if (found.length === 0) this.list.placeholder = vscode.l10n.t("Nothing fits; take a hint or a filter away.");
    } catch (error) {
      this.list.placeholder = error instanceof Error ? error.message : String(error);
    }
    this.list.busy = false;
  }

  private group(title: string, found: readonly Suggestion[]): Item[] {
    const items = found.map((suggestion) => ({ ...shown(suggestion), buttons: [this.hide, this.copy], suggestion }));
    return items.length ? [{ label: title, kind: vscode.QuickPickItemKind.Separator }, ...items] : [];
  }

  private show(item: Item | undefined): void {
    if (item?.suggestion) this.preview.show(rangeOf(item.suggestion), item.suggestion.edit.newText);
    else this.preview.hide();
  }

  private async press({ suggestion }: Item, button: vscode.QuickInputButton): Promise<void> {
    if (!suggestion) return;
    if (button === this.copy) {
      await copyQuotation(suggestion);
    } else {
      await this.server.run("epigraph.hide", { id: suggestion.id });
      this.list.items = this.list.items.filter((item) => item.suggestion !== suggestion);
    }
  }
}

/** Put a quotation and who said it on the clipboard. */
export async function copyQuotation(quotation: Quotation): Promise<void> {
  const told = credit(quotation);
  await vscode.env.clipboard.writeText(told ? `${quotation.text} — ${told}` : quotation.text);
  vscode.window.setStatusBarMessage(vscode.l10n.t("Copied."), 2000);
}

async function editorOf({ uri, position }: Place): Promise<vscode.TextEditor> {
  const at = new vscode.Position(position.line, position.character);
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
  return vscode.window.showTextDocument(document, { selection: new vscode.Range(at, at) });
}

function rangeOf({ edit: { range } }: Suggestion): vscode.Range {
  return new vscode.Range(range.start.line, range.start.character, range.end.line, range.end.character);
}
