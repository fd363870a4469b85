/** Find a Python that can run the server. Knows nothing of the editor. */

import type { Run } from "./process";

export const OLDEST: readonly [number, number] = [3, 11];

/** A Python, and why it will not do where it will not. */
export interface Interpreter {
  readonly path: string;
  readonly version: string;
  readonly problem?: "old" | "no venv";
}

const ASK = "import sys; print(sys.executable); print('%d.%d' % sys.version_info[:2]); import venv, ensurepip";

/** Names under which systems keep Python, the surest first. */
export function usualNames(platform: NodeJS.Platform): string[] {
  const versioned = ["python3.13", "python3.12", "python3.11", "python3.14"];
  return platform === "win32" ? ["py", "python"] : ["python3", ...versioned, "python"];
}

/** Ask a program whether it is a Python; undefined where it is none. */
export async function inspect(candidate: string, run: Run): Promise<Interpreter | undefined> {
  const { code, stdout } = await run(candidate, ["-I", "-c", ASK]);
  const [path, version] = stdout.split(/\r?\n/);
  if (!path || !version) return undefined;
  if (isOlder(version)) return { path, version, problem: "old" };
  return code === 0 ? { path, version } : { path, version, problem: "no venv" };
}

/** Return the first candidate that will do, else the first that is a Python at all. */
export async function choose(candidates: readonly string[], run: Run): Promise<Interpreter | undefined> {
  let nearest: Interpreter | undefined;
  for (const candidate of candidates) {
    const found = await inspect(candidate, run);
    if (found && !found.problem) return found;
    if (!nearest || (nearest.problem === "old" && found?.problem === "no venv")) nearest = found ?? nearest;
  }
  return nearest;
}

function isOlder(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]);
}
