type Size = { width: number; height: number };

export type Rect = { x: number; y: number } & Size;

/** The wanted size of a window, and its position if it is known. */
export type WindowPlacement = Partial<Rect> & Size;

export const minimumSize = { width: 360, height: 480 };
const defaultSize = { width: 1280, height: 860 };

/** Width of a pinned window: that of a phone, for which the pages have a layout. */
const compactWidth = 420;

const overlap = (from: number, length: number, otherFrom: number, otherLength: number) =>
  Math.max(0, Math.min(from + length, otherFrom + otherLength) - Math.max(from, otherFrom));

const sharedArea = (a: Rect, b: Rect) =>
  overlap(a.x, a.width, b.x, b.width) * overlap(a.y, a.height, b.y, b.height);

const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);

const sizeWithin = (wanted: Size, area: Rect): Size => ({
  width: Math.min(Math.max(wanted.width, minimumSize.width), area.width),
  height: Math.min(Math.max(wanted.height, minimumSize.height), area.height),
});

function centred(area: Rect, size: Size): Rect {
  const { width, height } = sizeWithin(size, area);
  return {
    // Round first, then add: Electron refuses the -0 that Math.round(-0.5) returns.
    x: area.x + Math.round((area.width - width) / 2),
    y: area.y + Math.round((area.height - height) / 2),
    width,
    height,
  };
}

/** The work areas of all displays, the primary one first. */
export type WorkAreas = [Rect, ...Rect[]];

const mostCovered = (rect: Rect, areas: WorkAreas): Rect =>
  areas.reduce((best, next) => (sharedArea(rect, next) > sharedArea(rect, best) ? next : best));

/** Returns where a window opens: shrunk to fit the display that it covers most, else centred on the first. */
export function placeOnScreen(place: WindowPlacement | null, workAreas: WorkAreas): Rect {
  if (!place) return centred(workAreas[0], defaultSize);
  const { x, y } = place;
  if (x === undefined || y === undefined) return centred(workAreas[0], place);
  const wanted = { ...place, x, y };
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

/** The part of a window's upper edge that must be visible for the user to move it. */
const grip = { width: 80, height: 32 };

const visibleArea = (rect: Rect, areas: WorkAreas) =>
  areas.reduce((sum, area) => sum + sharedArea(rect, area), 0);

const isWhole = (rect: Rect, areas: WorkAreas) =>
  visibleArea(rect, areas) >= rect.width * rect.height;

function isReachable({ x, y, width, height }: Rect, areas: WorkAreas): boolean {
  const edge = { x, y, width, height: Math.min(height, grip.height) };
  const enough = Math.min(width, grip.width) * edge.height;
  return areas.some((area) => sharedArea(edge, area) >= enough);
}

/** Returns where a window moves when displays have changed; null if it can stay. */
export function boundsAfterDisplayChange(
  rect: Rect,
  before: WorkAreas,
  after: WorkAreas,
): Rect | null {
  const stays = isReachable(rect, after) && (isWhole(rect, after) || !isWhole(rect, before));
  return stays ? null : placeOnScreen(rect, after);
}

/** Offset between windows in DIPs. */
const cascade = 28;

/** Returns the bounds of the n-th further window: offset from the first, and shrunk at the edges. */
export function placeBeside(place: Rect, windows: number, workAreas: WorkAreas): Rect {
  const area = mostCovered(place, workAreas);
  const [x, y] = [place.x + windows * cascade, place.y + windows * cascade];
  const width = Math.min(place.width, area.x + area.width - x);
  const height = Math.min(place.height, area.y + area.height - y);
  return placeOnScreen({ x, y, ...sizeWithin({ width, height }, area) }, workAreas);
}

/** Returns the bounds of a pinned window: narrow, with the same right edge. */
export const compactBounds = (wide: Rect): Rect => ({
  ...wide,
  x: wide.x + wide.width - compactWidth,
  width: compactWidth,
});
