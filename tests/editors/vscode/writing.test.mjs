/** A person installs the extension and writes: every feature, in a real VS Code, with pictures for the docs. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { CodeServer } from "./code_server.mjs";
import { firstList, nextList } from "./timing.mjs";
import { PICKS, SUGGESTIONS, Workbench } from "./workbench.mjs";

const ROOT = resolve(import.meta.dirname, "../../..");
const FAST = 60_000; // milliseconds of fast typing
const ESSAY = readFileSync(join(ROOT, "examples/essay.md"), "utf8");
const CHINESE = readFileSync(join(ROOT, "examples/zuowen.md"), "utf8");
const PICTURES = join(ROOT, ".cache/pictures");
const KNOWN = new Set(
  ["en", "zh"].flatMap((language) =>
    readFileSync(join(ROOT, `server/epigraph/quotes/data/${language}.jsonl`), "utf8")
      .trim()
      .split("\n")
      .map((line) => letters(JSON.parse(line).text)),
  ),
);

let machine;
let bench;

before(async () => {
  machine = await CodeServer.start({
    home: join(ROOT, ".cache/vscode"),
    vsix: join(ROOT, "vscode-extension/dist/epigraph.vsix"),
    files: { "essay.md": ESSAY, "zuowen.md": CHINESE, "words.log": ESSAY },
  });
  bench = await Workbench.open(machine.address, PICTURES);
});

after(async () => {
  await bench?.close();
  await machine?.stop();
});

test("a person without a server is asked, and has one after that", async () => {
  await bench.openFile("essay.md");
  await bench.page.click('.notification-toast .monaco-button:has-text("Set Up")');
  await bench.until(async () => (await bench.status()).includes("EN · CPU"), "the server", 600_000);
  assert.equal((await machine.servers()).length, 1);
});

test("a list at the placeholder, and the choice fills it", async () => {
  await bench.goTo(12, 95);
  await bench.suggest(isQuotation);
  await bench.page.keyboard.press("Control+Space"); // and what is known of the first
  await bench.see(".suggest-details >> text=Meaning");
  await bench.picture("completion");
  await bench.page.keyboard.press("Enter");
  await bench.until(async () => (await bench.text()) !== ESSAY, "the insertion");
  checkFilled(ESSAY, await bench.text(), "[Quote: friendship]");
  await bench.undo(ESSAY);
});

test("a hover tells the best and why", async () => {
  await bench.goTo(9, 10);
  await bench.page.keyboard.press("Control+K");
  await bench.page.keyboard.press("Control+I");
  await bench.see(".monaco-hover:not(.hidden) >> text=Because of");
  await bench.picture("hover");
  await bench.page.keyboard.press("Escape");
});

test("a code action fills the placeholder", async () => {
  await bench.goTo(9, 10);
  await bench.page.keyboard.press("Control+.");
  await bench.see(".action-widget .monaco-list-row >> text=Insert");
  await bench.picture("action");
  await bench.page.keyboard.press("Enter");
  await bench.until(async () => (await bench.text()) !== ESSAY, "the insertion");
  checkFilled(ESSAY, await bench.text(), "[Quote]");
  await bench.undo(ESSAY);
});

test("the picker shows each quotation in the text, and inserts the chosen one", async () => {
  await bench.goTo(12, 95);
  await bench.page.keyboard.press("Control+K");
  await bench.page.keyboard.press("q");
  await bench.see(PICKS);
  await bench.page.keyboard.press("ArrowDown");
  const [, second] = await bench.rows(PICKS);
  await bench.until(async () => second.startsWith(await bench.preview()), "the preview of the second");
  await bench.picture("pick");
  await bench.page.keyboard.press("Enter");
  await bench.until(async () => (await bench.text()) !== ESSAY, "the insertion");
  const text = await bench.text();
  checkFilled(ESSAY, text, "[Quote: friendship]");
  assert.equal(await bench.preview(), "");
  await bench.undo(ESSAY);
});

test("typing in the picker filters, and leaving it changes nothing", async () => {
  await bench.goTo(9, 10);
  await bench.page.keyboard.press("Control+K");
  await bench.page.keyboard.press("q");
  await bench.see(PICKS);
  await bench.page.keyboard.type("Shakespeare");
  await bench.until(async () => (await bench.rows(PICKS)).every((row) => row.includes("Shakespeare")), "the filter");
  await bench.page.keyboard.press("Escape");
  assert.equal(await bench.text(), ESSAY);
});

test("the status item and its menu tell the state", async () => {
  await bench.page.click("[id='epigraph.epigraph.epigraph.status']");
  await bench.see(`${PICKS} >> text=/English: [0-9,]+ quotations on the CPU/`);
  await bench.picture("status");
  await bench.page.keyboard.press("Escape");
});

test("the views list placeholders and own quotes", async () => {
  await bench.page.click(".activitybar [aria-label='Epigraph']");
  await bench.page.mouse.move(700, 560); // else the view's name stays over the picture
  await bench.see(".pane-body .monaco-list-row >> text=[Quote: friendship]");
  await bench.focusEditor();
  await bench.goTo(5, 3);
  await bench.page.keyboard.press("Shift+End");
  await bench.command("Epigraph: Add Selection to My Quotes");
  await bench.see(".quick-input-widget >> text=Who said it?");
  await bench.page.keyboard.type("A friend");
  await bench.page.keyboard.press("Enter");
  await bench.see(".pane-body .monaco-list-row >> text=Notes for a friend starting over");
  await bench.command("Notifications: Clear All Notifications");
  await bench.picture("views");
});

test("a search finds a quotation and inserts it at the cursor", async () => {
  await bench.focusEditor();
  await bench.goTo(6, 1);
  await bench.command("Epigraph: Search Quotations");
  await bench.see(".quick-input-widget input[placeholder^='Words of a quotation']");
  await bench.page.keyboard.type("to be or not to be question");
  await bench.see(`${PICKS}[aria-label*="that is the question"]`);
  await bench.page.keyboard.press("Enter");
  await bench.until(async () => /“To be,? or not to be/.test(await bench.text()), "the insertion");
  await bench.undo(ESSAY);
});

test("all placeholders are filled at once, each with a quotation of its own", async () => {
  await bench.command("Epigraph: Fill All Placeholders");
  await bench.until(async () => !(await bench.text()).includes("[Quote"), "the insertions");
  const filled = [...(await bench.text()).matchAll(/“(.+?)”|"(.+?)"/gs)].map(([, curly, straight]) => letters(curly ?? straight));
  assert.equal(new Set(filled).size, 3);
  assert.ok(filled.every((words) => KNOWN.has(words)), filled.join("\n"));
  await bench.undo(ESSAY);
});

test("a server that is killed comes back by itself", async () => {
  const [old] = await machine.servers();
  process.kill(old, "SIGKILL");
  await bench.until(async () => (await machine.servers()).some((pid) => pid !== old), "another server");
  await bench.goTo(9, 14);
  await bench.suggest(isQuotation);
  await bench.page.keyboard.press("Escape");
});

test("Chinese is completed as English is", async () => {
  await bench.openFile("zuowen.md");
  await bench.goTo(9, 100); // the end of the line
  await bench.suggest(isQuotation);
  await bench.see(".pane-body .monaco-list-row >> text=[名言：思乡]");
  await bench.picture("chinese");
  await bench.page.keyboard.press("Enter");
  await bench.until(async () => (await bench.text()) !== CHINESE, "the insertion");
  checkFilled(CHINESE, await bench.text(), "[名言：思乡]");
  await bench.undo(CHINESE);
});

test("a minute of fast typing leaves exactly what was typed, and lists still open", async () => {
  await bench.command("File: New Untitled Text File");
  await bench.see(".tab.active[aria-label*=Untitled]");
  const words = "well begun is half done, as they say; and so on [Quote] we go. ";
  let expected = "";
  for (const end = Date.now() + FAST; Date.now() < end; ) {
    await bench.page.keyboard.type(words);
    expected += words;
  }
  await bench.until(async () => (await bench.text()) === expected, "the typed words", 30_000);
  await bench.page.keyboard.press("Control+End");
  await bench.page.keyboard.type("[Quote]");
  await bench.see(SUGGESTIONS);
});

test("how long lists take, beside VS Code's own list of words", async () => {
  const figures = {};
  for (const [name, file, before, key, isWanted] of [
    ["Epigraph", "essay.md", "[Quote", "]", isQuotation],
    ["words", "words.log", "bri", "d", undefined],
  ]) {
    await bench.close();
    bench = await Workbench.open(machine.address, PICTURES);
    const first = await firstList(bench, file, 9, 14, isWanted);
    await bench.page.keyboard.press("Escape");
    figures[name] = { first, next: await nextList(bench, before, key) };
  }
  console.log(`milliseconds to the first list of a new window, and from a key to its list: ${JSON.stringify(figures)}`);
});

/** A quotation of the collection stands where the placeholder was, and nothing else changed. */
function checkFilled(before, after, placeholder) {
  const [left, right] = before.split(placeholder);
  assert.ok(after.startsWith(left) && after.endsWith(right), after);
  assert.ok(KNOWN.has(letters(after.slice(left.length, after.length - right.length))), after);
}

/** Whether a row of a list begins with a quotation of the collection, or with as much of it as has room. */
function isQuotation(row) {
  const all = letters(row);
  const beforeCut = row.includes("…") ? letters(row.split("…")[0]) : undefined;
  return [...KNOWN].some((words) => all.startsWith(words.slice(0, 40)) || (beforeCut && words.startsWith(beforeCut)));
}

function letters(text) {
  return text.replace(/[^\p{L}\p{N}]/gu, "");
}
