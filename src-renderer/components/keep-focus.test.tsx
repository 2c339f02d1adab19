import { screen } from "@testing-library/react";
import { useState } from "react";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { focusInPlace } from "./focus-lost.ts";
import { keepFocus } from "./keep-focus.ts";

beforeAll(() => {
  // There is no layout in tests: everything is shown.
  vi.spyOn(Element.prototype, "getClientRects").mockReturnValue([1] as unknown as DOMRectList);
  keepFocus(document.body);
});

function Dogs({ names }: { names: string[] }) {
  const [left, setLeft] = useState(names);
  return (
    <section>
      <h2>Dogs</h2>
      <ul>
        {left.map((name) => (
          <li key={name}>
            <button onClick={() => setLeft(left.filter((one) => one !== name))}>
              Remove {name}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Follow() {
  const [on, setOn] = useState(false);
  return on ? <button>Stop</button> : <button onClick={() => setOn(true)}>Follow</button>;
}

const remove = (name: string) => screen.getByRole("button", { name: `Remove ${name}` });
const focused = () => document.activeElement?.textContent;

beforeEach(() => (document.activeElement as HTMLElement | null)?.blur());

it("goes on to the next item when one is removed by its own button, or to the one before", async () => {
  const user = renderPage(<Dogs names={["Ada", "Bo", "Cleo"]} />);
  await user.click(remove("Bo"));
  await vi.waitFor(() => expect(focused()).toBe("Remove Cleo"));
  await user.click(remove("Cleo"));
  await vi.waitFor(() => expect(focused()).toBe("Remove Ada"));
});

it("goes to the heading of the section when nothing is left beside it", async () => {
  const user = renderPage(<Dogs names={["Ada"]} />);
  await user.click(remove("Ada"));
  await vi.waitFor(() => expect(focused()).toBe("Dogs"));
});

it("goes to the button that replaces the pressed one", async () => {
  const user = renderPage(<Follow />);
  const button = screen.getByRole("button", { name: "Follow" });
  await user.click(button);
  await vi.waitFor(() => expect(focused()).toBe("Stop"));
});

it("leaves the focus where a page has put it", async () => {
  const user = renderPage(
    <>
      <Dogs names={["Ada", "Bo"]} />
      <input aria-label="Search" />
    </>,
  );
  await user.click(remove("Ada"));
  screen.getByRole("textbox", { name: "Search" }).focus();
  await new Promise((resolve) => setTimeout(resolve, 800));
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Search" }));
});

it("scrolls a focused heading into view last, after the part that came with it", () => {
  const heading = document.createElement("h2");
  heading.tabIndex = -1;
  const part = document.createElement("section");
  part.append(heading);
  document.body.append(part);
  const scrolled = vi.spyOn(Element.prototype, "scrollIntoView");
  const focus = vi.spyOn(heading, "focus");
  focusInPlace(heading, part);
  expect(document.activeElement).toBe(heading);
  expect(focus).toHaveBeenCalledWith({ preventScroll: true });
  expect(scrolled.mock.contexts).toEqual([part, heading]);
  expect(scrolled.mock.calls).toEqual([[{ block: "nearest" }], [{ block: "nearest" }]]);
});
