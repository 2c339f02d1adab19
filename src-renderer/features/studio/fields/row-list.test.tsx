import { screen, within } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
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
      <output>{JSON.stringify(rows)}</output>
    </>
  );
}

const titles = () =>
  within(screen.getByRole("list", { name: "Weeks" }))
    .getAllByRole("textbox")
    .map((input) => textOf((input as HTMLInputElement).value));
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
  expect(screen.getByRole("status").textContent).toBe(
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
