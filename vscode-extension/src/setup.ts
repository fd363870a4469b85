/** Give a person who has no server one: ask once, make the environment with visible steps, say what is missing. */

import * as vscode from "vscode";
import * as environment from "./environment";
import { choose, type Interpreter, OLDEST, usualNames } from "./interpreter";
import { run } from "./process";

const ASKED = "epigraph.asked";

/** The part of the Python extension's API that is used here. */
interface PythonApi {
  readonly environments: {
    getActiveEnvironmentPath(): unknown;
    resolveEnvironment(path: unknown): Promise<{ executable: { uri?: vscode.Uri } } | undefined>;
  };
}

export class Setup {
  private readonly folder: string;
  private readonly wheels: string;

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly log: vscode.LogOutputChannel,
  ) {
    this.folder = vscode.Uri.joinPath(context.globalStorageUri, "server").fsPath;
    this.wheels = vscode.Uri.joinPath(context.extensionUri, "dist").fsPath;
  }

  /** Return the Python of the environment, where that is of the wheel at hand. */
  async python(): Promise<string | undefined> {
    return (await environment.isCurrent(this.folder, await this.recipe()))
      ? environment.pythonOf(this.folder)
      : undefined;
  }

  /** Offer to set up; who agreed once is not asked again when a newer extension needs another environment. */
  async offer(): Promise<boolean> {
    if (environment.isThere(this.folder)) return this.make();
    if (this.context.globalState.get(ASKED)) return false;
    await this.context.globalState.update(ASKED, true);
    const yes = vscode.l10n.t("Set Up");
    const answer = await vscode.window.showInformationMessage(
      vscode.l10n.t(
        "Epigraph ranks quotations on your own machine. It needs a Python environment of its own for that, which takes a minute and about 330 MB. Nothing else on your machine changes.",
      ),
      yes,
      vscode.l10n.t("Not Now"),
    );
    return answer === yes && this.make();
  }

  /** Make the environment; return whether it is there. A failure offers what to do. */
  async make(): Promise<boolean> {
    const python = await choose(await this.candidates(), run);
    if (!python || python.problem) return this.lacking(python);
    try {
      await vscode.window.withProgress(
        { location: vscode.ProgressLocation.Notification, title: vscode.l10n.t("Epigraph"), cancellable: true },
        (progress, token) => this.build(python, progress, token),
      );
      return true;
    } catch (error) {
      this.log.error(String(error));
      return this.failed(error instanceof Error ? error.message : String(error));
    }
  }

  private async build(
    python: Interpreter,
    progress: vscode.Progress<{ message: string }>,
    token: vscode.CancellationToken,
  ): Promise<void> {
    const stop = new AbortController();
    token.onCancellationRequested(() => stop.abort());
    const names = {
      environment: vscode.l10n.t("making an environment with Python {0}", python.version),
      packages: vscode.l10n.t("installing packages"),
      check: vscode.l10n.t("starting the server"),
    };
    const step = (name: environment.Step) =>
      progress.report({ message: `${environment.STEPS.indexOf(name) + 1}/${environment.STEPS.length} ${names[name]}` });
    const line = (text: string) => this.log.info(text);
    const index = settings().get<string>("pipIndexUrl", "");
    const told = { step, line, signal: stop.signal };
    await environment.make(this.folder, python.path, await this.recipe(), index, run, told);
  }

  private async recipe(): Promise<environment.Recipe> {
    return {
      wheel: await environment.wheelIn(this.wheels),
      runtime: settings().get("runtime", "cpu"),
      team: settings().get("teamUrl", "") !== "",
    };
  }

  private async candidates(): Promise<string[]> {
    const set = settings().get<string>("interpreter", "");
    const active = await this.activeInterpreter();
    return [...(set ? [set] : []), ...(active ? [active] : []), ...usualNames(process.platform)];
  }

  /** What is active may be in the workspace, so only a trusted one is asked. */
  private async activeInterpreter(): Promise<string | undefined> {
    if (!vscode.workspace.isTrusted) return undefined;
    try {
      const api = await vscode.extensions.getExtension<PythonApi>("ms-python.python")?.activate();
      const found = await api?.environments.resolveEnvironment(api.environments.getActiveEnvironmentPath());
      return found?.executable.uri?.fsPath;
    } catch (error) {
      this.log.warn(`the Python extension tells no interpreter: ${error}`);
      return undefined;
    }
  }

  private lacking(found: Interpreter | undefined): Promise<boolean> {
    const needed = OLDEST.join(".");
    if (found?.problem === "no venv") {
      return this.failed(
        vscode.l10n.t(
          "{0} cannot make environments; install its package for that (python3-venv on Debian and Ubuntu).",
          found.path,
        ),
      );
    }
    return this.failed(
      found
        ? vscode.l10n.t("Found Python {0} ({1}), but {2} or later is needed.", found.version, found.path, needed)
        : vscode.l10n.t("Found no Python; {0} or later is needed.", needed),
    );
  }

  private async failed(message: string): Promise<boolean> {
    const again = vscode.l10n.t("Try Again");
    const other = vscode.l10n.t("Choose Interpreter…");
    const logs = vscode.l10n.t("Show Logs");
    const answer = await vscode.window.showErrorMessage(
      vscode.l10n.t("Epigraph could not be set up: {0}", message),
      again,
      other,
      logs,
    );
    if (answer === again) return this.make();
    if (answer === other) return (await chooseInterpreter()) && this.make();
    if (answer === logs) this.log.show();
    return false;
  }
}

async function chooseInterpreter(): Promise<boolean> {
  const [file] = (await vscode.window.showOpenDialog({ title: vscode.l10n.t("A Python of 3.11 or later") })) ?? [];
  if (file) await settings().update("interpreter", file.fsPath, vscode.ConfigurationTarget.Global);
  return file !== undefined;
}

function settings(): vscode.WorkspaceConfiguration {
  return vscode.workspace.getConfiguration("epigraph");
}
