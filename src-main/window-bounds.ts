/** A place on the screen in DIPs. */
export type Rect = { x: number; y: number; width: number; height: number };

export const minimumSize = { width: 360, height: 480 };
const usualSize = { width: 1280, height: 860 };

/** Width of a pinned window: that of a phone, which the layouts know. */
export const compactWidth = 420;

const overlap = (from: number, length: number, otherFrom: number, otherLength: number) =>
  Math.max(0, Math.min(from + length, otherFrom + otherLength) - Math.max(from, otherFrom));

const sharedArea = (a: Rect, b: Rect) =>
  overlap(a.x, a.width, b.x, b.width) * overlap(a.y, a.height, b.y, b.height);

const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);

type Size = Pick<Rect, "width" | "height">;

const sizeWithin = (wanted: Size, area: Rect): Size => ({
  width: Math.min(Math.max(wanted.width, minimumSize.width), area.width),
  height: Math.min(Math.max(wanted.height, minimumSize.height), area.height),
});

function centred(area: Rect, size: Size): Rect {
  const { width, height } = sizeWithin(size, area);
  return {
    x: Math.round(area.x + (area.width - width) / 2),
    y: Math.round(area.y + (area.height - height) / 2),
    width,
    height,
  };
}

/** Work areas of all displays, the primary one first. */
export type WorkAreas = [Rect, ...Rect[]];

const mostCovered = (rect: Rect, areas: WorkAreas): Rect =>
  areas.reduce((best, next) => (sharedArea(rect, next) > sharedArea(rect, best) ? next : best));

/**
 * Where a window is to open: as wanted, moved and shrunk until it lies on the display that it
 * covers most. In the middle of the first display when it wants nothing, or lies on none: then with
 * the size that it had.
 */
export function placeOnScreen(wanted: Rect | null, workAreas: WorkAreas): Rect {
  if (!wanted) return centred(workAreas[0], usualSize);
  const area = mostCovered(wanted, workAreas);
  if (sharedArea(wanted, area) === 0) return centred(workAreas[0], wanted);
  const { width, height } = sizeWithin(wanted, area);
  return {
    x: clamp(wanted.x, area.x, area.x + area.width - width),
    y: clamp(wanted.y, area.y, area.y + area.height - height),
    width,
    height,
  };
}

/** How far a further window lies from the one before. */
const cascade = 28;

/** A place beside one on screen, so many windows on: smaller where the display would end. */
export function placeBeside(place: Rect, windows: number, workAreas: WorkAreas): Rect {
  const area = mostCovered(place, workAreas);
  const [x, y] = [place.x + windows * cascade, place.y + windows * cascade];
  const width = Math.min(place.width, area.x + area.width - x);
  const height = Math.min(place.height, area.y + area.height - y);
  return placeOnScreen({ x, y, ...sizeWithin({ width, height }, area) }, workAreas);
}

/** A narrow window at the right edge of where the wide one was. */
export const compactBounds = (wide: Rect): Rect => ({
  ...wide,
  x: wide.x + wide.width - compactWidth,
  width: compactWidth,
});
