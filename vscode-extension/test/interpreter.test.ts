import assert from "node:assert/strict";
import { test } from "node:test";
import { choose, inspect, usualNames } from "../src/interpreter";
import { run } from "../src/process";
import { programs } from "./fakes";

test("the first Python that is new enough is chosen", async () => {
  const { run } = programs({
    "python3 ": { stdout: "/usr/bin/python3\n3.9\n" },
    "python3.12 ": { stdout: "/usr/bin/python3.12\n3.12\n" },
  });
  assert.deepEqual(await choose(usualNames("linux"), run), { path: "/usr/bin/python3.12", version: "3.12" });
});

test("where none is, the nearest tells what is wrong", async () => {
  const { run } = programs({
    "python3 ": { stdout: "/usr/bin/python3\n3.9\n" },
    "python3.11 ": { stdout: "/usr/bin/python3.11\n3.11\n", code: 1 },
  });
  assert.equal((await choose(["python3"], run))?.problem, "old");
  assert.equal((await choose(["python3", "python3.11"], run))?.problem, "no venv");
  assert.equal(await choose(["python"], run), undefined);
});

test("a real Python is recognised, and what is none is not", async () => {
  const found = await inspect("python3", run);
  assert.match(found?.version ?? "", /^3\.\d+$/);
  assert.equal(await inspect("/no/such/python", run), undefined);
});
