import { act, render, screen } from "@testing-library/react";
import { BrowserRouter, Link, useLocation } from "react-router-dom";
import { beforeEach, expect, it, vi } from "vitest";
import { createChunk } from "#renderer/components/load-chunk.ts";
import "#renderer/testing/texts.ts";
import { KeepPage } from "./router.tsx";

const pages = vi.hoisted(() => ({ of: (_id: string): unknown => undefined }));
vi.mock("./pages.ts", () => ({ pageOf: (id: string) => pages.of(id) }));

const Shown = () => <p data-testid="shown">{useLocation().pathname}</p>;
const shown = () => screen.getByTestId("shown").textContent;
const follow = (name: string) => act(async () => screen.getByRole("link", { name }).click());
const bar = () => screen.queryByRole("progressbar");

let contact: PromiseWithResolvers<void>;

beforeEach(async () => {
  contact = Promise.withResolvers();
  const there = createChunk(async () => {});
  await there.load();
  const late = createChunk(() => contact.promise);
  pages.of = (id) => (id === "contact" ? late : there);
  window.history.replaceState(null, "", "/about");
  render(
    <BrowserRouter useTransitions={false}>
      <KeepPage>
        <Shown />
        <Link to="/contact">Contact</Link>
        <Link to="/terms-and-conditions">Terms</Link>
      </KeepPage>
    </BrowserRouter>,
  );
});

it("a page stays below a bar until the code of the next one is there", async () => {
  await follow("Contact");
  expect(shown()).toBe("/about");
  expect(bar()).not.toBeNull();
  await act(async () => contact.resolve());
  expect(shown()).toBe("/contact");
  expect(bar()).toBeNull();
});

it("a page whose code did not load takes its place, and says so", async () => {
  vi.useFakeTimers();
  await follow("Contact");
  contact.reject(new Error("gone"));
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  vi.useRealTimers();
  expect(shown()).toBe("/contact");
});

it("the page that was asked for last is shown, at once if its code is there", async () => {
  await follow("Contact");
  await follow("Terms");
  expect(shown()).toBe("/terms-and-conditions");
  await act(async () => contact.resolve());
  expect(shown()).toBe("/terms-and-conditions");
  expect(bar()).toBeNull();
});
