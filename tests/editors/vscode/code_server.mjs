/** VS Code served on this machine, with our extension in a clean profile, for a person who never had Epigraph. */

import { execFile, spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";

const PATIENCE = 120_000; // before a test is given up; nothing is measured by it
const SETTINGS = {
  "workbench.startupEditor": "none",
  "editor.minimap.enabled": false,
  "window.commandCenter": false,
  "workbench.layoutControl.enabled": false,
};

export class CodeServer {
  /** Install a VSIX into a clean profile and serve a folder with these files, given by name. */
  static async start({ home, vsix, files }) {
    const root = await mkdtemp(join(tmpdir(), "epigraph-vscode-"));
    const folder = join(root, "essays");
    await mkdir(join(root, "user", "User"), { recursive: true });
    await writeFile(join(root, "user", "User", "settings.json"), JSON.stringify(SETTINGS));
    await mkdir(folder);
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    const port = await freePort();
    const made = new CodeServer(root, folder, port);
    const entry = join(home, "node_modules/code-server/out/node/entry.js");
    const profile = ["--user-data-dir", join(root, "user"), "--extensions-dir", join(root, "extensions")];
    const common = [entry, "--config", join(root, "config.yaml"), ...profile];
    const environment = made.environment();
    await promisify(execFile)(process.execPath, [...common, "--install-extension", vsix], { env: environment });
    const quiet = ["--auth", "none", "--disable-telemetry", "--disable-update-check", "--disable-workspace-trust"];
    made.process = spawn(process.execPath, [...common, ...quiet, "--bind-addr", `127.0.0.1:${port}`], {
      env: environment,
      stdio: "ignore",
    });
    await made.answers();
    return made;
  }

  constructor(root, folder, port) {
    this.root = root;
    this.folder = folder;
    this.address = `http://127.0.0.1:${port}/?folder=${folder}`;
  }

  /** No Epigraph on PATH, nothing of its in the person's directories. */
  environment() {
    const path = process.env.PATH.split(delimiter).filter((place) => !existsSync(join(place, "epigraph")));
    const own = { XDG_DATA_HOME: join(this.root, "data"), XDG_CACHE_HOME: join(this.root, "cache") };
    return { ...process.env, ...own, PATH: path.join(delimiter) };
  }

  /** Return the ids of the running Epigraph servers of this profile. */
  async servers() {
    const found = [];
    for (const pid of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
      const line = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
      if (line.startsWith(this.root) && line.includes("\0epigraph\0serve")) found.push(Number(pid));
    }
    return found;
  }

  async stop() {
    const gone = new Promise((resolve) => this.process.once("exit", resolve));
    this.process.kill();
    await gone;
    await rm(this.root, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }

  async answers() {
    const deadline = Date.now() + PATIENCE;
    while (!(await fetch(this.address).then((answer) => answer.ok, () => false))) {
      if (Date.now() > deadline) throw new Error("code-server does not answer");
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
