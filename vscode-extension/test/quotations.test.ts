import assert from "node:assert/strict";
import { test } from "node:test";
import { shown } from "../src/quotations";

test("an item shows the words, who and where, how well it fits and what it means", () => {
  const quotation = {
    id: "1",
    text: "Know thyself",
    language: "en" as const,
    author: "Thales",
    work: "Delphi",
    gloss: "Look within.",
  };
  assert.deepEqual(shown({ ...quotation, score: 0.956 }), {
    label: "Know thyself",
    description: "Thales, Delphi",
    detail: "96%  ·  Look within.",
  });
});

test("doubt about who said it is shown", () => {
  const { detail } = shown({
    id: "1",
    text: "Well",
    language: "en",
    attribution: "misattributed",
    note: "Not in any book of his.",
  });
  assert.equal(detail, "$(question) Not in any book of his.");
});
