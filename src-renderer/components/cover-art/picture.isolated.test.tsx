import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

const requests = vi.hoisted(() => ({ times: 0 }));
vi.mock("./drawing/drawings.ts", () => {
  requests.times += 1;
  return {
    drawMotif: (motif: string) => `<path d="${motif}"/>`,
    drawn: (markup: string) => markup,
  };
});

beforeEach(() => {
  vi.resetModules();
  requests.times = 0;
});
afterEach(cleanup);

/** Loads the component anew, without the code that draws. */
const loadMotifArt = async () => (await import("./motif-art.tsx")).MotifArt;

const drawn = (name: string) => document.querySelector(`path[d="${name}"]`);

it("draws once the code that draws has loaded", async () => {
  const MotifArt = await loadMotifArt();
  render(<MotifArt motif="jump" />);
  await waitFor(() => expect(drawn("jump")).not.toBeNull());
  cleanup();
  render(<MotifArt motif="bowl" />);
  expect(drawn("bowl")).not.toBeNull();
});

it("draws another picture when its subject changes", async () => {
  const MotifArt = await loadMotifArt();
  const { rerender } = render(<MotifArt motif="jump" />);
  await waitFor(() => expect(drawn("jump")).not.toBeNull());
  rerender(<MotifArt motif="bowl" />);
  expect([drawn("bowl") !== null, drawn("jump")]).toEqual([true, null]);
});

it("takes over what the server drew, without the code that draws and without a warning", async () => {
  const MotifArt = await loadMotifArt();
  const complaint = vi.spyOn(console, "error");
  const recovered = vi.fn<() => void>();
  document.body.innerHTML = `<main>${renderToString(<MotifArt motif="jump" />).replace(
    "</svg>",
    '<path d="by the server"/></svg>',
  )}</main>`;
  const [main] = document.getElementsByTagName("main");
  if (!main) throw new Error("No main.");
  const before = drawn("by the server");
  const root = await act(async () =>
    hydrateRoot(main, <MotifArt motif="jump" />, { onRecoverableError: recovered }),
  );
  await act(async () => root.render(<MotifArt motif="jump" size={64} />));
  expect(drawn("by the server")).toBe(before);
  expect([requests.times, recovered.mock.calls, complaint.mock.calls]).toEqual([0, [], []]);
  act(() => root.unmount());
});

it("is hidden from assistive technology", async () => {
  const MotifArt = await loadMotifArt();
  render(<MotifArt motif="jump" />);
  expect(screen.queryByRole("img")).toBeNull();
});
