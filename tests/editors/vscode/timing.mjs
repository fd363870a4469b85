/** How long a person waits for a list: Epigraph's, beside VS Code's own list of words in the same run. */

import { SUGGESTIONS } from "./workbench.mjs";

const TIMES = 9;

/** From a file chosen in the list of files, in a window just opened, to the first wanted suggestion; in milliseconds. */
export async function firstList(bench, file, line, column, isWanted) {
  const start = Date.now();
  await bench.openFile(file);
  await bench.goTo(line, column);
  await bench.suggest(isWanted);
  return Date.now() - start;
}

/** From a key to the list that it opens; the median of several, in milliseconds. */
export async function nextList(bench, before, key) {
  const taken = [];
  await bench.until(async () => {
    await bench.page.keyboard.type(` ${before}`);
    await bench.page.keyboard.press("Escape");
    await bench.page.waitForSelector(SUGGESTIONS, { state: "detached" });
    const start = Date.now();
    await bench.page.keyboard.type(key);
    // an editor that is still busy with other keys opens no list for this one, and there is nothing to measure
    const shown = await bench.page.waitForSelector(SUGGESTIONS, { timeout: 5000 }).catch(() => undefined);
    if (shown) taken.push(Date.now() - start);
    await bench.page.keyboard.press("Escape");
    return taken.length === TIMES;
  }, "lists");
  return taken.sort((a, b) => a - b)[Math.floor(TIMES / 2)];
}
