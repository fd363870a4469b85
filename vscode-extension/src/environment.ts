/** The server's own Python environment, made from the wheel that the extension carries. Knows nothing of the editor. */

import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Run } from "./process";

export type Runtime = "cpu" | "gpu";

/** What an environment is made of; another recipe needs another environment. */
export interface Recipe {
  readonly wheel: string;
  readonly runtime: Runtime;
  readonly team: boolean; // whether a team's collection is asked
}

export type Step = "environment" | "packages" | "check";
export const STEPS: readonly Step[] = ["environment", "packages", "check"];

export class EnvironmentError extends Error {}

const MARKER = "epigraph.json";

/** Return the wheel in a folder of the extension. */
export async function wheelIn(folder: string): Promise<string> {
  const wheel = (await readdir(folder)).find((name) => name.endsWith(".whl"));
  if (!wheel) throw new EnvironmentError(`${folder}: found no wheel, expected one; install the extension again`);
  return join(folder, wheel);
}

export function pythonOf(folder: string, platform: NodeJS.Platform = process.platform): string {
  return platform === "win32" ? join(folder, "Scripts", "python.exe") : join(folder, "bin", "python");
}

/** Whether an environment was made once, of whatever recipe. */
export function isThere(folder: string): boolean {
  return existsSync(join(folder, MARKER));
}

/** Whether an environment is whole and of this recipe. */
export async function isCurrent(folder: string, recipe: Recipe): Promise<boolean> {
  try {
    return (await readFile(join(folder, MARKER), "utf8")) === (await fingerprint(recipe));
  } catch {
    return false;
  }
}

/** Make the environment anew; a step is told as it begins, the programs' words line by line. */
export async function make(
  folder: string,
  python: string,
  recipe: Recipe,
  indexUrl: string,
  run: Run,
  told: { step: (step: Step) => void; line: (line: string) => void; signal: AbortSignal },
): Promise<void> {
  const does = async (command: string, args: string[]) => {
    told.line(`> ${command} ${args.join(" ")}`);
    const { code, stderr } = await run(command, args, { onLine: told.line, signal: told.signal });
    if (code !== 0) throw new EnvironmentError(lastLine(stderr) || `${command} ended with code ${code}`);
  };
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const own = pythonOf(folder);
  told.step("environment");
  await does(python, ["-I", "-m", "venv", folder]);
  told.step("packages");
  const index = indexUrl ? ["--index-url", indexUrl] : [];
  const pip = ["-I", "-m", "pip", "install", "--no-input", "--no-compile", "--disable-pip-version-check", ...index];
  await does(own, [...pip, `${recipe.wheel}[${extras(recipe).join(",")}]`]);
  told.step("check");
  await does(own, ["-I", "-m", "epigraph", "--version"]);
  await writeFile(join(folder, MARKER), await fingerprint(recipe)); // last: what is half made has none
}

/** What is installed beside the wheel; a collection becomes large without anybody's word, so `large` always. */
function extras({ runtime, team }: Recipe): string[] {
  return [runtime, "large", ...(team ? ["team"] : [])];
}

async function fingerprint(recipe: Recipe): Promise<string> {
  const hash = createHash("sha256").update(await readFile(recipe.wheel));
  return JSON.stringify({ extras: extras(recipe), wheel: hash.digest("hex") });
}

function lastLine(text: string): string {
  return text.trim().split(/\r?\n/).at(-1) ?? "";
}
