/** Returns whether nothing has the focus, as after the focused element was removed from the page. */
export const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body;
