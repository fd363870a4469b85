/** The status item and its menu. */

import * as vscode from "vscode";
import type { Server } from "./server";
import { device, type Language, type Mood, mood, type Status, summary } from "./state";

const AGAIN = 500; // milliseconds until a language that loads is asked after again
const ICONS: Record<Mood, string> = { busy: "loading~spin", ready: "quote", warning: "warning", error: "error" };
const NAMES: Record<string, string> = { en: "English", zh: "中文" };

/** A line of the menu; one without a command only tells. */
interface Choice extends vscode.QuickPickItem {
  readonly command?: string;
  readonly argument?: string;
}

export class StatusItem implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem("epigraph.status", vscode.StatusBarAlignment.Right, 100);
  private readonly watched: vscode.Disposable;
  private status: Status | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly server: Server) {
    this.item.name = "Epigraph";
    this.item.command = "epigraph.showStatus";
    this.watched = server.onDidChange(() => void this.refresh());
  }

  /** Show how things are, and tell it. */
  async refresh(): Promise<void> {
    clearTimeout(this.timer);
    this.status = this.server.phase === "running" ? await this.asked() : undefined;
    const now = mood(this.server.phase, this.status);
    this.item.text = `$(${ICONS[now]}) ${["Epigraph", summary(this.status)].filter(Boolean).join(" ")}`;
    this.item.tooltip = this.lines().join("\n");
    this.item.backgroundColor = now === "error" ? new vscode.ThemeColor("statusBarItem.errorBackground") : undefined;
    this.item.show();
    if (now === "busy" && this.server.phase === "running") this.timer = setTimeout(() => void this.refresh(), AGAIN);
  }

  /** Let the person see the state, and choose what to do about it. */
  async showMenu(): Promise<void> {
    await this.refresh();
    const told: Choice[] = this.lines().map((line) => ({ label: `$(info) ${line}` }));
    const line: Choice = { label: "", kind: vscode.QuickPickItemKind.Separator };
    const chosen = await vscode.window.showQuickPick([...told, line, ...this.choices()], { title: "Epigraph" });
    if (chosen?.command) await vscode.commands.executeCommand(chosen.command, chosen.argument);
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.watched.dispose();
    this.item.dispose();
  }

  private async asked(): Promise<Status | undefined> {
    try {
      return await this.server.run<Status>("epigraph.status");
    } catch {
      return undefined; // it is going down; its next phase comes by itself
    }
  }

  private choices(): Choice[] {
    const setUp = { label: `$(cloud-download) ${vscode.l10n.t("Set Up Server")}`, command: "epigraph.setUp" };
    return [
      ...(this.server.phase === "missing" ? [setUp] : []),
      { label: `$(quote) ${vscode.l10n.t("Recommend Quote Here")}`, command: "epigraph.pick" },
      { label: `$(arrow-down) ${vscode.l10n.t("Next Placeholder")}`, command: "epigraph.goToNextPlaceholder" },
      { label: `$(search) ${vscode.l10n.t("Search Quotations")}`, command: "epigraph.searchQuotations" },
      { label: `$(debug-restart) ${vscode.l10n.t("Restart Server")}`, command: "epigraph.restart" },
      { label: `$(output) ${vscode.l10n.t("Show Logs")}`, command: "epigraph.showLogs" },
      {
        label: `$(gear) ${vscode.l10n.t("Settings")}`,
        command: "workbench.action.openSettings",
        argument: "@ext:epigraph.epigraph",
      },
    ];
  }

  private lines(): string[] {
    if (!this.status) return [this.server.problem || vscode.l10n.t("Starting…")];
    const { version, languages, own, hidden, problems } = this.status;
    return [
      ...Object.entries(languages).map(([name, language]) => `${NAMES[name] ?? name}: ${told(language)}`),
      vscode.l10n.t("{0} quotes of your own, {1} hidden, version {2}", own, hidden, version),
      ...problems,
    ];
  }
}

function told({ state, provider, quotes = 0, error = "" }: Language): string {
  switch (state) {
    case "ready":
      return vscode.l10n.t("{0} quotations on the {1}", quotes.toLocaleString(), device(provider));
    case "loading":
      return vscode.l10n.t("loading…");
    case "failed":
      return error;
    case "unloaded":
      return vscode.l10n.t("loads when it is first needed");
  }
}
