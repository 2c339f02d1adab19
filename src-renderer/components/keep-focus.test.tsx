import { fireEvent, screen } from "@testing-library/react";
import { useState, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { focusReplacement, focusOnMount, keepFocus } from "./keep-focus.ts";

const root = document.createElement("div");

beforeAll(() => {
  // There is no layout in tests: everything is shown.
  vi.spyOn(Element.prototype, "getClientRects").mockReturnValue([1] as unknown as DOMRectList);
  keepFocus(root);
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

/** A dialog outside the root, opened by a button that may go with what the dialog does. */
function Question({ isLasting = true, second }: { isLasting?: boolean; second?: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const [isDone, setDone] = useState(false);
  return (
    <section>
      <h2>Dogs</h2>
      {!isDone && <button onClick={() => setOpen(true)}>Ask</button>}
      {isOpen &&
        createPortal(
          <div role="dialog" aria-modal="true" aria-label="Question">
            <button
              ref={focusOnMount}
              onClick={() => {
                setOpen(false);
                setDone(!isLasting);
              }}
            >
              Answer
            </button>
            {second}
          </div>,
          document.body,
        )}
    </section>
  );
}

const remove = (name: string) => screen.getByRole("button", { name: `Remove ${name}` });
/** Renders where the app does: dialogs are outside. */
const renderInRoot = (page: ReactNode) => renderPage(page, "/", root);

const focused = () => document.activeElement?.textContent;

beforeEach(() => {
  (document.activeElement as HTMLElement | null)?.blur();
  document.body.append(root); // which the clean-up removes
});

it("goes on to the next item when one is removed by its own button, or to the one before", async () => {
  const user = renderInRoot(<Dogs names={["Ada", "Bo", "Cleo"]} />);
  await user.click(remove("Bo"));
  await vi.waitFor(() => expect(focused()).toBe("Remove Cleo"));
  await user.click(remove("Cleo"));
  await vi.waitFor(() => expect(focused()).toBe("Remove Ada"));
});

it("goes to the heading of the section when nothing is left beside it", async () => {
  const user = renderInRoot(<Dogs names={["Ada"]} />);
  await user.click(remove("Ada"));
  await vi.waitFor(() => expect(focused()).toBe("Dogs"));
});

/** A list whose filter is in the address, as its button to clear it. */
function Filtered() {
  const [isFiltered, setFiltered] = useState(true);
  const clear = () => {
    window.history.replaceState(null, "", location.pathname);
    setFiltered(false);
  };
  return (
    <section>
      <h2>Entries</h2>
      {isFiltered && <button onClick={clear}>Clear filters</button>}
    </section>
  );
}

it("goes to the heading when a button removes the filter in the address, and with it itself", async () => {
  window.history.replaceState(null, "", "?act=login");
  const user = renderInRoot(<Filtered />);
  await user.click(screen.getByRole("button", { name: "Clear filters" }));
  await vi.waitFor(() => expect(focused()).toBe("Entries"));
});

it("goes to the button that replaces the pressed one", async () => {
  const user = renderInRoot(<Follow />);
  const button = screen.getByRole("button", { name: "Follow" });
  await user.click(button);
  await vi.waitFor(() => expect(focused()).toBe("Stop"));
});

it("gives the focus back to what opened a dialog", async () => {
  const user = renderInRoot(<Question />);
  await user.click(screen.getByRole("button", { name: "Ask" }));
  await user.click(screen.getByRole("button", { name: "Answer" }));
  await vi.waitFor(() => expect(focused()).toBe("Ask"));
});

it("gives it back to a clicked button that the click did not focus, as in Safari", async () => {
  renderInRoot(<Question />);
  fireEvent.click(screen.getByRole("button", { name: "Ask" }));
  fireEvent.click(screen.getByRole("button", { name: "Answer" }));
  await vi.waitFor(() => expect(focused()).toBe("Ask"));
});

it("stays in a dialog of which the focused part was replaced, and on none of its buttons", async () => {
  const user = renderInRoot(<Question second={<Dogs names={["Ada", "Bo"]} />} />);
  await user.click(screen.getByRole("button", { name: "Ask" }));
  await user.click(remove("Ada"));
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole("dialog")));
});

it("gives it back within the dialog that opened another one", async () => {
  const user = renderInRoot(<Question second={<Question />} />);
  await user.click(screen.getByRole("button", { name: "Ask" }));
  await user.click(screen.getAllByRole("button", { name: "Ask" })[1]!);
  await user.click(screen.getAllByRole("button", { name: "Answer" })[1]!);
  await vi.waitFor(() =>
    expect(document.activeElement).toBe(screen.getAllByRole("button", { name: "Ask" })[1]),
  );
});

it("goes to the heading of the section when what opened the dialog is gone", async () => {
  const user = renderInRoot(<Question isLasting={false} />);
  await user.click(screen.getByRole("button", { name: "Ask" }));
  await user.click(screen.getByRole("button", { name: "Answer" }));
  await vi.waitFor(() => expect(focused()).toBe("Dogs"));
});

it("leaves the focus where a page has put it", async () => {
  const user = renderInRoot(
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
  focusReplacement(heading, part);
  expect(document.activeElement).toBe(heading);
  expect(focus).toHaveBeenCalledWith({ preventScroll: true });
  expect(scrolled.mock.contexts).toEqual([part, heading]);
  expect(scrolled.mock.calls).toEqual([[{ block: "nearest" }], [{ block: "nearest" }]]);
});
