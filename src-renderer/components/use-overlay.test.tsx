import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { watchPresses } from "./last-pressed.ts";
import { useOverlay } from "./use-overlay.ts";

watchPresses();

function Overlay({ onClose }: { onClose: () => void }) {
  useOverlay(true);
  return (
    <div role="dialog" aria-modal="true" aria-label="Question">
      <button onClick={onClose}>Close</button>
    </div>
  );
}

function Page() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button onClick={() => setOpen(true)}>
        <span>Open</span>
      </button>
      <div role="menu" tabIndex={-1}>
        <button role="menuitem" onClick={() => setOpen(true)}>
          More of it
        </button>
      </div>
      <input aria-label="Search" onKeyDown={() => setOpen(true)} onInput={() => setOpen(true)} />
      {open && <Overlay onClose={() => setOpen(false)} />}
    </>
  );
}

/** Clicks as Safari does: the focus stays where it is, on nothing. */
function press(element: HTMLElement): void {
  fireEvent.pointerDown(element);
  fireEvent.click(element);
}
const button = (name: string) => screen.getByRole("button", { name });

it("returns the focus to a clicked button even if the click did not focus it", async () => {
  render(<Page />);
  press(screen.getByText("Open"));
  expect(document.activeElement).toBe(document.body);
  fireEvent.click(button("Close"));
  await waitFor(() => expect(document.activeElement).toBe(button("Open")));
});

it("returns the focus to the focused element rather than to one pressed earlier", async () => {
  render(<Page />);
  fireEvent.pointerDown(button("Open"));
  screen.getByRole("textbox").focus();
  fireEvent.input(screen.getByRole("textbox"), { target: { value: "dictated" } });
  screen.getByRole("textbox").blur();
  fireEvent.click(button("Close"));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("textbox")));
});

it("ignores an earlier press when a key opened the dialog", async () => {
  render(<Page />);
  fireEvent.pointerDown(button("Open"));
  fireEvent.keyDown(screen.getByRole("textbox"), { key: "k" });
  fireEvent.click(button("Close"));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(document.activeElement).toBe(document.body);
});

it("returns the focus to the button of a menu whose entry opened the dialog, by a key too", async () => {
  render(<Page />);
  button("Open").focus();
  const entry = screen.getByRole("menuitem");
  entry.focus();
  fireEvent.keyDown(entry, { key: "Enter" });
  fireEvent.click(entry);
  entry.remove();
  fireEvent.click(button("Close"));
  await waitFor(() => expect(document.activeElement).toBe(button("Open")));
});
