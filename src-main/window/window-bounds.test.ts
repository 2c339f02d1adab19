import { describe, expect, it } from "vitest";
import {
  compactBounds,
  minimumSize,
  placeBeside,
  placeOnScreen,
  type Rect,
  type WorkAreas,
} from "./window-bounds.ts";

const primary: Rect = { x: 0, y: 24, width: 1920, height: 1056 };
const left: Rect = { x: -1280, y: 0, width: 1280, height: 1024 };

const lies = (rect: Rect, area: Rect) =>
  rect.x >= area.x &&
  rect.y >= area.y &&
  rect.x + rect.width <= area.x + area.width &&
  rect.y + rect.height <= area.y + area.height;

describe("a window", () => {
  it("opens where it was, on any display", () => {
    const onPrimary = { x: 100, y: 100, width: 800, height: 600 };
    const onLeft = { x: -1200, y: 50, width: 800, height: 600 };
    expect(placeOnScreen(onPrimary, [primary, left])).toEqual(onPrimary);
    expect(placeOnScreen(onLeft, [primary, left])).toEqual(onLeft);
  });

  it("opens centred on the first display at the first start", () => {
    const middle = { x: 320, y: 122, width: 1280, height: 860 };
    expect(placeOnScreen(null, [primary, left])).toEqual(middle);
  });

  it("never gets -0 as a coordinate, which Electron refuses", () => {
    const odd = { x: -1, y: -1, width: 1281, height: 861 };
    expect(placeOnScreen(null, [odd])).toEqual({ x: 0, y: 0, width: 1280, height: 860 });
  });

  it.each([
    [
      { x: -1200, y: 50, width: 800, height: 600 },
      { x: 560, y: 252, width: 800, height: 600 },
    ],
    [
      { x: -500, y: 100, width: 420, height: 700 },
      { x: 750, y: 202, width: 420, height: 700 },
    ],
  ])("keeps its size when its display is gone: %j; it breaks if a pin gets wide", (lost, found) => {
    expect(placeOnScreen(lost, [primary])).toEqual(found);
  });

  it.each<Rect>([
    { x: 1900, y: 1000, width: 800, height: 600 },
    { x: -700, y: -500, width: 800, height: 600 },
    { x: 0, y: 0, width: 5_000, height: 5_000 },
    { x: 500, y: 500, width: 10, height: 10 },
    { x: 100_000, y: -100_000, width: 800, height: 600 },
    { x: 0, y: 0, width: -5, height: 0 },
  ])("never opens off screen: %j", (wanted) => {
    for (const areas of [[primary], [primary, left], [left, primary]] as WorkAreas[]) {
      const place = placeOnScreen(wanted, areas);
      expect(areas.some((area) => lies(place, area))).toBe(true);
      expect(place.width).toBeGreaterThanOrEqual(minimumSize.width);
      expect(place.height).toBeGreaterThanOrEqual(minimumSize.height);
    }
  });

  it("goes to the display that shows most of it", () => {
    const across = { x: -600, y: 100, width: 800, height: 600 };
    expect(lies(placeOnScreen(across, [primary, left]), left)).toBe(true);
  });

  it("shrinks to a display smaller than its minimum size", () => {
    const tiny = { x: 0, y: 0, width: 320, height: 240 };
    expect(placeOnScreen(null, [tiny])).toEqual(tiny);
  });
});

describe("a further window", () => {
  const usual = placeOnScreen(null, [primary, left]);

  it("is offset from the first and has its size", () => {
    expect(placeBeside(usual, 1, [primary, left])).toEqual({ ...usual, x: 348, y: 150 });
  });

  it.each([
    ["as large as the display", primary, primary],
    ["in the corner", { x: -480, y: 424, width: 480, height: 600 }, left],
  ])("%s is smaller; it breaks if it hides the first or leaves the screen", (_, place, area) => {
    const beside = placeBeside(place, 1, [primary, left]);
    expect(lies(beside, area)).toBe(true);
    expect([beside.x, beside.y]).toEqual([place.x + 28, place.y + 28]);
  });

  it.each([10, 20, 40, 200])("number %i is still on screen", (windows) => {
    expect(lies(placeBeside(usual, windows, [primary, left]), primary)).toBe(true);
  });
});

it("a pinned window keeps the right edge of the wide one", () => {
  expect(compactBounds({ x: 100, y: 50, width: 1200, height: 800 })).toEqual({
    x: 880,
    y: 50,
    width: 420,
    height: 800,
  });
});
