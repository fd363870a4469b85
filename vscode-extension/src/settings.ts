/** What of the settings the server is told: only what somebody chose, so that its own files count for the rest. */

/** Settings that are the extension's; the server does not know them. */
export const OWN = ["path", "interpreter", "runtime", "pipIndexUrl", "languages"] as const;

/** What the server must be started anew for; `teamUrl` may need another environment. */
export const NEEDS_RESTART = [...OWN, "trigger", "teamUrl"] as const;

type Inspected = { defaultValue?: unknown } & Record<string, unknown>;

/** The part of vscode.WorkspaceConfiguration that is used here. */
export interface Configuration {
  get(name: string): unknown;
  inspect(name: string): object | undefined;
}

/** Return the chosen values among names such as `filter.author`, as nested objects. */
export function chosen(names: readonly string[], configuration: Configuration): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const name of names) {
    if (isChosen(configuration.inspect(name) as Inspected | undefined))
      put(result, name.split("."), configuration.get(name));
  }
  return result;
}

/** Return the names of the server's settings among those that the extension contributes. */
export function serverSettings(contributed: readonly string[]): string[] {
  const own = new Set<string>(OWN.map((name) => `epigraph.${name}`));
  return contributed.filter((name) => !own.has(name)).map((name) => name.slice("epigraph.".length));
}

/** Any value but the default counts, from whichever layer of the editor's. */
function isChosen(inspected: Inspected | undefined): boolean {
  return Object.entries(inspected ?? {}).some(
    ([layer, value]) => layer.endsWith("Value") && layer !== "defaultValue" && value !== undefined,
  );
}

function put(into: Record<string, unknown>, [first, ...rest]: string[], value: unknown): void {
  if (first === undefined) return;
  if (rest.length === 0) {
    into[first] = isObject(value) ? { ...(into[first] as object), ...value } : value;
  } else {
    into[first] ??= {};
    put(into[first] as Record<string, unknown>, rest, value);
  }
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
