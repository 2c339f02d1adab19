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

const sizeWithin = (wanted: { width: number; height: number }, area: Rect) => ({
  width: Math.min(Math.max(wanted.width, minimumSize.width), area.width),
  height: Math.min(Math.max(wanted.height, minimumSize.height), area.height),
});

function centred(area: Rect): Rect {
  const { width, height } = sizeWithin(usualSize, area);
  return {
    x: Math.round(area.x + (area.width - width) / 2),
    y: Math.round(area.y + (area.height - height) / 2),
    width,
    height,
  };
}

/**
 * Where a window is to open: as wanted, moved and shrunk until it lies on the display that it
 * covers most. In the middle of the first display when it wants nothing or lies on none.
 *
 * @param workAreas of all displays, the primary one first; never empty
 */
export function placeOnScreen(wanted: Rect | null, workAreas: [Rect, ...Rect[]]): Rect {
  if (!wanted) return centred(workAreas[0]);
  const area = workAreas.reduce((best, next) =>
    sharedArea(wanted, next) > sharedArea(wanted, best) ? next : best,
  );
  if (sharedArea(wanted, area) === 0) return centred(workAreas[0]);
  const { width, height } = sizeWithin(wanted, area);
  return {
    x: clamp(wanted.x, area.x, area.x + area.width - width),
    y: clamp(wanted.y, area.y, area.y + area.height - height),
    width,
    height,
  };
}

/** A narrow window at the right edge of where the wide one was. */
export const compactBounds = (wide: Rect): Rect => ({
  ...wide,
  x: wide.x + wide.width - compactWidth,
  width: compactWidth,
});
