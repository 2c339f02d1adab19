import { act, fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import type { PageFind } from "#renderer/platform/platform.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { FindBar } from "./find-bar.tsx";

let sendResult: (result: { active: number; total: number }) => void = () => {};
const find = {
  onRequest: () => () => {},
  next: vi.fn(),
  stop: vi.fn(),
  onFound: (listener) => {
    sendResult = listener;
    return () => {};
  },
} satisfies PageFind;
const onClose = vi.fn();

// Synchronous, unlike user-event: a slow machine must not search between two keys.
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const enter = (field: HTMLElement, shiftKey = false) =>
  fireEvent.keyDown(field, { key: "Enter", shiftKey });

const found = (active: number, total: number) => act(() => sendResult({ active, total }));

beforeEach(() => vi.clearAllMocks());

it("searches forwards with Enter and backwards with Shift, and shows the number of the match", () => {
  renderPage(<FindBar find={find} requests={1} onClose={onClose} />);
  const field = screen.getByRole("textbox", { name: "Find in page" });
  expect(document.activeElement).toBe(field);
  type(field, "dog");
  enter(field);
  expect(find.next.mock.calls).toEqual([["dog", false]]);
  expect(screen.getByRole("search", { hidden: true })).toHaveProperty("inert", true);
  found(2, 7);
  expect(screen.getByRole("status").textContent).toBe("2 of 7");
  expect(document.activeElement).toBe(field);
  enter(field, true);
  expect(find.next.mock.lastCall).toEqual(["dog", true]);
  found(0, 0);
  expect(screen.getByRole("status").textContent).toBe("No matches");
});

it("searches when typing pauses, and clears the matches with the field", async () => {
  const user = renderPage(<FindBar find={find} requests={1} onClose={onClose} />);
  const field = screen.getByRole("textbox");
  type(field, "dog");
  type(field, "dogs");
  await vi.waitUntil(() => find.next.mock.calls.length > 0);
  expect(find.next.mock.calls).toEqual([["dogs", false]]);
  found(1, 1);
  await user.clear(field);
  expect(find.stop).toHaveBeenCalledOnce();
  expect(screen.getByRole("status").textContent).toBe("");
});

it("closes with Escape and with its button", async () => {
  const user = renderPage(<FindBar find={find} requests={1} onClose={onClose} />);
  await user.keyboard("{Escape}");
  await user.click(await screen.findByRole("button", { name: "Close" }));
  expect(onClose).toHaveBeenCalledTimes(2);
});
