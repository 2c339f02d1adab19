import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { createRef } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ReadingPosition } from "#shared/api/shelf.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { changeItem } from "./changes.ts";
import { positionAt, ReadingFollower } from "./reading-follower.tsx";

vi.mock("./changes.ts", () => ({
  changeItem: vi.fn<() => void>(),
  sendPositions: vi.fn<() => void>(),
  onLeaving: () => () => {},
}));

const height = 300;
const names = ["Before.", "The clock", "Tick.", "Tock.", "A test", "After."];

/** px that the page is scrolled: jsdom has no layout. */
let scrolled = 0;

beforeEach(() => {
  vi.clearAllMocks();
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setTimeout", "clearTimeout"] });
  scrolled = 0;
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
    const index = Number(this.getAttribute("data-block") ?? 0);
    return new DOMRect(0, index * height - scrolled, 600, height);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Renders a text of six blocks on a window of 768 px. Scrolls by blocks. */
function open(place: ReadingPosition | null) {
  const text = createRef<HTMLDivElement>();
  const user = renderPage(
    <>
      <ReadingFollower entry={{ kind: "articles", slug: "a" }} text={text} place={place} />
      <div ref={text}>
        <div>
          {names.map((name, i) =>
            /^[AT]\w* \w+$/.test(name) ? (
              <h2 key={name} data-block={i}>
                {name}
              </h2>
            ) : (
              <p key={name} data-block={i}>
                {name}
              </p>
            ),
          )}
        </div>
      </div>
    </>,
  );
  const scrollTo = (block: number) => {
    scrolled = block * height;
    fireEvent.scroll(window);
    act(() => void vi.advanceTimersByTime(1_100));
  };
  return { user, scrollTo };
}
const at = (block: number): ReadingPosition | null => {
  const blocks = names.map((name) =>
    Object.assign(document.createElement("p"), { textContent: name }),
  );
  return positionAt(blocks, block);
};
const kept = () => vi.mocked(changeItem).mock.calls.map(([change]) => change.place ?? null);
const offer = () => screen.queryByRole("button", { name: /^Continue/ });

describe("a reader who was here before", () => {
  it("can begin again: then the position follows them", async () => {
    const { user, scrollTo } = open(at(3));
    scrollTo(1);
    expect(kept()).toEqual([]);
    await user.click(await screen.findByRole("button", { name: "Start from the beginning" }));
    expect(offer()).toBeNull();
    scrollTo(2);
    expect(kept()).toEqual([at(2)]);
  });

  it("who reads past the position is not offered it any more", () => {
    const { scrollTo } = open(at(2));
    scrollTo(3);
    expect(offer()).toBeNull();
    expect(kept()).toEqual([at(3)]);
  });

  it("is offered nothing in a text that was rewritten", () => {
    open({ position: 3, length: 40, hash: "other" });
    expect(offer()).toBeNull();
  });

  it("and reads to the end has no position any more", () => {
    const { scrollTo } = open(at(2));
    scrollTo(4);
    expect(kept()).toEqual([null]);
  });
});

describe("a reader who is here for the first time", () => {
  it("is offered nothing, and their position is kept when they rest", () => {
    const { scrollTo } = open(null);
    expect(offer()).toBeNull();
    scrollTo(1);
    expect(kept()).toEqual([at(1)]);
  });

  it("has no position at the beginning, nor after a text that ends on the first screen", () => {
    const { scrollTo } = open(null);
    scrollTo(0);
    scrollTo(4);
    expect(kept()).toEqual([]);
  });

  it("who leaves while scrolling keeps the position as well", () => {
    open(null);
    scrolled = 2 * height;
    fireEvent.scroll(window);
    cleanup();
    expect(kept()).toEqual([at(2)]);
  });
});
