import assert from "node:assert/strict";
import { test } from "node:test";
import { locate, PathError } from "../src/discovery";
import { programs } from "./fakes";

const EPIGRAPH = { stdout: "epigraph 0.1.0\n" };
const nowhere = async () => undefined;

test("the setting comes before PATH", async () => {
  const { run } = programs({ "/opt/epigraph --version": EPIGRAPH, "epigraph --version": EPIGRAPH });
  const launch = await locate({ path: "/opt/epigraph", environment: nowhere }, run);
  assert.deepEqual(launch, { command: "/opt/epigraph", args: ["serve"], version: "0.1.0" });
});

test("a setting that leads nowhere is an error, not passed over", async () => {
  const { run } = programs({ "epigraph --version": EPIGRAPH });
  await assert.rejects(locate({ path: "/gone", environment: nowhere }, run), PathError);
});

test("PATH comes before the environment, which is then not even looked at", async () => {
  const { run } = programs({ "epigraph --version": EPIGRAPH });
  const launch = await locate({ path: "", environment: () => Promise.reject(new Error("looked at")) }, run);
  assert.equal(launch?.command, "epigraph");
});

test("another program of the same name is no server", async () => {
  const { run } = programs({ "epigraph --version": { stdout: "Epigraph Manager 7\n" } });
  assert.equal(await locate({ path: "", environment: nowhere }, run), undefined);
});

test("the environment is started through its Python, apart from the person's packages", async () => {
  const { run } = programs({ "/env/python -I -m epigraph --version": EPIGRAPH });
  const launch = await locate({ path: "", environment: async () => "/env/python" }, run);
  assert.deepEqual(launch?.args, ["-I", "-m", "epigraph", "serve"]);
});
