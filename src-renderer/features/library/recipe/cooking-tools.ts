/** What is opened in a recipe: one chunk, since small ones of their own would make other pages load more. */
export { default as AdjustPanel } from "./adjust/adjust-panel.tsx";
export { default as CookMode } from "./cook/cook-mode.tsx";
export { default as TimersOnScreen } from "./timers/timers-on-screen.tsx";
