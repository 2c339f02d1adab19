const menu = "[role='menu']";

let pressed: HTMLElement | null = null;
let menuOpener: HTMLElement | null = null;

/**
 * Returns the button or link that was pressed last by the pointer, or from which the focus came into a menu that was open until
 * now; null after a key was pressed elsewhere.
 */
export const lastPressed = (): HTMLElement | null => pressed ?? menuOpener;

/** Tracks pressed buttons and links: Safari does not focus them on a click. Menus are gone by the time their dialog opens. Call once. */
export function watchPresses(): void {
  const options = { capture: true, passive: true };
  document.addEventListener(
    "pointerdown",
    ({ target }) => {
      if (!(target instanceof Element) || target.closest(menu)) return;
      pressed = target.closest<HTMLElement>("button, a[href]");
    },
    options,
  );
  document.addEventListener("keydown", () => void (pressed = null), options);
  document.addEventListener(
    "focusin",
    ({ target, relatedTarget }) => {
      const isInMenu = target instanceof Element && target.closest(menu) !== null;
      if (!isInMenu) menuOpener = null;
      else if (relatedTarget instanceof HTMLElement && !relatedTarget.closest(menu)) {
        menuOpener = relatedTarget;
      }
    },
    options,
  );
}
