import { useEffect, useLayoutEffect, type RefObject } from "react";
import { breakpoints } from "../theme/tokens.ts";

/** px between the window's edge and what stands beside it; on narrow windows above the tab bar of members. */
const edge = 16;
const aboveTabBar = 72;

/** px between two places that are tried. */
const step = 8;

const controls =
  "a[href], button, input, select, textarea, summary, video[controls], [tabindex='0']";

type Box = Pick<DOMRect, "left" | "top" | "right" | "bottom">;

const overlap = (a: Box, b: Box) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Whether a control can be pressed, but for the notifications above it. */
function isReachable(control: Element, list: Element): boolean {
  const { left, top, width, height } = control.getBoundingClientRect();
  if (width === 0 || height === 0) return false;
  const stack = document.elementsFromPoint(left + width / 2, top + height / 2);
  const first = stack.find((element) => !list.contains(element));
  return first !== undefined && (control.contains(first) || first.contains(control));
}

/** ms after which it is looked again what is below the notifications: dialogs move in, and lists are loaded. */
const lookEvery = 300;

/**
 * Returns px from the bottom of the window where the list covers no control, or as few as possible, and not the one
 * that has the focus: where it is, or else as low as possible.
 */
function freePlace(list: Element): number {
  const { left, right, height, bottom } = list.getBoundingClientRect();
  const lowest = innerWidth <= breakpoints.tablet ? aboveTabBar : edge;
  const boxAt = (place: number): Box => ({
    left,
    right,
    top: innerHeight - place - height,
    bottom: innerHeight - place,
  });
  const places = [Math.max(lowest, innerHeight - bottom)];
  for (let place = lowest; place <= innerHeight - height - edge; place += step) places.push(place);
  const others = [...document.querySelectorAll(controls)].filter(
    (control) => !list.contains(control) && isReachable(control, list),
  );
  const boxes = others.map((control) => control.getBoundingClientRect());
  const focused = others.indexOf(document.activeElement ?? document.body);
  const cost = (place: number) => {
    const covered = boxes.filter((box) => overlap(box, boxAt(place)));
    const coversFocus = focused >= 0 && covered.includes(boxes[focused]!);
    return covered.length + (coversFocus ? boxes.length : 0);
  };
  const costs = places.map(cost);
  return places[costs.indexOf(Math.min(...costs))] ?? lowest;
}

/** Moves the list by `translate`, which is no shift of the layout. */
const stand = (list: HTMLElement) => {
  list.style.translate = `0 ${-freePlace(list)}px`;
};

/**
 * Places a list of notifications as low in the window as it covers no control, and never above what has the focus.
 * It does not move from under a pointer.
 */
export function useNotificationPlace(list: RefObject<HTMLElement | null>, count: number): void {
  useLayoutEffect(() => {
    if (list.current && count > 0) stand(list.current);
  }, [list, count]);
  useEffect(() => {
    if (count === 0) return undefined;
    const move = () => {
      const shown = list.current;
      if (!shown || shown.matches(":hover") || shown.contains(document.activeElement)) return;
      stand(shown);
    };
    const timer = setInterval(move, lookEvery);
    document.addEventListener("focusin", move);
    return () => {
      clearInterval(timer);
      document.removeEventListener("focusin", move);
    };
  }, [list, count]);
}
