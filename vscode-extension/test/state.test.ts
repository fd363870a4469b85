import assert from "node:assert/strict";
import { test } from "node:test";
import { type Language, mood, type Status, summary } from "../src/state";

const ready = (provider: string): Language => ({ state: "ready", provider, quotes: 5 });

function status(languages: Record<string, Language>, problems: string[] = []): Status {
  return { version: "0.1.0", languages, own: 0, hidden: 0, problems };
}

test("the summary names the languages that are ready and where they run", () => {
  const both = status({ en: ready("CPUExecutionProvider"), zh: ready("CPUExecutionProvider") });
  assert.equal(summary(both), "EN ZH · CPU");
  assert.equal(summary(status({ en: { state: "unloaded" }, zh: ready("CUDAExecutionProvider") })), "ZH · GPU");
  assert.equal(summary(undefined), "");
});

test("the mood is that of the worst news", () => {
  const fine = status({ en: ready("CPUExecutionProvider"), zh: { state: "unloaded" } });
  assert.equal(mood("running", fine), "ready");
  assert.equal(mood("running", status({ en: { state: "loading" } })), "busy");
  assert.equal(mood("running", status({ en: { state: "failed", error: "no bundle" } })), "error");
  assert.equal(mood("running", status({}, ["settings.toml: not TOML"])), "warning");
  assert.equal(mood("starting", undefined), "busy");
  assert.equal(mood("missing", undefined), "warning");
  assert.equal(mood("failed", undefined), "error");
});
