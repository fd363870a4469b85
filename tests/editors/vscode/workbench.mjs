/** Drive VS Code in a browser as a person does: keys, clicks, what can be seen. */

import { mkdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";

const HOME = resolve(import.meta.dirname, "../../../.cache/vscode/");
const { chromium } = createRequire(join(HOME, "package.json"))("playwright-core");

const PATIENCE = 120_000; // before a test is given up; nothing is measured by it
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"];

export const SUGGESTIONS = ".suggest-widget.visible .monaco-list-row";
export const PICKS = ".quick-input-widget:not([style*='display: none']) .monaco-list-row";

export class Workbench {
  /** Open VS Code on a folder in a new browser; `language` is that of its interface. */
  static async open(address, pictures, language = "en") {
    await mkdir(pictures, { recursive: true });
    const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS });
    const context = await browser.newContext({
      viewport: { width: 1100, height: 700 },
      locale: language,
      permissions: ["clipboard-read", "clipboard-write"],
    });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    const bench = new Workbench(browser, page, pictures);
    await page.goto(address);
    await page.waitForSelector(".monaco-workbench .part.statusbar");
    return bench;
  }

  constructor(browser, page, pictures) {
    this.browser = browser;
    this.page = page;
    this.pictures = pictures;
  }

  close() {
    return this.browser.close();
  }

  /** Open a file of the folder; the editor has the keys then. */
  async openFile(name) {
    await this.page.keyboard.press("Control+P");
    await this.page.keyboard.type(name);
    await this.see(`${PICKS}[aria-label*="${name}"]`);
    await this.page.keyboard.press("Enter");
    await this.see(`.tab.active[aria-label*="${name}"]`);
    await this.see(".editor-instance .view-line");
  }

  /** Run a command of the palette by its title. */
  async command(title) {
    await this.page.keyboard.press("F1");
    await this.see(".quick-input-widget input[type=text]");
    await this.page.keyboard.type(title);
    await this.see(`${PICKS}[aria-label^="${title}"]`);
    await this.page.keyboard.press("Enter");
  }

  /** Put the cursor on a line, counted from 1, at a column, counted from 1. */
  async goTo(line, column) {
    await this.page.keyboard.press("Control+G");
    await this.see(".quick-input-widget input[type=text]");
    await this.page.keyboard.type(`${line}:${column}`);
    await this.page.keyboard.press("Enter");
    await this.page.waitForSelector(".quick-input-widget", { state: "hidden" });
  }

  /** Select all and read it from the clipboard: the whole text, whatever is scrolled into sight. */
  async text() {
    await this.page.evaluate(() => navigator.clipboard.writeText(""));
    let found = "";
    await this.until(async () => {
      await this.page.keyboard.press("Control+A"); // again where a list that just closed still had the keys
      await this.page.keyboard.press("Control+C");
      return (found = await this.page.evaluate(() => navigator.clipboard.readText()));
    }, "the text");
    await this.page.keyboard.press("ArrowLeft"); // nothing stays selected
    return found.replaceAll("\r\n", "\n");
  }

  /** Ask for suggestions at the cursor until the first is a wanted one: other lists may be faster than a model. */
  async suggest(isWanted = () => true) {
    await this.until(async () => {
      await this.page.keyboard.press("Escape");
      await this.page.keyboard.press("Control+Space");
      await this.page.waitForSelector(SUGGESTIONS, { timeout: 6000 }).catch(() => undefined);
      const [first] = await this.rows(SUGGESTIONS);
      return first !== undefined && isWanted(first);
    }, "suggestions");
  }

  /** Undo until the text is as it was. */
  async undo(text) {
    await this.until(async () => {
      await this.page.keyboard.press("Control+Z");
      return (await this.text()) === text;
    }, "the undoing");
  }

  /** Give the keys to the text. */
  async focusEditor() {
    await this.page.keyboard.press("Control+1");
    await this.see(".monaco-editor.focused");
  }

  /** Return the words that the preview of an insertion shows in the text. */
  async preview() {
    return this.page.$$eval(".view-line [class*=ced-]", (parts) => {
      const shown = parts.map((part) => getComputedStyle(part, "::before").content);
      const text = shown.find((content) => content !== "none" && content !== "normal") ?? "";
      return text.replace(/[^\p{L}\p{N}]*$/gu, "").replace(/^[^\p{L}\p{N}]*/gu, "");
    });
  }

  /** Return what the status bar says of Epigraph. */
  async status() {
    return this.page.$$eval("[id='epigraph.epigraph.epigraph.status']", (items) => items.map((item) => item.textContent).join());
  }

  /** Return the labels of the rows that a list shows. */
  async rows(selector) {
    return this.page.$$eval(selector, (rows) => rows.map((row) => row.getAttribute("aria-label") ?? ""));
  }

  /** Wait until something can be seen. */
  async see(selector) {
    try {
      return await this.page.waitForSelector(selector);
    } catch (error) {
      await this.picture("given-up");
      throw error;
    }
  }

  /** Wait for a condition; it is asked again and again. */
  async until(condition, what, patience = PATIENCE) {
    const deadline = Date.now() + patience;
    while (!(await condition())) {
      if (Date.now() > deadline) {
        await this.picture("given-up");
        throw new Error(`waited in vain for ${what}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async picture(name) {
    await this.page.screenshot({ path: join(this.pictures, `${name}.png`) });
  }
}
