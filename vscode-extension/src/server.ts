/** The server's life: found, started, watched, started again. What it answers is others' business. */

import * as vscode from "vscode";
import {
  ExecuteCommandRequest,
  LanguageClient,
  type LanguageClientOptions,
  RevealOutputChannelOn,
  State,
} from "vscode-languageclient/node";
import { type Launch, locate, PathError } from "./discovery";
import { run } from "./process";
import { chosen, serverSettings } from "./settings";
import type { Phase } from "./state";

export class Server implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;
  phase: Phase = "starting";
  problem = "";
  private client: LanguageClient | undefined;
  private turn: Promise<void> | undefined;

  constructor(
    private readonly extension: vscode.Extension<unknown>,
    private readonly environment: () => Promise<string | undefined>,
    private readonly log: vscode.LogOutputChannel,
  ) {}

  /** Start, unless that was done. */
  start(): Promise<void> {
    return this.turn ?? this.restart();
  }

  /** Start, or start again; calls wait for one another. */
  restart(): Promise<void> {
    this.turn = (this.turn ?? Promise.resolve()).then(() => this.startAnew());
    return this.turn;
  }

  /** Run a command of the server; without a server it is an error that says so. */
  async run<Answer>(command: string, argument: object = {}): Promise<Answer> {
    await this.start();
    if (!this.client) throw new Error(this.problem || vscode.l10n.t("Epigraph is not running."));
    return this.client.sendRequest(ExecuteCommandRequest.type, { command, arguments: [argument] });
  }

  async dispose(): Promise<void> {
    this.changed.dispose();
    await this.client?.dispose();
  }

  private async startAnew(): Promise<void> {
    this.become("starting");
    const old = this.client;
    this.client = undefined;
    await old?.dispose().catch((error) => this.log.warn(String(error)));
    try {
      const path = configuration().get<string>("path", "");
      const launch = await locate({ path, environment: this.environment }, run);
      if (launch) await this.launch(launch);
      else this.become("missing", vscode.l10n.t("The Epigraph server is not set up yet."));
    } catch (error) {
      this.log.error(String(error));
      this.become("failed", told(error));
    }
  }

  private async launch(launch: Launch): Promise<void> {
    this.log.info(`${launch.command} ${launch.args.join(" ")} (${launch.version})`);
    const executable = { command: launch.command, args: [...launch.args] };
    const client = new LanguageClient("epigraph", "Epigraph", executable, this.options());
    client.onDidChangeState(({ newState }) => this.follow(newState));
    await client.start();
    this.client = client;
    this.become("running");
  }

  private options(): LanguageClientOptions {
    const settings = this.extension.packageJSON.contributes.configuration.flatMap((section: { properties: object }) =>
      Object.keys(section.properties),
    );
    const names = serverSettings(settings);
    const languages = configuration().get<string[]>("languages", []);
    return {
      documentSelector: ["file", "untitled", "vscode-notebook-cell"].flatMap((scheme) =>
        languages.map((language) => ({ scheme, language })),
      ),
      initializationOptions: {
        clientCommands: ["epigraph.pick"],
        ...chosen(["trigger"], configuration()), // the one that must be known before the server can ask
      },
      outputChannel: this.log,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      initializationFailedHandler: () => false,
      middleware: {
        workspace: {
          configuration: ({ items }) =>
            items.map(({ scopeUri }) => chosen(names, configuration(scopeUri ? vscode.Uri.parse(scopeUri) : null))),
        },
        handleWorkDoneProgress: (token, params, next) => {
          next(token, params);
          if (params.kind !== "report") this.changed.fire(); // a model begins or ends to load
        },
      },
    };
  }

  /** The client starts a server that died by itself, and tells the person when it gives up. */
  private follow(state: State): void {
    if (state === State.Running) this.become("running");
    else if (state === State.Starting) this.become("starting");
    else if (this.client) this.become("failed", vscode.l10n.t("The Epigraph server has stopped."));
  }

  private become(phase: Phase, problem = ""): void {
    this.phase = phase;
    this.problem = problem;
    this.changed.fire();
  }
}

function configuration(scope: vscode.Uri | null = null): vscode.WorkspaceConfiguration {
  return vscode.workspace.getConfiguration("epigraph", scope);
}

function told(error: unknown): string {
  if (error instanceof PathError) {
    return vscode.l10n.t(
      "The setting epigraph.path is {0}, and there is no Epigraph; correct or clear it.",
      error.path,
    );
  }
  return error instanceof Error ? error.message : String(error);
}
