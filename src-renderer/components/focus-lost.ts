/** Returns whether nothing has the focus, as after the focused element was removed from the page. */
export const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body;

/**
 * Focuses an element that appeared in place of what had the focus, or a heading near it. Scrolls only until it, and as much as
 * fits of the part of the page that came with it, is in view, clear of bars (`scroll-padding` of the document); focusing alone
 * scrolls the element to the middle.
 */
export function focusInPlace(target: HTMLElement | null, part: Element | null = target): void {
  target?.focus({ preventScroll: true });
  part?.scrollIntoView({ block: "nearest" });
  if (part !== target) target?.scrollIntoView({ block: "nearest" });
}
