/** "Search Quotations": find any quotation by its words, author, work, meaning or topic. */

import * as vscode from "vscode";
import { type Quotation, shown } from "./quotations";
import type { Server } from "./server";

const QUIET = 150; // milliseconds without a key before the server is asked

interface Item extends vscode.QuickPickItem {
  readonly quotation: Quotation;
}

/** Let the person search, and return what they chose. */
export function search(server: Server): Promise<Quotation | undefined> {
  const list = vscode.window.createQuickPick<Item>();
  list.placeholder = vscode.l10n.t("Words of a quotation, an author, a topic");
  list.matchOnDescription = true;
  list.matchOnDetail = true;
  let timer: NodeJS.Timeout | undefined;
  list.onDidChangeValue((query) => {
    clearTimeout(timer);
    timer = setTimeout(() => void fill(server, list, query), QUIET);
  });
  return new Promise((resolve) => {
    list.onDidAccept(() => {
      resolve(list.activeItems[0]?.quotation);
      list.hide();
    });
    list.onDidHide(() => {
      clearTimeout(timer);
      resolve(undefined);
      list.dispose();
    });
    list.show();
  });
}

async function fill(server: Server, list: vscode.QuickPick<Item>, query: string): Promise<void> {
  if (!query.trim()) {
    list.items = [];
    return;
  }
  list.busy = true;
  try {
    const found = await server.run<Quotation[]>("epigraph.search", { query });
    // what the server found stays, also where the editor's own filter sees another spelling
    if (list.value === query)
      list.items = found.map((quotation) => ({ ...shown(quotation), alwaysShow: true, quotation }));
  } catch (error) {
    list.placeholder = error instanceof Error ? error.message : String(error);
  }
  list.busy = false;
}
