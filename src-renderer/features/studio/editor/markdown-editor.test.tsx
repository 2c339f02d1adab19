import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, beforeAll, expect, test, vi } from "vitest";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { chooseInMenu } from "#renderer/testing/step-dialog.ts";
import MarkdownEditor, { type MarkdownEditorProps } from "./markdown-editor.tsx";

beforeAll(() => {
  // jsdom has no layout, which an editor asks for when it scrolls to the cursor.
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect = () => new DOMRect();
});

const open = async (initial: string, props: Partial<MarkdownEditorProps> = {}) => {
  const onChange = vi.fn<(markdown: string) => void>();
  const user = renderPage(
    <MarkdownEditor
      initial={initial}
      label="Text"
      onChange={onChange}
      onWall={() => {}}
      upload={async ({ name }) => `${name}.webp`}
      imageAddress={(name) => (name.startsWith("known") ? `/media/${name}` : undefined)}
      onShown={() => {}}
      findEntries={async () => [{ title: "Weave entries", path: "/articles/weaves" }]}
      {...props}
    />,
  );
  const text = await screen.findByRole("textbox", { name: "Text" });
  await waitFor(() =>
    expect(text.getAttribute("contenteditable")).toBe(props.readOnly ? "false" : "true"),
  );
  return { user, onChange, text };
};

const pasted = (data: Record<string, string>, files: File[] = []) => ({
  clipboardData: { types: Object.keys(data), files, getData: (type: string) => data[type] ?? "" },
});

const picture = (name: string) => new File(["x"], name, { type: "image/png" });

beforeEach(() =>
  vi.stubGlobal("matchMedia", () => ({
    matches: false,
    addEventListener: () => {},
    removeEventListener: () => {},
  })),
);

test("a text that is opened is not reported as changed", async () => {
  const { user, onChange } = await open("*  odd   list\n\n\nText\n");
  await chooseInMenu(user, "More", "Show the Markdown source");
  const source = await screen.findByRole("textbox", { name: "Text (Markdown source)" });
  expect(source).toHaveProperty("value", "*  odd   list\n\n\nText\n");
  await user.click(screen.getByRole("button", { name: "Back to the formatted text" }));
  await screen.findByRole("textbox", { name: "Text" });
  expect(onChange).not.toHaveBeenCalled();
});

test("what is written in the source is in the text", async () => {
  const { user, onChange } = await open("One");
  await chooseInMenu(user, "More", "Show the Markdown source");
  const source = await screen.findByRole("textbox", { name: "Text (Markdown source)" });
  fireEvent.change(source, { target: { value: "## Two" } });
  expect(onChange).toHaveBeenLastCalledWith("## Two");
  await user.click(screen.getByRole("button", { name: "Back to the formatted text" }));
  expect(await screen.findByRole("heading", { level: 2, name: "Two" })).toBeTruthy();
});

test("addresses that run or hold something lead nowhere and load nothing", async () => {
  const { text } = await open(
    "[a](javascript:alert(1)) [b](data:text/html,x) ![c](data:image/png;base64,AA) ![d](https://x.example/d.png)\n\n<img src=x onerror=alert(1)>",
  );
  await waitFor(() => expect(text.querySelectorAll("a")).toHaveLength(2));
  expect(text.querySelectorAll("a[href], img[src], [onerror]")).toHaveLength(0);
  expect(text.textContent).toContain("<img src=x onerror=alert(1)>");
});

test("pasted Markdown becomes structure, and pasted HTML leaves its scripts behind", async () => {
  const { text, onChange } = await open("");
  fireEvent.paste(text, pasted({ "text/plain": "## Title\n\n- one" }));
  await waitFor(() => expect(onChange).toHaveBeenLastCalledWith("## Title\n\n- one"));
  fireEvent.paste(text, pasted({ "text/html": "<b>two</b><script>alert(1)</script>" }));
  await waitFor(() => expect(onChange).toHaveBeenLastCalledWith("## Title\n\n- one**two**"));
});

test("what of a pasted text stayed behind is named until it is dismissed", async () => {
  const { user, text } = await open("");
  const html =
    '<p>a</p><table><tr><th>b</th><th>c</th></tr><tr><td>d</td><td><table><tr><td>1</td><td>2</td></tr></table></td></tr></table><video src="blob:x"></video><img src="https://x.example/a.png">';
  fireEvent.paste(text, pasted({ "text/html": html }));
  const named = await screen.findByText(/^A table within a table/);
  expect(screen.getByText(/^A picture of the pasted text/)).toBeTruthy();
  expect(screen.getByText(/^A video or formula/)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(named.isConnected).toBe(false);
});

test("pictures are uploaded and described one by one, and one that is refused does not hold up the text", async () => {
  const upload = async ({ name }: File) => {
    if (name === "bad.png") throw new Error("It is not a picture.");
    return `known-${name}.webp`;
  };
  const { user, text, onChange } = await open("Text", { upload });
  const files = ["one.png", "bad.png", "two.png"].map(picture);
  fireEvent.paste(text, pasted({}, files));
  await user.type(await screen.findByLabelText("Text alternative"), "A dog");
  await user.type(screen.getByLabelText("Caption (optional)"), "Jump");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() =>
    expect(onChange).toHaveBeenLastCalledWith(
      'Text\n\n![A dog](known-one.png.webp "Jump")\n\n![](known-two.png.webp)',
    ),
  );
  await user.click(await screen.findByRole("button", { name: "Later" }));
  expect(screen.getByText("bad.png was not added: It is not a picture.")).toBeTruthy();
});

test("the wall is a line across the text, set and taken away by a button, and in the other text too", async () => {
  const onWall = vi.fn<(move: (body: string) => string) => void>();
  const { user, text, onChange } = await open("Open.\n\nBehind.", { onWall });
  await user.click(await screen.findByRole("button", { name: "Members only below" }));
  await waitFor(() =>
    expect(onChange).toHaveBeenLastCalledWith("Open.\n\n<!-- members-only -->\n\nBehind."),
  );
  expect(text.textContent).toBe("Open.Members only belowBehind.");
  const polish = "Otwarte.\n\n<!-- members-only -->\n\nZa ścianą.\n";
  expect(onWall.mock.lastCall?.[0]("Otwarte.\n\nZa ścianą.\n")).toBe(polish);
  const elsewhere = "A.\n\nB.\n\n<!-- members-only -->\n\nC.";
  expect(onWall.mock.lastCall?.[0](elsewhere)).toBe(elsewhere);
  await user.click(screen.getByRole("button", { name: "Members only below" }));
  await waitFor(() => expect(onChange).toHaveBeenLastCalledWith("Open.\n\nBehind."));
  expect(onWall.mock.lastCall?.[0](polish)).toBe("Otwarte.\n\nZa ścianą.\n");
});

test("a link leads to an entry that was found by its words", async () => {
  const { user, text, onChange } = await open("");
  text.focus();
  await user.click(await screen.findByRole("button", { name: /^Link/ }));
  await user.type(await screen.findByLabelText("Address, or words of an entry"), "weave");
  await user.click(await screen.findByRole("button", { name: "Weave entries" }));
  await waitFor(() =>
    expect(onChange).toHaveBeenLastCalledWith("[Weave entries](/articles/weaves)"),
  );
});

test("Escape closes a menu that the mouse opened at once, whose tool shows its name", async () => {
  const { user } = await open("Text");
  const more = await screen.findByRole("button", { name: "More" });
  await user.hover(more);
  await waitFor(() => expect(screen.getByRole("tooltip").textContent).toBe("More"));
  await user.click(more);
  await screen.findByRole("menu");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
});

test("a text that may not be changed has no tools", async () => {
  const { text } = await open("Text", { readOnly: true });
  expect(text.getAttribute("aria-readonly")).toBe("true");
  expect(screen.queryByRole("toolbar")).toBeNull();
});
