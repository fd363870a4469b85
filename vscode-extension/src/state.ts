/** What the status item says, from the server's phase and what it tells of itself. Knows nothing of the editor. */

/** `missing`: there is no server on this machine yet. `failed`: it is there and does not run. */
export type Phase = "starting" | "running" | "missing" | "failed";

/** What `epigraph.status` answers. */
export interface Status {
  readonly version: string;
  readonly languages: Record<string, Language>;
  readonly own: number;
  readonly hidden: number;
  readonly problems: readonly string[];
}

export interface Language {
  readonly state: "unloaded" | "loading" | "ready" | "failed";
  readonly provider?: string;
  readonly quotes?: number;
  readonly bundle?: string;
  readonly error?: string;
}

export type Mood = "busy" | "ready" | "warning" | "error";

/** Return how things are, in one word. */
export function mood(phase: Phase, status: Status | undefined): Mood {
  if (phase === "failed") return "error";
  if (phase === "missing") return "warning";
  const states = Object.values(status?.languages ?? {}).map(({ state }) => state);
  if (phase === "starting" || !status || states.includes("loading")) return "busy";
  if (states.includes("failed")) return "error";
  return status.problems.length > 0 ? "warning" : "ready";
}

/** Return the languages that are ready and where they run, such as `EN ZH · CPU`. */
export function summary(status: Status | undefined): string {
  const ready = Object.entries(status?.languages ?? {}).filter(([, { state }]) => state === "ready");
  const devices = new Set(ready.map(([, { provider }]) => device(provider)));
  const names = ready.map(([name]) => name.toUpperCase()).join(" ");
  return names && `${names} · ${[...devices].join(" ")}`;
}

export function device(provider = ""): "CPU" | "GPU" {
  return provider.startsWith("CPU") ? "CPU" : "GPU";
}
