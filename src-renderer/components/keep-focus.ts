import { focusInPlace, isFocusLost } from "./focus-lost.ts";

/** Time that pages and closing dialogs have to place the focus themselves. */
const waitMs = 600;

const focusable =
  "a[href], button:not([disabled]), input:not([disabled]), select:not([disabled]), textarea:not([disabled]), summary, [tabindex='0']";

const isShown = (element: Element) => element.getClientRects().length > 0;

const isGone = (element: Element) => !element.isConnected || !isShown(element);

/** Returns the first element in a part of the page that can have the focus, itself included. */
function firstFocusable(part: Element): HTMLElement | undefined {
  const all = [part, ...part.querySelectorAll("*")];
  return all.find(
    (element): element is HTMLElement =>
      element instanceof HTMLElement && element.matches(focusable) && isShown(element),
  );
}

/** Returns the heading of the closest section around an element, or the main part of the page. */
function headingAround(place: Element): HTMLElement | null {
  for (let part: Element | null = place; part; part = part.parentElement) {
    const heading = part.querySelector<HTMLElement>("h1, h2, h3, h4");
    if (heading && isShown(heading)) return heading;
  }
  return document.getElementById("content");
}

/** The focused element of the page (not of a dialog above it), with the elements around it. */
type Held = { element: Element; around: Element[]; address: string };

/** Where it was: the closest element that is left, and what stands beside the removed part. */
type Gap = { around: Element; beside: Element[]; address: string };

const ancestorsOf = (element: Element): Element[] =>
  element.parentElement ? [element.parentElement, ...ancestorsOf(element.parentElement)] : [];

function gapOf({ element, around, address }: Held, records: MutationRecord[]): Gap | null {
  const closest = around.find((part) => !isGone(part));
  if (!closest) return null;
  const removal = records.findLast(
    ({ target, removedNodes }) =>
      target === closest && [...removedNodes].some((node) => node.contains(element)),
  );
  const beside = [removal?.nextSibling, removal?.previousSibling];
  return { around: closest, beside: beside.filter((node) => node instanceof Element), address };
}

function fill({ around, beside }: Gap): void {
  const neighbour = beside.filter((part) => part.isConnected).map(firstFocusable);
  const target = neighbour.find((element) => element !== undefined) ?? headingAround(around);
  if (target && target.tabIndex < 0) target.tabIndex = -1;
  focusInPlace(target);
}

const isModalOpen = () => document.querySelector('[aria-modal="true"]') !== null;

/** Keeps the focus near its place when the focused element is removed or hidden. Call once. */
export function keepFocus(root: HTMLElement): void {
  let held: Held | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Fills a gap after the wait; while a dialog is open, once it is closed. */
  const fillLater = (gap: Gap): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (isModalOpen()) return fillLater(gap);
      // After a navigation the page has placed the focus, or is about to.
      if (isFocusLost() && gap.address === location.href) fill(gap);
    }, waitMs);
  };
  const leaveGap = (records: MutationRecord[]): void => {
    const gap = held && gapOf(held, records);
    held = null;
    if (gap) fillLater(gap);
  };
  document.addEventListener("focusin", ({ target }) => {
    if (!(target instanceof Element) || !root.contains(target)) return;
    held = { element: target, around: ancestorsOf(target), address: location.href };
  });
  document.addEventListener("focusout", () =>
    setTimeout(() => {
      if (!held || !isFocusLost() || !document.hasFocus()) return;
      if (isGone(held.element)) leaveGap([]);
      // The user has pressed where nothing takes the focus.
      else held = null;
    }),
  );
  new MutationObserver((records) => {
    if (held && !held.element.isConnected) leaveGap(records);
  }).observe(root, { childList: true, subtree: true });
}
