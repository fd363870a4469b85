import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const read = (file: string) => JSON.parse(readFileSync(file, "utf8"));

test("every sentence of the code is there in Chinese, and none that is gone", () => {
  const source = readdirSync("src").map((file) => readFileSync(`src/${file}`, "utf8"));
  const said = source.flatMap((text) => [...text.matchAll(/l10n\.t\(\s*"(.*?)"/g)].map(([, words]) => words));
  assert.deepEqual(Object.keys(read("l10n/bundle.l10n.zh-cn.json")).sort(), [...new Set(said)].sort());
});

test("every name of the manifest is there in both languages", () => {
  const named = [...readFileSync("package.json", "utf8").matchAll(/"%(.+?)%"/g)].map(([, name]) => name);
  for (const file of ["package.nls.json", "package.nls.zh-cn.json"]) {
    assert.deepEqual(Object.keys(read(file)).sort(), [...new Set(named)].sort());
  }
});
