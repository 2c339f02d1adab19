/** Returns whether nothing has the focus, as after the focused element was removed from the page. */
export const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body;

/**
 * Focuses an element that appeared in place of what had the focus, or a heading near it. Scrolls only until it, and as much as
 * fits of the part of the page that came with it, is in view, clear of bars (`scroll-padding` of the document); focusing alone
 * scrolls the element to the middle.
 */
export function focusReplacement(target: HTMLElement | null, part: Element | null = target): void {
  target?.focus({ preventScroll: true });
  part?.scrollIntoView({ block: "nearest" });
  if (part !== target) target?.scrollIntoView({ block: "nearest" });
}

/** A `ref` for an element that replaces the pressed button or the form: it takes the focus when it appears. */
export const focusOnMount = (element: HTMLElement | null): void => focusReplacement(element);

/** Like `focusOnMount`, for an element whose parent appears with it and should be in view. */
export const focusWithPart = (element: HTMLElement | null): void =>
  focusReplacement(element, element?.parentElement);

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
function headingAround(element: Element): HTMLElement | null {
  for (let part: Element | null = element; part; part = part.parentElement) {
    const heading = part.querySelector<HTMLElement>("h1, h2, h3, h4");
    if (heading && isShown(heading)) return heading;
  }
  return document.getElementById("content");
}

/** The element of the page that had the focus last, with the elements around it. */
type Focused = { element: HTMLElement; around: Element[]; path: string };

/** Where it was: the closest element that remains, and what stands beside the removed part. */
type Gap = { around: Element; beside: Element[]; path: string };

const ancestorsOf = (element: Element): Element[] =>
  element.parentElement ? [element.parentElement, ...ancestorsOf(element.parentElement)] : [];

function gapOf({ element, around, path }: Focused, records: MutationRecord[]): Gap | null {
  const closest = around.find((part) => !isGone(part));
  if (!closest) return null;
  const removal = records.findLast(
    ({ target, removedNodes }) =>
      target === closest && [...removedNodes].some((node) => node.contains(element)),
  );
  const beside = [removal?.nextSibling, removal?.previousSibling];
  return { around: closest, beside: beside.filter((node) => node instanceof Element), path };
}

function fill({ around, beside }: Gap): void {
  const neighbour = beside.filter((part) => part.isConnected).map(firstFocusable);
  const target = neighbour.find((element) => element !== undefined) ?? headingAround(around);
  if (target && target.tabIndex < 0) target.tabIndex = -1;
  focusReplacement(target);
}

/** An element outside of the page that has had the focus, with the dialog around it. */
type Above = { element: HTMLElement; dialog: HTMLElement | null };

const modal = '[aria-modal="true"]';
const isModalOpen = () => document.querySelector(modal) !== null;

/**
 * Keeps the focus from getting lost. When the focused element of the page is removed or hidden, what stands beside it gets the
 * focus. When a dialog, a menu or a notification is closed, the element that had the focus before gets it back: Fluent does so
 * only for buttons that are marked, but a dialog may be opened from a field, an entry of a menu, or by itself. Call once.
 */
export function keepFocus(root: HTMLElement): void {
  let focused: Focused | null = null;
  /** What has had the focus since it left the page for something above it, the latest last. */
  let above: Above[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isOfPage = (element: Element) => root.contains(element) && !element.closest("dialog");
  const remember = (element: HTMLElement): void => {
    focused = { element, around: ancestorsOf(element), path: location.pathname };
    above = [];
  };
  /** Fills a gap after the wait; while a dialog is open, once it is closed. */
  const fillLater = (gap: Gap): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (isModalOpen()) return fillLater(gap);
      // After a navigation the page has placed the focus, or is about to. A filter in the address is no navigation.
      if (isFocusLost() && gap.path === location.pathname) fill(gap);
    }, waitMs);
  };
  const leaveGap = (records: MutationRecord[]): void => {
    const gap = focused && gapOf(focused, records);
    focused = null;
    if (gap) fillLater(gap);
  };
  document.addEventListener("focusin", ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    if (isOfPage(target)) remember(target);
    else {
      const dialog = target.closest<HTMLElement>(`dialog, ${modal}`);
      above = [...above.filter(({ element }) => element !== target), { element: target, dialog }];
    }
  });
  document.addEventListener("focusout", ({ target }) => {
    if (!(target instanceof Element) || !isOfPage(target)) return;
    setTimeout(() => {
      if (!focused || above.length > 0 || !isFocusLost() || !document.hasFocus()) return;
      if (isGone(focused.element)) leaveGap([]);
      // The user has pressed where nothing takes the focus.
      else focused = null;
    });
  });
  // Safari focuses no button or link that is clicked.
  const rememberPressed = ({ target }: MouseEvent): void => {
    const pressed =
      target instanceof Element ? target.closest<HTMLElement>("button, a[href]") : null;
    if (pressed && isOfPage(pressed) && isFocusLost()) remember(pressed);
  };
  document.addEventListener("click", rememberPressed, { capture: true });
  new MutationObserver((records) => {
    if (focused && !focused.element.isConnected) leaveGap(records);
    const last = above.at(-1);
    if (!last || last.element.isConnected || !isFocusLost()) return;
    const preventScroll = true;
    if (last.dialog?.isConnected) {
      // A part of the dialog was replaced: the focus stays in it, and presses none of its buttons.
      if (!last.dialog.hasAttribute("tabindex")) last.dialog.tabIndex = -1;
      last.dialog.focus({ preventScroll });
    } else if (isModalOpen()) {
      // This dialog was opened from another one.
      const left = above.findLast(({ element }) => !isGone(element) && element.closest(modal));
      left?.element.focus({ preventScroll });
    } else if (focused && isGone(focused.element)) leaveGap(records);
    else focused?.element.focus({ preventScroll });
  }).observe(document.body, { childList: true, subtree: true });
}
