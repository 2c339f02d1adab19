import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeAll, expect, it } from "vitest";
import { surviveForeignChanges } from "./foreign-changes.ts";

beforeAll(surviveForeignChanges);

function textsOf(root: Node): Text[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  return texts.filter(({ data }) => data.trim() !== "");
}

function fontAround(text: string): { outer: HTMLElement; inner: HTMLElement } {
  const [outer, inner] = [document.createElement("font"), document.createElement("font")];
  inner.textContent = text;
  outer.append(inner);
  return { outer, inner };
}

/** What translation programs do to the texts of a page. */
const programs = {
  "replaces texts": (text: Text) => text.replaceWith(fontAround(`[${text.data}]`).outer),
  "puts a translation beside a text, then removes it": (text: Text) => {
    text.before(fontAround(`[${text.data}]`).outer);
    text.remove();
  },
  "moves texts into elements": (text: Text) => {
    const { outer, inner } = fontAround("");
    text.before(outer);
    inner.append(text);
  },
};

const settled = () => act(async () => {});

/** Uses every part of the page, whose texts a program changes again and again. */
async function useWhile(translate: (text: Text) => void) {
  const { container } = render(<Page />);
  const user = userEvent.setup();
  const [more, other] = screen.getAllByRole("button");
  const run = async () => {
    for (const text of textsOf(container)) translate(text);
    await settled();
  };
  await run();
  await user.type(await screen.findByRole("textbox"), "liver");
  await run();
  await user.click(more!);
  await run();
  await user.click(other!);
  await run();
  await user.clear(await screen.findByRole("textbox"));
  await user.click(other!);
  await settled();
  return container;
}

function Page() {
  const [words, setWords] = useState("");
  const [rows, setRows] = useState(["one", "two"]);
  const [tab, setTab] = useState<"a" | "b">("a");
  return (
    <main>
      <input aria-label="Search" value={words} onChange={(event) => setWords(event.target.value)} />
      <p data-testid="found">
        {rows.length} found{words !== "" && <> for {words}</>}.{words === "" && "Type something"}
      </p>
      {words === "" ? "Nothing typed" : <em>Typed</em>}
      <ul>
        {rows.map((row) => (
          <li key={row}>
            {row} {words}
          </li>
        ))}
      </ul>
      <button onClick={() => setRows(["zero", ...rows, "three"])}>More</button>
      <button onClick={() => setTab(tab === "a" ? "b" : "a")}>Switch</button>
      <section>{tab === "a" ? "First tab" : <b>Second tab</b>}</section>
    </main>
  );
}

it.each(Object.entries(programs))(
  "the page goes on under typing, loading more and switching tabs: a program %s",
  async (_, translate) => {
    const container = await useWhile(translate);
    expect(screen.getAllByRole("listitem")).toHaveLength(4);
    expect(container.querySelector("section b, em")).toBeNull();
    expect(container.querySelector("section")?.textContent).toContain("First tab");
    expect(screen.getByTestId("found").textContent).toMatch(/4.*found/);
    expect(container.textContent.match(/Nothing typed/g)).toHaveLength(1);
  },
);

it("the page goes on where a program removes texts", async () => {
  const container = await useWhile((text) => text.remove());
  expect(screen.getAllByRole("listitem")).toHaveLength(4);
  expect(container.querySelector("section b, em")).toBeNull();
});

it("a text that React changes is shown in place of its outdated translation", async () => {
  const { rerender } = render(<p data-testid="count">{1} dog</p>);
  for (const text of textsOf(screen.getByTestId("count"))) programs["replaces texts"](text);
  await act(async () => {});
  rerender(<p data-testid="count">{2} dog</p>);
  await act(async () => {});
  expect(screen.getByTestId("count").textContent).toBe("2[ dog]");
});
