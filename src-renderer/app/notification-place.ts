import { useEffect, useLayoutEffect, type RefObject } from "react";

/** px between a notification and the window's edge. */
const edge = 16;

/** px between two places that are tried. */
const step = 8;

const controls =
  "a[href], button, input, select, textarea, summary, video[controls], [tabindex='0']";

/** What is covered only if no place is left that does not: menus, what an open dialog asks for, and the focus. */
const vital = ":is(header, nav, [role=dialog]) *, :focus";

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
const pollIntervalMs = 300;

/** Returns px from the bottom of the window where the list covers the fewest controls, as low as possible. */
function freePlace(list: Element): number {
  const { left, right, height, bottom } = list.getBoundingClientRect();
  const others = [...document.querySelectorAll(controls)]
    .filter((control) => !list.contains(control) && isReachable(control, list))
    .map((control) => ({
      box: control.getBoundingClientRect(),
      cost: control.matches(vital) ? 100 : 1,
    }));
  const places = [Math.max(edge, innerHeight - bottom)];
  for (let place = edge; place <= innerHeight - height - edge; place += step) places.push(place);
  const costs = places.map((place) => {
    const top = innerHeight - place - height;
    return others
      .filter(({ box }) => overlap(box, { left, right, top, bottom: top + height }))
      .reduce((sum, { cost }) => sum + cost, 0);
  });
  return places[costs.indexOf(Math.min(...costs))] ?? edge;
}

/** Moves the list by `translate`, which is no shift of the layout. */
const stand = (list: HTMLElement) => {
  list.style.translate = `0 ${-freePlace(list)}px`;
};

/** Places a list of notifications where it covers no control. It does not move from under a pointer. */
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
    const timer = setInterval(move, pollIntervalMs);
    document.addEventListener("focusin", move);
    return () => {
      clearInterval(timer);
      document.removeEventListener("focusin", move);
    };
  }, [list, count]);
}
