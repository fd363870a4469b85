/** Find the server: where the person says, on PATH, in the extension's own environment. Knows nothing of the editor. */

import type { Run } from "./process";

/** How to start the server. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  readonly version: string;
}

export class PathError extends Error {
  constructor(readonly path: string) {
    super(`${path}: found no Epigraph there`);
  }
}

export interface Places {
  /** What the setting says, or nothing. */
  readonly path: string;
  /** The Python of the extension's own environment, where that is whole; asked for only when it is needed. */
  readonly environment: () => Promise<string | undefined>;
}

/** Return how to start the server, undefined where there is none; a wrong setting is an error, not passed over. */
export async function locate({ path, environment }: Places, run: Run): Promise<Launch | undefined> {
  if (path) {
    const launch = await tried(path, [], run);
    if (!launch) throw new PathError(path);
    return launch;
  }
  const launch = await tried("epigraph", [], run);
  if (launch) return launch;
  const python = await environment();
  return python ? tried(python, ["-I", "-m", "epigraph"], run) : undefined;
}

/** Other programs may have the name too, so it must tell its version. */
async function tried(command: string, args: readonly string[], run: Run): Promise<Launch | undefined> {
  const { code, stdout } = await run(command, [...args, "--version"]);
  const version = /^epigraph (\d+\.\S+)/.exec(stdout)?.[1];
  return code === 0 && version ? { command, args: [...args, "serve"], version } : undefined;
}
