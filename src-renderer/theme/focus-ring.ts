import { tokens } from "./tokens.ts";

/** Width in px of each of the two tones of the ring. */
const tone = 2;

/** A light ring inside a dark one: one of them contrasts with any background. */
const ring = {
  outline: `${tone}px solid ${tokens.colorFocusOuter} !important`,
  outlineOffset: `${tone}px !important`,
  boxShadow: `0 0 0 ${tone}px ${tokens.colorFocusInner} !important`,
};

/** The same ring inside the edge of the element, where neighbours are close. */
const innerRing = {
  outline: `${tone}px solid ${tokens.colorFocusOuter} !important`,
  outlineOffset: `-${2 * tone}px !important`,
  boxShadow: `inset 0 0 0 ${tone}px ${tokens.colorFocusInner} !important`,
};

const none = { outline: "none !important", boxShadow: "none !important" };

/** Fluent's fields, whose input element lies inside their frame or is invisible. */
const fields = ["Input", "Textarea", "Select", "Radio", "Slider", "Switch"];
const control = ":is(input, textarea, select):focus-visible";
const within = (inside: string) =>
  fields.map((name) => `.fui-${name}:has(> ${control})${inside}`).join(", ");

/** Marks a link whose `::after` covers a whole card, so that the ring surrounds the card. */
export const ringOnCard = { "data-focus-ring": "card" };
const card = "[data-focus-ring='card']:focus-visible";

/** The rules of the ring for the whole document; they override those of Fluent's components. */
export const focusRingRules = {
  ":focus-visible": ring,
  "[role^='menuitem']:focus-visible": innerRing,
  [within("")]: ring,
  [`${within(` > ${control}`)}, ${card}`]: none,
  [`${card}::after`]: { ...ring, borderRadius: tokens.borderRadiusXLarge },
  // Focused by script to be announced; they are not interactive.
  ":is(h1, h2, main, ul, [role='status'], [role='alert'])[tabindex='-1']:focus-visible": none,
};
