import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { renderPage } from "../testing/render-page.tsx";
import { useNotifications } from "./notifications.ts";
import { Notifier } from "./notifier.tsx";

const show = (...texts: string[]) =>
  act(() => useNotifications.setState({ messages: texts.map((text, id) => ({ id, text })) }));
const shown = () => screen.queryAllByRole("listitem");
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  vi.useFakeTimers();
  renderPage(
    <>
      <input aria-label="Name" />
      <Notifier />
    </>,
  );
});
afterEach(() => {
  useNotifications.setState({ messages: [] });
  vi.useRealTimers();
});

it("shows four at a time, each for eight seconds", async () => {
  show("1", "2", "3", "4", "5");
  expect(shown()).toHaveLength(4);
  await wait(7_900);
  expect(shown()).toHaveLength(4);
  await wait(200);
  expect(shown()).toHaveLength(1);
  await wait(8_000);
  expect(shown()).toHaveLength(0);
});

it("stays while the pointer or the focus is on it", async () => {
  show("1");
  fireEvent.pointerEnter(shown()[0]!);
  await wait(20_000);
  expect(shown()).toHaveLength(1);
  fireEvent.pointerLeave(shown()[0]!);
  act(() => screen.getByRole("button", { name: "Dismiss" }).focus());
  await wait(20_000);
  expect(shown()).toHaveLength(1);
  act(() => screen.getByRole("textbox", { name: "Name" }).focus());
  await wait(8_100);
  expect(shown()).toHaveLength(0);
});

it("gives the focus to the next one, then back to where it came from", () => {
  const field = screen.getByRole("textbox", { name: "Name" });
  act(() => field.focus());
  show("1", "2");
  act(() => screen.getAllByRole("button", { name: "Dismiss" })[0]!.focus());
  fireEvent.click(document.activeElement!);
  expect(shown()).toHaveLength(1);
  expect(shown()[0]!.contains(document.activeElement)).toBe(true);
  fireEvent.click(document.activeElement!);
  expect(document.activeElement).toBe(field);
});

it("Escape closes all of them", () => {
  const field = screen.getByRole("textbox", { name: "Name" });
  act(() => field.focus());
  show("1", "2");
  act(() => screen.getAllByRole("button", { name: "Dismiss" })[0]!.focus());
  fireEvent.keyDown(document.activeElement!, { key: "Escape" });
  expect(shown()).toHaveLength(0);
  expect(document.activeElement).toBe(field);
});

it("shows the reference of the request, to be selected as a whole, where there is one", () => {
  act(() =>
    useNotifications.setState({
      messages: [
        { id: 1, text: "The kennel is on fire.", reference: "3f2a91c0-77de" },
        { id: 2, text: "No connection." },
      ],
    }),
  );
  const [first, second] = shown();
  expect(first!.textContent).toMatch(/The kennel is on fire\.Reference: 3f2a91c0-77de$/);
  expect(getComputedStyle(screen.getByText(/^Reference/)).userSelect).toBe("all");
  expect(second!.textContent).not.toContain("Reference");
});
