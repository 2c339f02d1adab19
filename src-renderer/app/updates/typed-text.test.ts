import { afterEach, expect, it } from "vitest";
import { createDraft } from "#renderer/session/draft.ts";
import { hasTypedText } from "./update-notice.tsx";

const draft = createDraft({ name: "" }, (written) => ({ ...written }));

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
