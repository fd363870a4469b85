import assert from "node:assert/strict";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, test } from "node:test";
import { isCurrent, isThere, make, pythonOf, type Recipe, wheelIn } from "../src/environment";
import { programs } from "./fakes";

let folder: string;
let recipe: Recipe;
const steps: string[] = [];
const told = { step: (step: string) => steps.push(step), line: () => {}, signal: new AbortController().signal };

beforeEach(async () => {
  const storage = await mkdtemp(join(tmpdir(), "epigraph-"));
  folder = join(storage, "server");
  recipe = { wheel: join(storage, "epigraph_ls-0.1.0-py3-none-any.whl"), runtime: "cpu", team: false };
  await writeFile(recipe.wheel, "a wheel");
  steps.length = 0;
});

test("an environment is made of the wheel and the runtime, from the index that the person names", async () => {
  const { run, asked } = programs({ python: {}, [pythonOf(folder)]: {} });
  await make(folder, "python", recipe, "https://index.example/simple", run, told);
  assert.deepEqual(steps, ["environment", "packages", "check"]);
  assert.ok(asked[1]?.endsWith(`--index-url https://index.example/simple ${recipe.wheel}[cpu,large]`));
  assert.ok(await isCurrent(folder, recipe));
});

test("who asks a team's collection gets what that needs", async () => {
  const { run, asked } = programs({ python: {}, [pythonOf(folder)]: {} });
  await make(folder, "python", { ...recipe, team: true }, "", run, told);
  assert.ok(asked[1]?.endsWith(`${recipe.wheel}[cpu,large,team]`));
  assert.ok(!(await isCurrent(folder, recipe)));
});

test("another wheel, another runtime or a team needs another environment", async () => {
  const { run } = programs({ python: {}, [pythonOf(folder)]: {} });
  await make(folder, "python", recipe, "", run, told);
  assert.ok(!(await isCurrent(folder, { ...recipe, runtime: "gpu" })));
  assert.ok(!(await isCurrent(folder, { ...recipe, team: true })));
  await writeFile(recipe.wheel, "a newer wheel");
  assert.ok(!(await isCurrent(folder, recipe)));
  assert.ok(isThere(folder));
});

test("what is half made counts as not made, and the last words of pip tell why", async () => {
  const { run } = programs({ python: {}, [pythonOf(folder)]: { code: 1, stderr: "Looking…\nERROR: no network\n" } });
  await assert.rejects(make(folder, "python", recipe, "", run, told), /ERROR: no network/);
  assert.ok(!isThere(folder));
});

test("an extension without its wheel says so", async () => {
  await assert.rejects(wheelIn(await mkdtemp(join(tmpdir(), "epigraph-"))), /found no wheel/);
});
