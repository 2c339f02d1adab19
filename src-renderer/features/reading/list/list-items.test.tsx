import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ListItems } from "./list-items.tsx";

type Report = (entries: { isIntersecting: boolean }[]) => void;

/** What was told of the observed elements; jsdom has no layout. */
let reports: Map<Element, Report>;

beforeEach(() => {
  reports = new Map();
  class FakeObserver {
    readonly #report: Report;
    constructor(report: Report) {
      this.#report = report;
    }
    observe = (element: Element) => void reports.set(element, this.#report);
    disconnect = () => {};
  }
  vi.stubGlobal("IntersectionObserver", FakeObserver);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const itemsOf = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    key: String(i),
    content: <a href={`/${i}`}>{`Entry ${i}`}</a>,
  }));

const show = (count: number) =>
  render(
    <ul>
      <ListItems items={itemsOf(count)} />
    </ul>,
  );

/** Says that an item and those that are rendered with it came near the window, or left. */
const move = (item: number, isIntersecting: boolean) =>
  act(() => reports.get(screen.getAllByRole("listitem")[item]!)?.([{ isIntersecting }]));

describe("a list of some hundreds", () => {
  it("renders all of them, wherever they are", () => {
    show(300);
    expect(reports.size).toBe(0);
    expect(screen.getAllByRole("link")).toHaveLength(300);
  });
});

describe("a longer list", () => {
  it("empties items far from the window, keeps their number, and renders them again near it", () => {
    show(400);
    move(48, false);
    expect(screen.queryByRole("link", { name: "Entry 50" })).toBeNull();
    screen.getByRole("link", { name: "Entry 47" });
    expect(screen.getAllByRole("listitem")).toHaveLength(400);
    move(48, true);
    screen.getByRole("link", { name: "Entry 50" });
  });

  it("keeps the item with the focus", () => {
    show(400);
    screen.getByRole("link", { name: "Entry 50" }).focus();
    move(48, false);
    expect(document.activeElement).toBe(screen.getByRole("link", { name: "Entry 50" }));
  });
});
