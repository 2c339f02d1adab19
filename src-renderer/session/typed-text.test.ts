import { afterEach, beforeAll, expect, it } from "vitest";
import { readFields, watchTyping } from "#renderer/platform/typed-fields.ts";
import { createDraft, hasTypedText } from "./draft.ts";

const draft = createDraft({ name: "" }, (written) => ({ ...written }));

beforeAll(watchTyping);
afterEach(() => {
  document.body.replaceChildren();
  draft.keep({ name: "" });
});

it.each([
  ["a text", "<input />", true],
  ["a message", "<textarea></textarea>", true],
  ["a password", '<input type="password" />', true],
  ["a search", '<input type="search" />', false],
  ["a choice", '<input type="checkbox" value="x" />', false],
])("%s in a field: a reload loses it, by %s: %s", (_, html, expected) => {
  document.body.innerHTML = html;
  const field = document.querySelector<HTMLInputElement>("input, textarea");
  field!.focus();
  field!.value = "typed";
  expect(hasTypedText()).toBe(expected);
});

it("so does a form that was left with something in it, not one that was left empty", () => {
  expect(hasTypedText()).toBe(false);
  draft.keep({ name: "" });
  expect(hasTypedText()).toBe(false);
  draft.keep({ name: "Robin" });
  expect(hasTypedText()).toBe(true);
});

it("a form that began filled in holds nothing typed until somebody changes it", () => {
  document.body.innerHTML = '<input id="name" /><textarea></textarea>';
  const [name, text] = document.querySelectorAll<HTMLInputElement>("input, textarea");
  name!.value = "Ada"; // as forms set what is stored
  text!.value = "About me";
  expect(hasTypedText()).toBe(false);
  name!.focus();
  text!.focus();
  expect(hasTypedText()).toBe(false);
  name!.value = "Ada Lovelace";
  expect(hasTypedText()).toBe(true);
  name!.focus();
  expect(hasTypedText()).toBe(true);
  name!.value = "Ada";
  expect(hasTypedText()).toBe(false);
});

it("a form that was saved holds nothing typed but what was typed since it was sent", () => {
  document.body.innerHTML = "<form><input /></form>";
  const name = document.querySelector("input");
  name!.focus();
  name!.value = "Ada";
  const saved = readFields(document.querySelector("form"));
  expect(hasTypedText()).toBe(true);
  saved();
  expect(hasTypedText()).toBe(false);
  name!.value = "Ada L";
  saved();
  expect(hasTypedText()).toBe(true);
});
