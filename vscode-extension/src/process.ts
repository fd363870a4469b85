/** Run a program to its end. Knows nothing of the editor. */

import { spawn } from "node:child_process";

export interface Result {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Options {
  /** Told each line as it comes, of both streams. */
  readonly onLine?: (line: string) => void;
  readonly signal?: AbortSignal;
  readonly cwd?: string;
}

export type Run = (command: string, args: readonly string[], options?: Options) => Promise<Result>;

/** Run a program; one that cannot be started ends with code 127, as in a shell. */
export const run: Run = (command, args, options = {}) =>
  new Promise((resolve) => {
    const { onLine, signal, cwd } = options;
    const child = spawn(command, args, { cwd, signal, stdio: ["ignore", "pipe", "pipe"] });
    const taken = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"] as const) {
      let rest = "";
      child[name].setEncoding("utf8").on("data", (text: string) => {
        taken[name] += text;
        const lines = (rest + text).split(/\r?\n/);
        rest = lines.pop() ?? "";
        for (const line of lines) onLine?.(line);
      });
      child[name].on("end", () => rest && onLine?.(rest));
    }
    child.on("error", (error) => resolve({ code: 127, stdout: taken.stdout, stderr: error.message }));
    child.on("close", (code) => resolve({ code: code ?? 1, ...taken }));
  });
