import type { EditorView } from "@milkdown/prose/view";
import { TextSelection } from "@milkdown/prose/state";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { createEditor } from "./create-editor.ts";

beforeAll(() => {
  // jsdom has no layout, which an editor asks for when it scrolls to the cursor.
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect = () => new DOMRect();
});

let close: (() => Promise<unknown>) | undefined;
afterEach(() => close?.());

/** Opens a text with the cursor at its end; `written` returns what is saved of it. */
async function open(initial: string) {
  const onChange = vi.fn<(markdown: string) => void>();
  const nothing = () => {};
  const { view, destroy } = await createEditor({
    root: document.body.appendChild(document.createElement("div")),
    initial,
    label: "Text",
    describedBy: "",
    isReadOnly: false,
    onChange,
    onUpdate: nothing,
    leave: nothing,
    openLink: nothing,
    openPicture: nothing,
    takeFiles: nothing,
    miss: nothing,
    imageAddress: () => undefined,
    texts: { undescribed: "", unknown: () => "", wall: "" },
  });
  close = destroy;
  view.dispatch(view.state.tr.setSelection(TextSelection.atEnd(view.state.doc)));
  return { view, written: () => onChange.mock.lastCall?.[0] ?? initial };
}

/** Types as a keyboard does: each character is offered to the rules first. */
function type(view: EditorView, text: string): void {
  for (const character of text) {
    const { from, to } = view.state.selection;
    const insert = () => view.state.tr.insertText(character, from, to);
    const isTaken = view.someProp("handleTextInput", (take) =>
      take(view, from, to, character, insert),
    );
    if (!isTaken) view.dispatch(insert());
  }
}

/** Presses a key; returns whether it did anything, rather than leave the text. */
function press(view: EditorView, key: string, shiftKey = false): boolean {
  const event = new KeyboardEvent("keydown", { key, shiftKey });
  return view.someProp("handleKeyDown", (take) => take(view, event)) ?? false;
}

test.each([
  "3 * 4 * 5 jumps",
  "2 ** 3 ** 4",
  "x ~ y ~ z",
  "x ~~ y ~~ z",
  "a _ b _ c",
  "a __ b __ c",
  "3* 4* 5",
  "3 *4 *5 jumps",
  "3*4*5 jumps",
  "2**3**4",
  "(a * b) * c",
  "10~20~30",
  "5 * (3 + 2) * 4",
  "snake_case_name",
  "Ring* and show*",
  "** and **",
])("%s stays as it was typed", async (typed) => {
  const { view, written } = await open("");
  type(view, typed);
  expect(view.state.doc.textContent).toBe(typed);
  expect(written().replaceAll("\\", "")).toBe(typed);
});

test.each([
  ["*soft* start", "*soft* start"],
  ["a *soft* start", "a *soft* start"],
  ["a _soft start_ too", "a *soft start* too"],
  ["a **firm** start", "a **firm** start"],
  ["__firm__", "**firm**"],
  ["(**firm**)", "(**firm**)"],
  ["~~gone~~ now", "~~gone~~ now"],
  ["a ~gone~ now", "a ~~gone~~ now"],
  ["**bold and *soft* in it** x", "**bold and *soft* in it** x"],
])("%s becomes a mark", async (typed, expected) => {
  const { view, written } = await open("");
  type(view, typed);
  expect(written()).toBe(expected);
});

test("Tab in a table’s last cell adds a row, and in its other cells moves on", async () => {
  const { view, written } = await open("| a | b |\n| --- | :-: |\n| 1 | 2 |");
  expect(press(view, "Tab")).toBe(true);
  type(view, "3");
  expect(press(view, "Tab")).toBe(true);
  type(view, "4");
  expect(written()).toBe("| a | b |\n| - | :-: |\n| 1 | 2 |\n| 3 | 4 |");
});

test("Tab adds a row to a table that is only its head; Shift and Tab stay in the first cell", async () => {
  const { view, written } = await open("| a | b |\n| --- | --- |");
  expect(press(view, "Tab")).toBe(true);
  type(view, "1");
  expect(written()).toBe("| a | b |\n| - | - |\n| 1 | |");
  for (let presses = 0; presses < 4; presses += 1) expect(press(view, "Tab", true)).toBe(true);
  type(view, "x");
  expect(written()).toContain("| x | b |");
});

test("Tab in a list keeps what is typed next in the list, and in code indents it", async () => {
  const list = await open("- one");
  expect(press(list.view, "Tab")).toBe(true);
  type(list.view, " two");
  expect(list.written()).toBe("- one two");
  await close?.();
  const code = await open("```\none\n```");
  press(code.view, "Tab");
  type(code.view, "x");
  expect(code.written()).toBe("```\none  x\n```");
  await close?.();
  const paragraph = await open("one");
  expect(press(paragraph.view, "Tab")).toBe(false);
});
