import { screen, within } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { LineInput, textOf, type Fields } from "./field.tsx";
import { RowList } from "./row-list.tsx";

function Weeks() {
  const [rows, setRows] = useState<readonly Fields[]>([
    { title: "One", unknown: [1] },
    { title: "Two" },
    { title: "Three" },
  ]);
  return (
    <>
      <RowList
        label="Weeks"
        rows={rows}
        onChange={setRows}
        nameOf={(at) => `Week ${at + 1}`}
        addText="Add a week"
        create={() => ({ title: "New" })}
        canDuplicate
      >
        {(row, at, change) => (
          <LineInput
            place={`weeks.${at}`}
            label={`Title ${at + 1}`}
            value={row["title"]}
            onChange={(value) => change("title", value)}
          />
        )}
      </RowList>
      <output aria-label="Stored">{JSON.stringify(rows)}</output>
    </>
  );
}

const titles = () =>
  within(screen.getByRole("list", { name: "Weeks" }))
    .getAllByRole("textbox")
    .map((input) => textOf((input as HTMLInputElement).value));
/** Gives rows a place on screen, which jsdom does not know: the second is open and tall. */
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockImplementation(function (
    this: HTMLElement,
  ) {
    const row = this.closest("li");
    const all = row ? [...(row.parentElement?.children ?? [])] : [];
    const heights = all.map((one) => (one.querySelector("input")?.value === "Two" ? 500 : 50));
    const at = row ? all.indexOf(row) : 0;
    const top = heights.slice(0, at).reduce((sum, height) => sum + height, 0);
    return new DOMRect(0, top, 300, heights[at] ?? 0);
  });
});

const focused = () => document.activeElement?.getAttribute("aria-label");

it("moves rows by the keyboard, and the focus along", async () => {
  const user = renderPage(<Weeks />);
  screen.getByRole("button", { name: "Move down: Week 1" }).focus();
  await user.keyboard("{Enter}");
  expect(titles()).toEqual(["Two", "One", "Three"]);
  expect(focused()).toBe("Move down: Week 2");
  await user.keyboard("{Enter}");
  expect(titles()).toEqual(["Two", "Three", "One"]);
  // Pressed once more at the end, it does nothing and keeps the focus.
  expect(focused()).toBe("Move down: Week 3");
  await user.keyboard("{Enter}");
  expect(titles()).toEqual(["Two", "Three", "One"]);
  expect(focused()).toBe("Move down: Week 3");
});

it("keeps what it does not know when rows are duplicated, moved and changed", async () => {
  const user = renderPage(<Weeks />);
  await user.click(screen.getByRole("button", { name: "Duplicate: Week 1" }));
  expect(focused()).toBe("Duplicate: Week 2");
  await user.type(screen.getByLabelText("Title 2"), "!");
  expect(screen.getByRole("status", { name: "Stored" }).textContent).toBe(
    JSON.stringify([
      { title: "One", unknown: [1] },
      { title: "One!", unknown: [1] },
      { title: "Two" },
      { title: "Three" },
    ]),
  );
});

it("undoes the last change of the rows, also after something was typed, and keeps that", async () => {
  const user = renderPage(<Weeks />);
  await user.click(screen.getByRole("button", { name: "Delete: Week 1" }));
  expect(titles()).toEqual(["Two", "Three"]);
  expect(focused()).toBe("Delete: Week 1");
  await user.type(screen.getByLabelText("Title 1"), ", longer");
  await user.click(screen.getByRole("button", { name: "Undo (Week 1: deleted)" }));
  expect(titles()).toEqual(["One", "Two, longer", "Three"]);
  expect(screen.queryByRole("button", { name: /Undo/ })).toBeNull();
});

it("leads to the first field of a new row, and from the last deleted row to the button that adds one", async () => {
  const user = renderPage(<Weeks />);
  await user.click(screen.getByRole("button", { name: "Add a week" }));
  expect(document.activeElement).toBe(screen.getByLabelText("Title 4"));
  for (let rows = 4; rows > 0; rows--) {
    await user.click(screen.getByRole("button", { name: "Delete: Week 1" }));
  }
  expect(document.activeElement?.textContent).toBe("Add a week");
});

it("drags rows of unequal height by the keyboard, says where they are, and takes it back", async () => {
  const user = renderPage(<Weeks />);
  screen.getByRole("button", { name: "Drag: Week 2" }).focus();
  await user.keyboard(" ");
  expect(screen.getByText("Week 2, lifted: 2 of 3")).toBeDefined();
  await user.keyboard("{ArrowDown}");
  expect(screen.getByText("Week 2, lifted: 3 of 3")).toBeDefined();
  await user.keyboard(" ");
  expect(titles()).toEqual(["One", "Three", "Two"]);
  expect(screen.getByText("Week 2: dropped at 3 of 3")).toBeDefined();
  expect(focused()).toBe("Drag: Week 3");
  await user.keyboard(" {ArrowUp}{ArrowUp}{ArrowDown}{ArrowUp} ");
  expect(titles()).toEqual(["Two", "One", "Three"]);
  await user.click(screen.getByRole("button", { name: "Undo (Week 3: moved to 1 of 3)" }));
  expect(titles()).toEqual(["One", "Three", "Two"]);
});

it("drags a tall row by one place with each key, there and back", async () => {
  const user = renderPage(<Weeks />);
  await user.click(screen.getByRole("button", { name: "Move up: Week 2" }));
  screen.getByRole("button", { name: "Drag: Week 1" }).focus();
  await user.keyboard(" {ArrowDown}{ArrowDown}");
  expect(screen.getByText("Week 1, lifted: 3 of 3")).toBeDefined();
  await user.keyboard("{ArrowDown}{ArrowUp}");
  expect(screen.getByText("Week 1, lifted: 2 of 3")).toBeDefined();
  await user.keyboard(" ");
  expect(titles()).toEqual(["One", "Two", "Three"]);
});

it("puts a dragged row back with Escape, and leaves what is around it open", async () => {
  const onKeyDown = vi.fn<(isPrevented: boolean) => void>();
  const user = renderPage(
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- stands for a drawer
    <div onKeyDown={(event) => event.key === "Escape" && onKeyDown(event.isDefaultPrevented())}>
      <Weeks />
    </div>,
  );
  screen.getByRole("button", { name: "Drag: Week 1" }).focus();
  await user.keyboard(" {ArrowDown}{Escape}");
  expect(titles()).toEqual(["One", "Two", "Three"]);
  expect(screen.getByText("Week 1: back at 1 of 3")).toBeDefined();
  expect(focused()).toBe("Drag: Week 1");
  expect(screen.queryByRole("button", { name: /Undo/ })).toBeNull();
  await user.keyboard("{Escape}");
  expect(onKeyDown.mock.calls).toEqual([[true], [false]]);
});
