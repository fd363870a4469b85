import assert from "node:assert/strict";
import { test } from "node:test";
import { chosen, serverSettings } from "../src/settings";

function configuration(values: Record<string, unknown>, layer = "globalValue") {
  return {
    get: (name: string) => values[name],
    inspect: (name: string) => ({ key: name, defaultValue: 1, ...(name in values ? { [layer]: values[name] } : {}) }),
  };
}

test("only what somebody chose is told, nested as the server has it", () => {
  const names = ["results", "trigger", "filter.author", "insertion.form", "insertion.latex"];
  const set = configuration({ results: 3, "filter.author": "Seneca", "insertion.latex": { form: "command" } });
  assert.deepEqual(chosen(names, set), {
    results: 3,
    filter: { author: "Seneca" },
    insertion: { latex: { form: "command" } },
  });
});

test("a choice of the workspace or for a language counts, also where it is the default or false", () => {
  for (const layer of ["workspaceValue", "workspaceFolderValue", "globalLanguageValue"]) {
    assert.deepEqual(chosen(["diagnostics"], configuration({ diagnostics: false }, layer)), { diagnostics: false });
  }
  assert.deepEqual(chosen(["results"], configuration({ results: 1 })), { results: 1 });
});

test("settings of the extension itself are not the server's", () => {
  const contributed = ["epigraph.path", "epigraph.languages", "epigraph.language", "epigraph.filter.author"];
  assert.deepEqual(serverSettings(contributed), ["language", "filter.author"]);
});
