let pressed: HTMLElement | null = null;

/** The button or link that the pointer pressed last; null once a key was pressed since. */
export const lastPressed = (): HTMLElement | null => pressed;

/** Follows what is pressed: Safari does not focus a button or link that is clicked. Call once. */
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
