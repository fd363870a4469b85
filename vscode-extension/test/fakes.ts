/** Programs that are not there: what each command line answers. */

import type { Result, Run } from "../src/process";

/** Answer the command lines that are known; all others are not found. Keeps what was asked. */
export function programs(known: Record<string, Partial<Result>>): { run: Run; asked: string[] } {
  const asked: string[] = [];
  const run: Run = async (command, args) => {
    const line = [command, ...args].join(" ");
    asked.push(line);
    const key = Object.keys(known).find((start) => line.startsWith(start));
    return key === undefined
      ? { code: 127, stdout: "", stderr: `${command}: not found` }
      : { code: 0, stdout: "", stderr: "", ...known[key] };
  };
  return { run, asked };
}
