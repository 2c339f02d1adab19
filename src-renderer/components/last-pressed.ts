let pressed: HTMLElement | null = null;

/** Returns the button or link that was pressed last by the pointer; null after a key was pressed. */
export const lastPressed = (): HTMLElement | null => pressed;

/** Tracks pressed buttons and links: Safari does not focus them on a click. Call once. */
export function watchPresses(): void {
  const options = { capture: true, passive: true };
  document.addEventListener(
    "pointerdown",
    ({ target }) => {
      pressed = target instanceof Element ? target.closest<HTMLElement>("button, a[href]") : null;
    },
    options,
  );
  document.addEventListener("keydown", () => void (pressed = null), options);
}
