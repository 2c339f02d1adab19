import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { defaultFlags } from "../../../src-shared/flags.ts";
import { useFlags } from "../../flags/flag-store.ts";
import { renderPage } from "../../testing/render-page.tsx";
import { SiteNotices } from "./site-notices.tsx";

const text =
  "We are experiencing a technical problem and service experience might be limited. Please try again in few minutes.";
const set = (maintenanceMode: boolean) =>
  act(() => useFlags.setState({ ...defaultFlags, maintenanceMode }));

/** The texts that come into the region from now on, as a screen reader would tell them. */
function told(): string[] {
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

it("comes and goes while the page stands, is told once, and leaves the focus where it is", async () => {
  renderPage(
    <>
      <SiteNotices />
      <input aria-label="Name" />
    </>,
  );
  const field = screen.getByLabelText("Name");
  field.focus();
  await act(() => vi.runAllTimersAsync());
  const texts = told();
  expect(screen.queryByText(text)).toBeNull();
  set(true);
  expect(screen.getByText(text)).toBeDefined();
  await act(() => vi.runAllTimersAsync());
  expect(texts).toEqual([text]);
  expect(document.activeElement).toBe(field);
  set(false);
  expect(screen.queryByText(text)).toBeNull();
});

it("that a page starts with stands at once, and is told once its region is known", async () => {
  set(true);
  renderPage(<SiteNotices />);
  expect(screen.getByText(text)).toBeDefined();
  const texts = told();
  await act(() => vi.runAllTimersAsync());
  expect(texts).toEqual([text]);
  expect(screen.getAllByText(text)).toHaveLength(1);
});
