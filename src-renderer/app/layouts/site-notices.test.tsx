import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { defaultFlags } from "#shared/flags.ts";
import { useFlags } from "#renderer/flags/flag-store.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { MaintenanceBanner } from "./site-notices.tsx";

const text =
  "We are experiencing a technical problem and service experience might be limited. Please try again in few minutes.";
const set = (maintenanceMode: boolean) =>
  act(() => useFlags.setState({ ...defaultFlags, maintenanceMode }));

/** Returns the texts added to the region from now on, as a screen reader announces them. */
function announced(): string[] {
  const texts: string[] = [];
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const { textContent } of addedNodes) texts.push(textContent ?? "");
    }
  }).observe(screen.getAllByRole("status")[0]!, { childList: true });
  return texts;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  useFlags.setState(defaultFlags);
});

it("the maintenance banner appears and disappears, is announced once, and does not move the focus", async () => {
  renderPage(
    <>
      <MaintenanceBanner />
      <input aria-label="Name" />
    </>,
  );
  const field = screen.getByLabelText("Name");
  field.focus();
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  const texts = announced();
  expect(screen.queryByText(text)).toBeNull();
  set(true);
  screen.getByText(text);
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(texts).toEqual([text]);
  expect(document.activeElement).toBe(field);
  set(false);
  expect(screen.queryByText(text)).toBeNull();
});

it("a banner that is there from the start is announced once screen readers know its region", async () => {
  set(true);
  renderPage(<MaintenanceBanner />);
  screen.getByText(text);
  const texts = announced();
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(texts).toEqual([text]);
  expect(screen.getAllByText(text)).toHaveLength(1);
});
